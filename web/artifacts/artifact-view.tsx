import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { lazyPart } from '../app/lazy-part.ts'
import { Skeleton } from '../design/feedback/skeleton.tsx'
import { Notice } from '../design/feedback/notice.tsx'
import { useCommands } from '../commands/registry.ts'
import { PHONE, useMedia } from '../design/use-media.ts'
import { viewOf } from '../fields/registry.ts'
import { useAccount } from '../session/account.ts'
import { Activity } from './activity/activity.tsx'
import './artifact.css'
import { useArtifact } from './artifact-context.tsx'
import { ArtifactHead } from './artifact-head.tsx'
import { ArtifactQuestions } from './artifact-questions.tsx'
import { ArtifactForm } from './form/artifact-form.tsx'
import { FieldPlace } from './form/field-place.tsx'
import { Rail } from './form/rail.tsx'
import { valueOf } from './writing/artifact-values.ts'

/** The parameters of the page's address. */
export interface ArtifactSearch {
  readonly tab?: 'activity' | 'history' | 'links'
  /** The list that the reader came from: a key of the store `views`. */
  readonly list?: string
}

// Loaded when the artifact needs them.
const CommentBox = lazyPart(() => import('./activity/comment-box.tsx'), 'CommentBox')
const FootBar = lazyPart(() => import('./artifact-menu.tsx'), 'FootBar')
const Links = lazyPart(() => import('./links/links.tsx'), 'Links')
const Attachments = lazyPart(() => import('./attachments/attachments.tsx'), 'Attachments')
const History = lazyPart(() => import('./history/history.tsx'), 'History')

/** The field whose editor opens as soon as the artifact is shown. */
export type EditedFirst = 'status' | 'contributor'

export interface ArtifactViewProps {
  readonly isPanel?: boolean
  readonly list?: string | undefined
  /** The part that the address asks for. */
  readonly tab?: ArtifactSearch['tab'] | undefined
  readonly edits?: EditedFirst | undefined
}

/** All parts of an artifact, on its page and in the side panel. */
export const ArtifactView = ({ isPanel = false, list, tab, edits }: ArtifactViewProps) => {
  const { t } = useLingui()
  const { artifact, layout, isGone, edit, mayWrite } = useArtifact()
  const account = useAccount()
  const isPhone = useMedia(PHONE)
  const isComposerAtFoot = isPanel && !isPhone
  const [quoted, setQuoted] = useState('')
  const references = layout.references.filter(({ type, field_id: id }) => !viewOf(type).isEmpty(valueOf(artifact, id)))
  const openFirst = useEffectEvent(() => edits && void edit(layout[edits]))
  useEffect(() => openFirst(), [])
  useCommands([
    {
      id: 'artifact.status',
      label: t`Change the status`,
      keys: 's',
      section: t`Artifact`,
      run: () => void edit(layout.status),
    },
    {
      id: 'artifact.assign',
      label: t`Assign somebody`,
      keys: 'a',
      section: t`Artifact`,
      run: () => void edit(layout.contributor),
    },
    {
      id: 'artifact.edit',
      label: t`Edit the title`,
      keys: 'e',
      section: t`Artifact`,
      run: () => void edit(layout.title),
    },
    {
      id: 'artifact.comment',
      label: t`Comment`,
      keys: 'm',
      section: t`Artifact`,
      isAvailable: () => mayWrite,
      run: focusComposer,
    },
  ])
  const composer = (mayWrite || (isGone && account)) && (
    <Suspense fallback={<div className="composer" aria-busy="true" />}>
      <CommentBox quoted={quoted} onQuoted={() => setQuoted('')} />
    </Suspense>
  )
  return (
    <div className="artifact">
      {isGone && (
        <div className="artifact-gone" role="alert">
          <Notice kind="warning">
            <Trans>This artifact was deleted, or you may not see it any more. You can still copy what you wrote.</Trans>
          </Notice>
        </div>
      )}
      <ArtifactHead isPanel={isPanel} list={list} />
      <div className="artifact-main">
        <ArtifactForm />
        {layout.files.length > 0 && (
          <Suspense fallback={null}>
            <Attachments />
          </Suspense>
        )}
        <Suspense fallback={null}>
          <Links isFirst={tab === 'links'} />
        </Suspense>
        {references.map(field => (
          <FieldPlace
            key={field.field_id}
            field={field}
            className="form-field artifact-references"
            labelClassName="field-label"
            valueClassName="field-value"
          />
        ))}
        {tab === 'history' ? (
          <Suspense fallback={<Skeleton lines={6} />}>
            <History list={list} />
          </Suspense>
        ) : (
          <Activity list={list} composer={!isComposerAtFoot && composer} onQuote={setQuoted} />
        )}
      </div>
      <Rail />
      {isComposerAtFoot && composer && <div className="panel-foot">{composer}</div>}
      {isPhone && (
        <Suspense fallback={null}>
          <FootBar onComment={focusComposer} />
        </Suspense>
      )}
      <ArtifactQuestions />
    </div>
  )
}

const focusComposer = (): void => document.querySelector<HTMLElement>('.composer textarea')?.focus()

import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useEffect, useEffectEvent } from 'react'
import { lazyPart } from '../app/lazy-part.ts'
import { Notice } from '../design/feedback/notice.tsx'
import { useCommands } from '../commands/registry.ts'
import { viewOf } from '../fields/registry.ts'
import { Activity } from './activity/activity.tsx'
import './artifact.css'
import { useArtifact } from './artifact-context.tsx'
import { ArtifactHead } from './artifact-head.tsx'
import { ArtifactForm } from './form/artifact-form.tsx'
import { FieldPlace } from './form/field-place.tsx'
import { Rail } from './form/rail.tsx'
import { Links } from './links/links.tsx'
import { valueOf } from './writing/artifact-values.ts'

// Loaded when the artifact needs them.
const Attachments = lazyPart(() => import('./attachments/attachments.tsx'), 'Attachments')
const TransitionDialog = lazyPart(() => import('./form/transition-dialog.tsx'), 'TransitionDialog')
const MergeDialog = lazyPart(() => import('./merging/merge-dialog.tsx'), 'MergeDialog')

/** The field whose editor opens as soon as the artifact is shown. */
export type EditedFirst = 'status' | 'contributor'

export interface ArtifactViewProps {
  readonly isPanel?: boolean
  readonly list?: string | undefined
  readonly edits?: EditedFirst | undefined
}

/** All parts of an artifact, on its page and in the side panel. */
export const ArtifactView = ({ isPanel = false, list, edits }: ArtifactViewProps) => {
  const { t } = useLingui()
  const { artifact, layout, state, edit, mayWrite, openTransition } = useArtifact()
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
      run: () => document.querySelector<HTMLElement>('.composer textarea')?.focus(),
    },
  ])
  return (
    <div className="artifact">
      {state.isGone && (
        <Notice kind="warning">
          <Trans>This artifact was deleted, or you may not see it any more. You can still copy what you wrote.</Trans>
        </Notice>
      )}
      <ArtifactHead isPanel={isPanel} list={list} />
      <div className="artifact-main">
        <ArtifactForm />
        {layout.files.length > 0 && (
          <Suspense fallback={null}>
            <Attachments />
          </Suspense>
        )}
        <Links />
        {references.map(field => (
          <FieldPlace
            key={field.field_id}
            field={field}
            className="form-field artifact-references"
            labelClassName="field-label"
            valueClassName="field-value"
          />
        ))}
        <Activity />
      </div>
      <Rail />
      <Suspense fallback={null}>
        {openTransition && <TransitionDialog />}
        {state.conflict && <MergeDialog />}
      </Suspense>
    </div>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate } from '@tanstack/react-router'
import { Suspense } from 'react'
import { lazyPart } from '../app/lazy-part.ts'
import { useCommands } from '../commands/registry.ts'
import { IconButton } from '../design/controls/button.tsx'
import { DateTime, FormattedNumber } from '../design/format.tsx'
import { IconChevronDown, IconCopy } from '../design/icons.tsx'
import { PersonName } from '../design/values/person.tsx'
import { TrackerSquare, ValueBadge } from '../design/values/value.tsx'
import { valueColour } from '../design/values/value-colour.ts'
import { useCopy } from '../design/use-copy.ts'
import { PHONE, useMedia } from '../design/use-media.ts'
import { useArtifact } from './artifact-context.tsx'
import type { Artifact } from './artifact-queries.ts'
import { Parents } from './links/parents.tsx'
import { FieldPlace } from './form/field-place.tsx'
import { useNeighbours } from './use-neighbours.ts'
import { nameOf } from './words.ts'
import type { CompleteTracker } from './writing/artifact-values.ts'

const PeopleHere = lazyPart(() => import('./presence/people-here.tsx'), 'PeopleHere')
const HeadActions = lazyPart(() => import('./artifact-menu.tsx'), 'HeadActions')

/** Title, number and status, and the actions on the whole artifact, which phones have at their foot. */
export const ArtifactHead = ({ isPanel, list }: { readonly isPanel: boolean; readonly list: string | undefined }) => {
  const { artifact, tracker, layout } = useArtifact()
  const isPhone = useMedia(PHONE)
  const title = artifact.title ?? ''
  const heading = title === '' ? <span className="muted">{artifact.xref}</span> : <bdi>{title}</bdi>
  return (
    <header className="artifact-head">
      <Parents />
      <div className="artifact-top">
        <div className="artifact-title">
          {layout.title ? (
            <FieldPlace
              field={layout.title}
              className="artifact-title-field"
              labelClassName="visually-hidden"
              valueClassName="field-value"
              isLabelHidden
            >
              {isPanel ? <h2>{heading}</h2> : <h1>{heading}</h1>}
            </FieldPlace>
          ) : isPanel ? (
            <h2>{heading}</h2>
          ) : (
            <h1>{heading}</h1>
          )}
        </div>
        <Suspense fallback={null}>
          <PeopleHere />
        </Suspense>
        {!isPanel && <Pager list={list} />}
        {!isPhone && (
          <Suspense fallback={null}>
            <HeadActions hasMails={isPanel} />
          </Suspense>
        )}
      </div>
      <ArtifactFacts artifact={artifact} tracker={tracker} isPanel={isPanel} />
      <span className="visually-hidden">{tracker.label}</span>
    </header>
  )
}

export interface ArtifactFactsProps {
  readonly artifact: Pick<Artifact, 'xref' | 'full_status' | 'assignees' | 'submitted_on' | 'submitted_by_user'>
  readonly tracker: Pick<CompleteTracker, 'color_name'>
  readonly isPanel: boolean
}

/** The line below the title. */
export const ArtifactFacts = ({ artifact, tracker, isPanel }: ArtifactFactsProps) => (
  <div className="artifact-facts">
    <CopyNumber xref={artifact.xref} colourName={tracker.color_name} />
    {!isPanel && artifact.full_status !== null && (
      <ValueBadge colour={valueColour(artifact.full_status.color)}>{artifact.full_status.value}</ValueBadge>
    )}
    {!isPanel && artifact.assignees.map(person => <PersonName key={person.id} name={nameOf(person)} id={person.id} />)}
    <span>
      <Trans>
        opened <DateTime value={artifact.submitted_on} as="day" /> by {nameOf(artifact.submitted_by_user)}
      </Trans>
    </span>
  </div>
)

const CopyNumber = ({ xref, colourName }: { readonly xref: string; readonly colourName: string }) => {
  const { t } = useLingui()
  const copy = useCopy()
  return (
    <span className="artifact-number">
      <TrackerSquare colour={valueColour(colourName)} />
      {xref}
      <IconButton label={t`Copy ${xref}`} size="small" onPress={() => copy(xref)}>
        <IconCopy />
      </IconButton>
    </span>
  )
}

/** Previous and next in the list that the reader came from. */
const Pager = ({ list }: { readonly list: string | undefined }) => {
  const { t } = useLingui()
  const { id } = useArtifact()
  const navigate = useNavigate()
  const view = useNeighbours(list, id)
  const go = (to: number | undefined) => {
    if (to !== undefined && list !== undefined)
      void navigate({ to: '/artifacts/$id', params: { id: String(to) }, search: { list } })
  }
  useCommands(
    view
      ? [
          { id: 'artifact.next', label: t`Next artifact`, keys: 'j', section: t`Artifact`, run: () => go(view.next) },
          {
            id: 'artifact.previous',
            label: t`Previous artifact`,
            keys: 'k',
            section: t`Artifact`,
            run: () => go(view.previous),
          },
          {
            id: 'artifact.list',
            label: t`Back to the list`,
            keys: 'u',
            section: t`Artifact`,
            run: () => void navigate({ href: view.href }),
          },
        ]
      : [],
  )
  if (!view) return null
  return (
    <span className="artifact-pager">
      <Link to={view.href}>
        <Trans>
          <FormattedNumber value={view.position} /> of <FormattedNumber value={view.total} />
        </Trans>
      </Link>
      <IconButton
        label={t`Previous artifact`}
        size="small"
        isDisabled={view.previous === undefined}
        onPress={() => go(view.previous)}
      >
        <span className="sort-mark-up">
          <IconChevronDown />
        </span>
      </IconButton>
      <IconButton
        label={t`Next artifact`}
        size="small"
        isDisabled={view.next === undefined}
        onPress={() => go(view.next)}
      >
        <IconChevronDown />
      </IconButton>
    </span>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { lazyPart } from '../app/lazy-part.ts'
import { useCommands } from '../commands/registry.ts'
import { Button, IconButton } from '../design/controls/button.tsx'
import { DateTime, FormattedNumber } from '../design/format.tsx'
import { IconChevronDown, IconCopy, IconMore } from '../design/icons.tsx'
import { Menu, MenuItem, MenuSection } from '../design/layout/menu.tsx'
import { IconEye } from '../design/page-icons.tsx'
import { PersonName } from '../design/values/person.tsx'
import { TrackerSquare, ValueBadge } from '../design/values/value.tsx'
import { valueColour } from '../design/values/value-colour.ts'
import { trackerUsageQuery } from '../trackers/tracker-queries.ts'
import { useCopy } from '../design/use-copy.ts'
import { useArtifact } from './artifact-context.tsx'
import { copyTexts } from './copy-texts.ts'
import { FieldPlace } from './form/field-place.tsx'
import { useMailLevel } from './form/rail.tsx'
import { useNeighbours } from './use-neighbours.ts'
import { openNewArtifact } from './new-artifact/new-artifact-state.ts'
import { nameOf } from './words.ts'

const DeleteDialog = lazyPart(() => import('./delete-dialog.tsx'), 'DeleteDialog')
const MoveDialog = lazyPart(() => import('./move-dialog.tsx'), 'MoveDialog')

/** Title, number and status, and the menu of actions on the whole artifact. */
export const ArtifactHead = ({ isPanel, list }: { readonly isPanel: boolean; readonly list: string | undefined }) => {
  const { artifact, tracker, layout } = useArtifact()
  const title = artifact.title ?? ''
  const heading = title === '' ? <span className="muted">{artifact.xref}</span> : <bdi>{title}</bdi>
  return (
    <header className="artifact-head">
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
        {!isPanel && <Pager list={list} />}
        <HeadMenu />
      </div>
      <div className="artifact-facts">
        <CopyNumber />
        {!isPanel && artifact.full_status !== null && (
          <ValueBadge colour={valueColour(artifact.full_status.color)}>{artifact.full_status.value}</ValueBadge>
        )}
        {!isPanel &&
          artifact.assignees.map(person => <PersonName key={person.id} name={nameOf(person)} id={person.id} />)}
        <span>
          <Trans>
            opened <DateTime value={artifact.submitted_on} as="day" /> by {nameOf(artifact.submitted_by_user)}
          </Trans>
        </span>
      </div>
      <span className="visually-hidden">{tracker.label}</span>
    </header>
  )
}

const CopyNumber = () => {
  const { t } = useLingui()
  const { artifact, tracker } = useArtifact()
  const copy = useCopy()
  return (
    <span className="artifact-number">
      <TrackerSquare colour={valueColour(tracker.color_name)} />
      {artifact.xref}
      <IconButton label={t`Copy ${artifact.xref}`} size="small" onPress={() => copy(artifact.xref)}>
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

/** Watching means mails about every change. */
const Watch = () => {
  const { t } = useLingui()
  const { id } = useArtifact()
  const { level, change } = useMailLevel(id)
  const isWatching = level === 'all'
  const toggle = () => change(isWatching ? 'involved' : 'all')
  useCommands([
    {
      id: 'artifact.watch',
      label: t`Watch`,
      keys: 'w',
      section: t`Artifact`,
      isAvailable: () => level !== undefined,
      run: toggle,
    },
  ])
  if (level === undefined) return null
  return (
    <Button variant="quiet" size="small" aria-pressed={isWatching} onPress={toggle}>
      <IconEye /> <span className="watch-label">{isWatching ? <Trans>Watching</Trans> : <Trans>Watch</Trans>}</span>
    </Button>
  )
}

const HeadMenu = () => {
  const { t } = useLingui()
  const { artifact, tracker, isAdministrator } = useArtifact()
  const [open, setOpen] = useState<'move' | 'delete'>()
  const [isMenuOpen, setMenuOpen] = useState(false)
  const usage = useQuery(trackerUsageQuery(tracker.id)).data
  const copy = useCopy()
  const texts = copyTexts(artifact)
  useCommands([
    { id: 'artifact.menu', label: t`Actions`, keys: '.', section: t`Artifact`, run: () => setMenuOpen(true) },
    {
      id: 'artifact.copy-link',
      label: t`Copy the address`,
      keys: '$mod+Shift+c',
      section: t`Artifact`,
      run: () => copy(texts.address),
    },
  ])
  return (
    <>
      <Watch />
      <Menu label={t`More`} icon={<IconMore />} isOpen={isMenuOpen} onOpenChange={setMenuOpen}>
        <MenuSection label={t`Copy as`}>
          <MenuItem onAction={() => copy(texts.address)}>{t`Address`}</MenuItem>
          <MenuItem onAction={() => copy(texts.markdown)}>{t`Markdown link`}</MenuItem>
          <MenuItem onAction={() => copy(texts.branch)}>{t`Name of a branch`}</MenuItem>
          <MenuItem onAction={() => copy(texts.curl)}>{t`curl`}</MenuItem>
        </MenuSection>
        <MenuSection label={t`This artifact`} isLabelHidden>
          {usage?.can_copy_artifacts === true ? (
            <MenuItem onAction={() => openNewArtifact(tracker.id, { copy: artifact.id })}>{t`Make a copy…`}</MenuItem>
          ) : null}
          <MenuItem onAction={() => window.print()}>{t`Print`}</MenuItem>
          {isAdministrator ? <MenuItem onAction={() => setOpen('move')}>{t`Move…`}</MenuItem> : null}
          {isAdministrator ? <MenuItem isDanger onAction={() => setOpen('delete')}>{t`Delete…`}</MenuItem> : null}
        </MenuSection>
      </Menu>
      <Suspense fallback={null}>
        {open === 'move' && <MoveDialog onClose={() => setOpen(undefined)} />}
        {open === 'delete' && <DeleteDialog onClose={() => setOpen(undefined)} />}
      </Suspense>
    </>
  )
}

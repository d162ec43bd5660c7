import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useLingui as useLocale } from '@lingui/react'
import { useState, type ReactNode } from 'react'
import { useNewest } from '../artifacts/use-newest.ts'
import { titleOf } from '../artifacts/words.ts'
import { Button, LinkButton } from '../design/controls/button.tsx'
import { EmptyState } from '../design/feedback/empty-state.tsx'
import { ErrorState } from '../design/feedback/error-state.tsx'
import { Skeleton } from '../design/feedback/skeleton.tsx'
import { DateTime } from '../design/format.tsx'
import { Part } from '../design/layout/part.tsx'
import { writeView } from '../drafts/views.ts'
import type { Account } from '../session/account.ts'
import { formatLocale } from '../session/appearance.ts'
import { DueDate } from '../fields/shared/due-date.tsx'
import { DUE_GROUPS, dueGroupOf, firstDayOfWeek, type DueGroup } from './due-groups.ts'
import { useWork, type Work, type WorkItem } from './use-work.ts'
import { WorkList, WorkRow } from './work-list.tsx'
import { MAX_ROWS } from './work-queries.ts'

/** Rows that are rendered at first; *Show more* renders as many again. */
const SHOWN_AT_ONCE = 100

export interface ViewProps {
  readonly account: Account
  /** Artifact in the side panel. */
  readonly open: number | undefined
}

/** Open artifacts that are assigned to the reader, the most urgent first. */
export const AssignedView = ({ account, open, group }: ViewProps & { readonly group: 'date' | 'tracker' }) => {
  const { t } = useLingui()
  const locale = formatLocale(useLocale().i18n.locale)
  const work = useWork('assigned_to')
  const labels: Readonly<Record<DueGroup, string>> = {
    overdue: t`Overdue`,
    today: t`Today`,
    week: t`This week`,
    later: t`Later`,
    none: t`Without date`,
  }
  return (
    <WorkView
      account={account}
      open={open}
      work={work}
      list="my-work-assigned"
      groupsOf={items => {
        if (group === 'tracker') return byTracker(items)
        const [now, firstDay] = [Date.now(), firstDayOfWeek(locale)]
        const groups = Map.groupBy(items.toSorted(soonestFirst), ({ due }) => dueGroupOf(due, now, firstDay))
        return DUE_GROUPS.flatMap(id => {
          const found = groups.get(id)
          return found ? [{ id, label: labels[id], isLate: id === 'overdue', items: found }] : []
        })
      }}
      dateOf={({ due }) => due && <DueDate value={due} />}
      empty={
        <EmptyState
          title={t`Nothing is assigned to you`}
          action={
            <LinkButton to="/projects" size="small">
              <Trans>Find work in a project</Trans>
            </LinkButton>
          }
        >
          <Trans>Open artifacts that somebody assigns to you stand here, the most urgent first.</Trans>
        </EmptyState>
      }
    />
  )
}

/** Open artifacts that the reader submitted, with the newest changes first. */
export const SubmittedView = ({ account, open }: ViewProps) => {
  const { t } = useLingui()
  const work = useWork('submitted_by')
  return (
    <WorkView
      account={account}
      open={open}
      work={work}
      list="my-work-submitted"
      groupsOf={items => [{ id: 'all', label: t`Changed last`, items: items.toSorted(newestFirst) }]}
      dateOf={({ artifact }) => <DateTime value={artifact.last_modified_date} as="relative" />}
      empty={
        <EmptyState title={t`You have submitted nothing that is still open`}>
          <Trans>Artifacts that you create stand here until they are closed.</Trans>
        </EmptyState>
      }
    />
  )
}

interface Group {
  readonly id: string | number
  readonly label: string
  readonly isLate?: boolean
  readonly items: readonly WorkItem[]
}

interface WorkViewProps extends ViewProps {
  readonly work: Work
  /** Key of the list, for the previous and the next one on the page of an artifact. */
  readonly list: string
  readonly groupsOf: (items: readonly WorkItem[]) => readonly Group[]
  readonly dateOf: (item: WorkItem) => ReactNode
  readonly empty: ReactNode
}

const WorkView = ({ account, open, work, list, groupsOf, dateOf, empty }: WorkViewProps) => {
  const [shown, setShown] = useState(SHOWN_AT_ONCE)
  const { items, total, error, retry } = work
  if (!items) return error ? <ErrorState error={error} onRetry={retry} /> : <Skeleton lines={6} />
  if (items.length === 0) return empty
  const groups = groupsOf(items)
  const ids = groups.flatMap(group => group.items.map(({ artifact }) => artifact.id))
  const keepList = () => {
    const { pathname, search } = window.location
    void writeView(account.user.id, { key: list, ids, first: 0, total: ids.length, href: pathname + search })
  }
  return (
    <>
      {firstOf(groups, shown).map(({ group, rows }) => (
        <Part
          key={group.id}
          title={group.label}
          count={group.items.length}
          tone={group.isLate === true ? 'danger' : 'normal'}
        >
          <WorkList label={group.label}>
            {rows.map(item => (
              <ItemRow
                key={item.artifact.id}
                item={item}
                list={list}
                isOpen={item.artifact.id === open}
                onFollow={keepList}
                date={dateOf(item)}
              />
            ))}
          </WorkList>
        </Part>
      ))}
      {ids.length > shown && (
        <div className="work-more">
          <Button size="small" onPress={() => setShown(shown + SHOWN_AT_ONCE)}>
            <Trans>Show more</Trans>
          </Button>
          <span>
            <Plural value={ids.length - shown} one="# more artifact" other="# more artifacts" />
          </span>
        </div>
      )}
      {total > MAX_ROWS && (
        <p className="muted small">
          <Trans>
            These are {MAX_ROWS} of {total}. The trackers show all.
          </Trans>
        </p>
      )}
    </>
  )
}

/** The first rows of all groups; groups without any are left out. */
const firstOf = (groups: readonly Group[], count: number) => {
  const before = (at: number): number => groups.slice(0, at).reduce((sum, { items }) => sum + items.length, 0)
  return groups
    .map((group, at) => ({ group, rows: group.items.slice(0, Math.max(0, count - before(at))) }))
    .filter(({ rows }) => rows.length > 0)
}

interface ItemRowProps {
  readonly item: WorkItem
  readonly list: string
  readonly isOpen: boolean
  readonly onFollow: () => void
  readonly date: ReactNode
}

const ItemRow = ({ item, list, isOpen, onFollow, date }: ItemRowProps) => {
  const artifact = useNewest(item.artifact)
  const { id, tracker, full_status: status, project } = artifact
  return (
    <WorkRow
      id={id}
      label={titleOf(artifact)}
      colourName={tracker.color_name}
      status={status ? { label: status.value, colourName: status.color } : undefined}
      list={list}
      onFollow={onFollow}
      isOpen={isOpen}
      place={project.label}
    >
      {date}
    </WorkRow>
  )
}

const dayOf = ({ due }: WorkItem): string => due?.slice(0, 10) ?? '9999'

const soonestFirst = (one: WorkItem, other: WorkItem): number =>
  dayOf(one).localeCompare(dayOf(other)) || one.artifact.id - other.artifact.id

const newestFirst = (one: WorkItem, other: WorkItem): number =>
  Date.parse(other.artifact.last_modified_date) - Date.parse(one.artifact.last_modified_date)

/** Trackers by project and name; within one the most urgent first. */
const byTracker = (items: readonly WorkItem[]): readonly Group[] =>
  [...Map.groupBy(items.toSorted(soonestFirst), ({ artifact }) => artifact.tracker.id)]
    .map(([id, found]) => {
      const { tracker, project } = found[0]?.artifact ?? { tracker: { label: '' }, project: { label: '' } }
      return { id, label: `${project.label} · ${tracker.label}`, items: found }
    })
    .toSorted((one, other) => one.label.localeCompare(other.label))

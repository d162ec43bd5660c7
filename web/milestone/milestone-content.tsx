import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ListPage } from '../api/api.ts'
import { EmptyState } from '../design/feedback/empty-state.tsx'
import { FaultList } from '../design/feedback/error-state.tsx'
import { Skeleton } from '../design/feedback/skeleton.tsx'
import { FormattedNumber } from '../design/format.tsx'
import { TrackerSquare, ValueBadge } from '../design/values/value.tsx'
import { valueColour } from '../design/values/value-colour.ts'
import { figuresOf } from '../planning/figures.ts'
import type { Item } from '../planning/planning-queries.ts'
import type { WholeMilestone } from './milestone-queries.ts'

export interface MilestoneContentProps {
  readonly milestone: WholeMilestone
  readonly content: UseQueryResult<ListPage<Item>>
  readonly projectName: string
}

/** The content of the milestone by status: open ones first, each group by rank. */
export const MilestoneContent = ({ milestone, content, projectName }: MilestoneContentProps) => {
  const { t } = useLingui()
  const { data, error } = content
  const closed = data?.items.filter(({ status }) => status === 'Closed').length ?? 0
  const place = milestone.parent?.id
  return (
    <section aria-label={t`Content`}>
      <div className="milestone-section-head">
        <h2 className="milestone-section">
          <Trans>Content</Trans>
        </h2>
        {data && data.total > 0 && (
          <span className="milestone-count">
            <Trans>
              {data.total}, {closed} closed
            </Trans>
          </span>
        )}
        {milestone.has_user_priority_change_permission && milestone.semantic_status === 'open' && (
          <Link
            className="button button-quiet button-small milestone-fill"
            to="/projects/$project/planning"
            params={{ project: projectName }}
            search={place === undefined ? {} : { milestone: place }}
          >
            <Trans>Fill from the backlog</Trans>
          </Link>
        )}
      </div>
      {error && !data ? (
        <FaultList error={error} />
      ) : !data ? (
        <Skeleton lines={6} />
      ) : data.items.length === 0 ? (
        <EmptyState title={t`Nothing is planned here.`} />
      ) : (
        groupsOf(data.items).map(group => <Group key={group.key} group={group} />)
      )}
      {data && data.items.length < data.total && (
        <p className="milestone-count">
          <Trans>
            The first {data.items.length} of {data.total}.
          </Trans>
        </p>
      )}
    </section>
  )
}

interface StatusGroup {
  readonly key: string
  readonly label: string
  readonly isOpen: boolean
  readonly items: readonly Item[]
}

/** Closed groups come last. */
const groupsOf = (items: readonly Item[]): StatusGroup[] =>
  [...Map.groupBy(items, ({ status, full_status: { value } }) => `${status} ${value}`)]
    .map(([key, members]) => ({
      key,
      label: members[0]?.full_status.value ?? '',
      isOpen: members[0]?.status === 'Open',
      items: members,
    }))
    .toSorted((one, other) => Number(other.isOpen) - Number(one.isOpen))

const Group = ({ group }: { readonly group: StatusGroup }) => {
  const { t } = useLingui()
  const { items, isOpen } = group
  const { points } = figuresOf(items)
  const label = group.label === '' ? (isOpen ? t`Open` : t`Closed`) : group.label
  return (
    <section className="milestone-group" aria-label={label}>
      <h3>
        <ValueBadge colour={valueColour(items[0]?.full_status.color ?? null)}>{label}</ValueBadge>
        <span className="milestone-count">
          {items.length}
          {points > 0 && (
            <>
              {' · '}
              <Plural value={points} one="# point" other="# points" />
            </>
          )}
        </span>
      </h3>
      <ul className="milestone-rows">
        {items.map(item => (
          <li key={item.id} className={isOpen ? 'milestone-row' : 'milestone-row milestone-row-closed'}>
            <TrackerSquare colour={valueColour(item.color)} />
            <span className="milestone-id">
              <span className="visually-hidden">{item.short_type} #</span>
              {item.id}
            </span>
            <Link to="/artifacts/$id" params={{ id: String(item.id) }} className="milestone-title" dir="auto">
              {item.label === '' ? `${item.short_type} #${item.id}` : item.label}
            </Link>
            <span className="milestone-parent cut">{item.parent && <bdi>{item.parent.label}</bdi>}</span>
            <Effort value={item.remaining_effort} name={t`left`} />
            <Effort value={item.initial_effort} name={t`points`} isStrong />
          </li>
        ))}
      </ul>
    </section>
  )
}

interface EffortProps {
  readonly value: number | null
  readonly name: string
  readonly isStrong?: boolean
}

const Effort = ({ value, name, isStrong = false }: EffortProps) => (
  <span className={isStrong ? 'milestone-number milestone-points' : 'milestone-number'}>
    {value !== null && (
      <>
        <FormattedNumber value={value} /> <span className="milestone-unit">{name}</span>
      </>
    )}
  </span>
)

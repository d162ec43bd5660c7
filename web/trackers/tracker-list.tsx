import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { EmptyState } from '../design/feedback/empty-state.tsx'
import { ErrorState } from '../design/feedback/error-state.tsx'
import { Skeleton } from '../design/feedback/skeleton.tsx'
import { DateTime } from '../design/format.tsx'
import { IconPlus } from '../design/icons.tsx'
import { TrackerSquare } from '../design/values/value.tsx'
import { valueColour } from '../design/values/value-colour.ts'
import { useAccount } from '../session/account.ts'
import { trackerActivityQuery, trackersQuery, trackerSizesQuery } from './tracker-queries.ts'
import './tracker-list.css'
import { WeekBars } from './week-bars.tsx'

export interface TrackerListProps {
  readonly projectId: number
  /** The project's name in the address. */
  readonly projectName: string
}

/** The trackers of a project with numbers, new artifacts by week and the last change: each row is one link to the tracker. */
export const TrackerList = ({ projectId, projectName }: TrackerListProps) => {
  const { t } = useLingui()
  const account = useAccount()
  const { data, error, refetch } = useQuery(trackersQuery(projectId))
  // The list is useful without the numbers, so their failure is ignored.
  const { data: sizes } = useQuery(trackerSizesQuery(projectId))
  const { data: activity } = useQuery(trackerActivityQuery(projectId))
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton lines={4} />
  if (data.items.length === 0)
    return (
      <EmptyState title={t`There is no tracker to see`}>
        <Trans>Trackers hold the bugs, tasks and stories of a project.</Trans>
      </EmptyState>
    )
  const most = Math.max(0, ...[...(activity?.values() ?? [])].flatMap(({ opened }) => opened))
  return (
    <ul className="tracker-list" aria-label={t`Trackers`}>
      {data.items.map(tracker => {
        const size = sizes?.get(tracker.id)
        const lately = activity?.get(tracker.id)
        const colour = valueColour(tracker.color_name)
        const params = { project: projectName, tracker: size?.itemName ?? String(tracker.id) }
        return (
          <li key={tracker.id} className="tracker-row">
            <TrackerSquare colour={colour} />
            <span className="tracker-row-name">
              <Link to="/projects/$project/trackers/$tracker" params={params} className="row-link cut">
                <bdi>{tracker.label}</bdi>
              </Link>
              <span className="tracker-row-more cut" dir="auto">
                {lately?.description || size?.itemName}
              </span>
            </span>
            <span className="tracker-row-size">
              {size !== undefined && (
                <>
                  <Plural value={size.open} one="# open" other="# open" />{' '}
                  <span className="muted">
                    <Plural value={size.artifacts} one="of #" other="of #" />
                  </span>
                </>
              )}
            </span>
            <span className="tracker-row-weeks">
              {lately && <WeekBars weeks={lately.opened} most={most} colour={colour} />}
            </span>
            <span className="tracker-row-time">
              {typeof lately?.last_changed_on === 'string' && (
                <>
                  <span className="visually-hidden">
                    <Trans>Last change</Trans>{' '}
                  </span>
                  <DateTime value={lately.last_changed_on} as="relative" />
                </>
              )}
            </span>
            {account && size && (
              <Link
                to="/projects/$project/trackers/$tracker/new"
                params={params}
                className="button button-quiet button-small button-icon tracker-row-new"
                aria-label={t`New ${size.itemName}`}
              >
                <IconPlus />
              </Link>
            )}
          </li>
        )
      })}
    </ul>
  )
}

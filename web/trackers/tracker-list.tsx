import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { EmptyState } from '../design/feedback/empty-state.tsx'
import { ErrorState } from '../design/feedback/error-state.tsx'
import { Skeleton } from '../design/feedback/skeleton.tsx'
import { TrackerSquare } from '../design/values/value.tsx'
import { valueColour } from '../design/values/value-colour.ts'
import { trackersQuery, trackerSizesQuery } from './tracker-queries.ts'
import './tracker-list.css'

export interface TrackerListProps {
  readonly projectId: number
  /** The project's name in the address. */
  readonly projectName: string
}

/** The trackers of a project with the number of their artifacts: each row is one link to the tracker. */
export const TrackerList = ({ projectId, projectName }: TrackerListProps) => {
  const { t } = useLingui()
  const { data, error, refetch } = useQuery(trackersQuery(projectId))
  // The list is useful without the numbers, so their failure is ignored.
  const { data: sizes } = useQuery(trackerSizesQuery(projectId))
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton lines={4} />
  if (data.items.length === 0)
    return (
      <EmptyState title={t`There is no tracker to see`}>
        <Trans>Trackers hold the bugs, tasks and stories of a project.</Trans>
      </EmptyState>
    )
  return (
    <ul className="tracker-list">
      {data.items.map(tracker => {
        const size = sizes?.get(tracker.id)
        const params = { project: projectName, tracker: size?.itemName ?? String(tracker.id) }
        return (
          <li key={tracker.id} className="tracker-row">
            <TrackerSquare colour={valueColour(tracker.color_name)} />
            <Link to="/projects/$project/trackers/$tracker" params={params} className="tracker-row-link cut">
              <bdi>{tracker.label}</bdi>
            </Link>
            <span className="tracker-row-name">{size?.itemName}</span>
            <span className="tracker-row-size">
              {size !== undefined && (
                <>
                  <Plural value={size.open} one="# open" other="# open" />{' '}
                  <span className="muted">
                    <Plural value={size.artifacts} one="of # artifact" other="of # artifacts" />
                  </span>
                </>
              )}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { EmptyState } from '../design/feedback/empty-state.tsx'
import { ErrorState } from '../design/feedback/error-state.tsx'
import { Skeleton } from '../design/feedback/skeleton.tsx'
import { trackersQuery, trackerSizesQuery } from './tracker-queries.ts'
import './tracker-list.css'

/** The trackers of a project with the number of their artifacts. */
export const TrackerList = ({ projectId }: { readonly projectId: number }) => {
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
        return (
          <li key={tracker.id} className="tracker-card">
            <strong>{tracker.label}</strong>
            <span className="muted small tracker-size">
              {size === undefined ? '' : <Plural value={size} one="# artifact" other="# artifacts" />}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

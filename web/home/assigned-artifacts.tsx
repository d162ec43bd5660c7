import { Plural, Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { api, pageOf } from '../api/api.ts'
import { ErrorState } from '../design/feedback/error-state.tsx'
import { Skeleton } from '../design/feedback/skeleton.tsx'
import { WorkList, WorkRow } from './work-list.tsx'

const MAX_SHOWN = 50

/** Open artifacts that are assigned to the reader. */
export const AssignedArtifacts = () => {
  const { data, error, refetch } = useQuery({
    queryKey: ['home', 'assigned'],
    queryFn: ({ signal }) =>
      pageOf(
        api.GET('/users/{id}/artifacts', {
          params: { path: { id: 'self' }, query: { query: JSON.stringify({ assigned_to: true }), limit: MAX_SHOWN } },
          signal,
        }),
      ),
  })
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton lines={4} />
  if (data.items.length === 0)
    return (
      <p className="muted">
        <Trans>Nothing is assigned to you.</Trans>
      </p>
    )
  const more = data.total - data.items.length
  return (
    <>
      <WorkList>
        {data.items.map(({ id, title, xref, tracker }) => (
          <WorkRow key={id} id={id} label={title || xref} colourName={tracker.color_name}>
            <span className="work-place cut" dir="auto">
              {tracker.project.label}
            </span>
          </WorkRow>
        ))}
      </WorkList>
      {more > 0 && (
        <p className="muted small">
          <Plural value={more} one="and # more" other="and # more" />
        </p>
      )}
    </>
  )
}

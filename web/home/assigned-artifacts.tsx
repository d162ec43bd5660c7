import { Plural, Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api, pageOf } from '../api/api.ts'
import { ErrorState } from '../design/feedback/error-state.tsx'
import { Skeleton } from '../design/feedback/skeleton.tsx'
import { TrackerSquare } from '../design/values/value.tsx'
import { valueColour } from '../design/values/value-colour.ts'

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
      <ul className="work-list">
        {data.items.map(artifact => (
          <li key={artifact.id}>
            <TrackerSquare colour={valueColour(artifact.tracker.color_name)} />
            <span className="work-number">{artifact.id}</span>
            <Link to="/artifacts/$id" params={{ id: String(artifact.id) }} className="work-link" dir="auto">
              {artifact.title === null || artifact.title === '' ? artifact.xref : artifact.title}
            </Link>
            <span className="work-project" dir="auto">
              {artifact.tracker.project.label}
            </span>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p className="muted small">
          <Plural value={more} one="and # more" other="and # more" />
        </p>
      )}
    </>
  )
}

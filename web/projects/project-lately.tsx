import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { EmptyState } from '../design/feedback/empty-state.tsx'
import { ErrorState } from '../design/feedback/error-state.tsx'
import { Skeleton } from '../design/feedback/skeleton.tsx'
import { DateTime } from '../design/format.tsx'
import { Avatar } from '../design/values/avatar.tsx'
import { ValueBadge } from '../design/values/value.tsx'
import { valueColour } from '../design/values/value-colour.ts'
import { trackerSizesQuery } from '../trackers/tracker-queries.ts'
import { latelyQuery, type ChangedArtifact } from './lately-query.ts'

/** Tells in sentences who changed which artifacts of the project lately. */
export const LatelyList = ({ projectId }: { readonly projectId: number }) => {
  const { t } = useLingui()
  const sizes = useQuery(trackerSizesQuery(projectId))
  const ids = [...(sizes.data ?? [])]
    .filter(([, { artifacts }]) => artifacts > 0)
    .toSorted(([, one], [, other]) => other.open - one.open)
    .map(([id]) => id)
  const lately = useQuery({ ...latelyQuery(projectId, ids), enabled: ids.length > 0 })
  const failed = [sizes, lately].find(({ error, data }) => error && !data)
  if (failed) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
  if (!sizes.data || (ids.length > 0 && !lately.data)) return <Skeleton lines={5} />
  if (!lately.data || lately.data.length === 0)
    return (
      <EmptyState title={t`Nothing happened yet`}>{t`Artifacts that people open or change stand here.`}</EmptyState>
    )
  return (
    <ul className="lately">
      {lately.data.map(artifact => (
        <LatelyRow key={artifact.id} artifact={artifact} />
      ))}
    </ul>
  )
}

const LatelyRow = ({ artifact }: { readonly artifact: ChangedArtifact }) => {
  const isNew = artifact.last_modified_date === artifact.submitted_on
  const person = isNew ? artifact.submitted_by_user : artifact.last_update_by_user
  const who = <strong>{person.real_name || person.display_name}</strong>
  const what = (
    <Link to="/artifacts/$id" params={{ id: String(artifact.id) }} className="lately-link">
      <bdi>{artifact.title || artifact.xref}</bdi>
    </Link>
  )
  return (
    <li>
      <Avatar user={person} size={20} />
      <span className="lately-text">
        {isNew ? (
          <Trans>
            {who} opened {what}
          </Trans>
        ) : (
          <Trans>
            {who} changed {what}
          </Trans>
        )}{' '}
        <span className="lately-xref">{artifact.xref}</span>{' '}
        {artifact.full_status && (
          <ValueBadge colour={valueColour(artifact.full_status.color)}>{artifact.full_status.value}</ValueBadge>
        )}
      </span>
      <span className="lately-time">
        <DateTime value={artifact.last_modified_date} as="relative" />
      </span>
    </li>
  )
}

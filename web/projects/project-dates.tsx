import { useLingui } from '@lingui/react/macro'
import { useQueries, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Part } from '../design/layout/part.tsx'
import { Avatar } from '../design/values/avatar.tsx'
import { DueDate } from '../fields/shared/due-date.tsx'
import { isoDay } from '../fields/text-forms/date-words.ts'
import { trackerQuery, trackerSizesQuery } from '../trackers/tracker-queries.ts'
import { datesAheadQuery } from './dates-query.ts'

/** Trackers that are looked into: each is two requests. */
const MAX_TRACKERS = 6

/** The next deadlines of the project. Shows nothing where there is none. */
export const DatesAhead = ({ projectId }: { readonly projectId: number }) => {
  const { t } = useLingui()
  const ids = [...(useQuery(trackerSizesQuery(projectId)).data ?? [])].flatMap(([id, { open }]) =>
    open > 0 ? [id] : [],
  )
  const results = useQueries({
    queries: ids.slice(0, MAX_TRACKERS).map(id => ({ ...trackerQuery(id), retry: false })),
  })
  const trackers = results.flatMap(({ data }) => data ?? [])
  const { data = [] } = useQuery({
    ...datesAheadQuery(projectId, trackers, isoDay(new Date())),
    enabled: trackers.length > 0 && results.every(({ isPending }) => !isPending),
  })
  if (data.length === 0) return null
  return (
    <Part title={t`Due next`}>
      <ul className="dates" aria-label={t`Due next`}>
        {data.map(({ artifact, due }) => {
          const [person] = artifact.assignees
          return (
            <li key={artifact.id}>
              <DueDate value={due} />
              <Link to="/artifacts/$id" params={{ id: String(artifact.id) }} className="row-link cut" dir="auto">
                {artifact.title || artifact.xref}
              </Link>
              {person && (
                <span title={person.real_name ?? ''}>
                  <Avatar user={person} size={20} />
                  <span className="visually-hidden">{person.real_name}</span>
                </span>
              )}
            </li>
          )
        })}
      </ul>
    </Part>
  )
}

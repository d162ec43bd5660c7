import { queryOptions } from '@tanstack/react-query'
import { api, pageOf } from '../api/api.ts'
import { isDeadline } from '../fields/shared/deadline.ts'
import type { DateValue } from '../fields/shared/values.ts'
import type { Tracker } from '../trackers/tracker-queries.ts'
import type { ChangedArtifact } from './lately-query.ts'

const MAX_SHOWN = 5

export interface DateAhead {
  readonly artifact: ChangedArtifact
  readonly due: string
}

/** The next deadlines of open artifacts in the trackers, the soonest first. */
export const datesAheadQuery = (projectId: number, trackers: readonly Tracker[], today: string) =>
  queryOptions({
    queryKey: ['projects', projectId, 'dates ahead', trackers.map(({ id }) => id), today],
    queryFn: async ({ signal }): Promise<readonly DateAhead[]> => {
      const lists = await Promise.all(
        trackers.map(async ({ id, fields, semantics }) => {
          const field = fields.find(each => each.type === 'date' && isDeadline(each))
          if (!field) return []
          const { items } = await pageOf(
            api.GET('/trackers/{id}/artifacts', {
              params: {
                path: { id },
                query: {
                  limit: MAX_SHOWN,
                  tql: `${field.name} >= "${today}"${semantics.status ? ' AND @status = OPEN()' : ''}`,
                  order_by: field.name,
                  fields: field.name,
                },
              },
              signal,
            }),
          )
          return items.flatMap(artifact => {
            const value = artifact.values?.find(each => each.field_id === field.field_id) as DateValue | undefined
            return artifact.is_open && typeof value?.value === 'string' ? [{ artifact, due: value.value }] : []
          })
        }),
      )
      return lists
        .flat()
        .toSorted((one, other) => one.due.slice(0, 10).localeCompare(other.due.slice(0, 10)))
        .slice(0, MAX_SHOWN)
    },
    staleTime: 30_000,
    retry: false,
    meta: { isSignedOutFine: true },
  })

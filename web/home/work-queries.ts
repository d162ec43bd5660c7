import { queryOptions } from '@tanstack/react-query'
import { api, pageOf, type ListPage } from '../api/api.ts'
import { readArtifacts } from '../api/artifacts-by-id.ts'
import type { Artifact } from '../artifacts/artifact-queries.ts'

/** The list of more artifacts than this says where the others are. */
export const MAX_ROWS = 500
/** The server's limit of one answer. */
const OWN_PAGE = 250

export type Relation = 'assigned_to' | 'submitted_by'

const ownPage = (relation: Relation, offset: number, signal: AbortSignal) =>
  pageOf(
    api.GET('/users/{id}/artifacts', {
      params: {
        path: { id: 'self' },
        query: { query: JSON.stringify({ [relation]: true }), limit: OWN_PAGE, offset },
      },
      signal,
    }),
  )

/** Ids of the open artifacts that are assigned to the reader, or that the reader submitted. */
export const ownArtifactsQuery = (relation: Relation) =>
  queryOptions({
    queryKey: ['my work', relation],
    queryFn: async ({ signal }): Promise<ListPage<number>> => {
      const { items, total } = await ownPage(relation, 0, signal)
      const ids = items.map(({ id }) => id)
      while (ids.length < Math.min(total, MAX_ROWS)) {
        const next = await ownPage(relation, ids.length, signal)
        if (next.items.length === 0) break
        ids.push(...next.items.map(({ id }) => id))
      }
      return { items: ids.slice(0, MAX_ROWS), total }
    },
  })

/** Artifacts with their values, as far as the reader sees them. */
export const artifactsByIdQuery = (ids: readonly number[]) =>
  queryOptions({
    queryKey: ['my work', 'artifacts', ids],
    queryFn: ({ signal }): Promise<readonly Artifact[]> => readArtifacts(ids, signal),
    enabled: ids.length > 0,
  })

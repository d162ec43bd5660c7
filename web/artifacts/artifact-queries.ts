import { queryOptions } from '@tanstack/react-query'
import type { components } from '../../client/index.ts'
import { api, responseOf } from '../api/api.ts'

export type Artifact = components['schemas']['Artifact']

/** An artifact with the version that the page shows: every write sends `etag` as `If-Match`. */
export interface LoadedArtifact {
  readonly artifact: Artifact
  readonly etag: string
}

export const artifactKey = (id: number) => ['artifact', id] as const

/** One cache entry for each artifact: page, side panel and tables show the same one. */
export const artifactQuery = (id: number) =>
  queryOptions({
    queryKey: artifactKey(id),
    queryFn: async ({ signal }): Promise<LoadedArtifact> => {
      const { data, response } = await responseOf(
        api.GET('/artifacts/{id}', {
          params: { path: { id }, query: { tracker_structure_format: 'complete', values_format: 'collection' } },
          signal,
        }),
      )
      return { artifact: data, etag: response.headers.get('etag') ?? '' }
    },
    meta: { isSignedOutFine: true },
  })

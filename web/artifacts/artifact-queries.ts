import { queryOptions } from '@tanstack/react-query'
import type { components } from '../../client/index.ts'
import { api, bodyOf, responseOf } from '../api/api.ts'

export type Artifact = components['schemas']['Artifact']

/** An artifact with the version that the page shows: every write sends `etag` as `If-Match`. */
export interface LoadedArtifact {
  readonly artifact: Artifact
  readonly etag: string
}

export const artifactKey = (id: number) => ['artifact', id] as const

/** The history of an artifact as its page shows it. */
export const activityKey = (id: number) => ['artifact', id, 'activity'] as const

export const loadArtifact = async (id: number, signal?: AbortSignal): Promise<LoadedArtifact> => {
  const { data, response } = await responseOf(
    api.GET('/artifacts/{id}', {
      params: { path: { id }, query: { tracker_structure_format: 'complete', values_format: 'collection' } },
      signal,
    }),
  )
  return { artifact: data, etag: response.headers.get('etag') ?? '' }
}

/** Keeps unsaved values in sight: each reading of an artifact passes through a painter. */
export interface Painter {
  /** Taken before the request is sent. */
  readonly epoch: () => number
  readonly take: (loaded: LoadedArtifact, epoch: number) => LoadedArtifact
}

/** The queues of writes by artifact id. */
export const painters = new Map<number, Painter>()

/** One cache entry for each artifact: page, side panel and tables show the same one. */
export const artifactQuery = (id: number) =>
  queryOptions({
    queryKey: artifactKey(id),
    queryFn: async ({ signal }): Promise<LoadedArtifact> => {
      const epoch = painters.get(id)?.epoch() ?? 0
      const loaded = await loadArtifact(id, signal)
      return painters.get(id)?.take(loaded, epoch) ?? loaded
    },
    meta: { isSignedOutFine: true },
  })

const readSubscription = (id: number, signal: AbortSignal) =>
  bodyOf(api.GET('/artifacts/{id}/subscription', { params: { path: { id } }, signal }))

/** The mails that the reader gets about an artifact, and its watchers. */
export type Subscription = Awaited<ReturnType<typeof readSubscription>>
export type MailLevel = Subscription['level']

export const subscriptionQuery = (id: number) =>
  queryOptions({
    queryKey: ['artifact subscription', id],
    queryFn: ({ signal }) => readSubscription(id, signal),
    staleTime: 60_000,
  })

import { useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Artifact } from '../artifacts/artifact-queries.ts'
import { trackerQuery, type Tracker } from '../trackers/tracker-queries.ts'
import { dueDateOf } from './due-groups.ts'
import { artifactsByIdQuery, ownArtifactsQuery, type Relation } from './work-queries.ts'

export interface WorkItem {
  readonly artifact: Artifact
  readonly due: string | undefined
}

export interface Work {
  /** Undefined until all rows are there. */
  readonly items: readonly WorkItem[] | undefined
  /** Number of artifacts on the server, also beyond the rows. */
  readonly total: number
  readonly error: unknown
  readonly retry: () => void
}

const NOTHING: readonly number[] = []

// Outside of the hook, so that an unchanged answer stays the same object.
const trackersOf = (results: readonly UseQueryResult<Tracker>[]) => ({
  isPending: results.some(({ isPending }) => isPending),
  byId: new Map(results.flatMap(({ data }) => (data ? [[data.id, data] as const] : []))),
})

/** The artifacts of the reader with status and deadline. */
export const useWork = (relation: Relation): Work => {
  const own = useQuery(ownArtifactsQuery(relation))
  const ids = own.data?.items ?? NOTHING
  // The rows stay while the list is read again.
  const artifacts = useQuery({ ...artifactsByIdQuery(ids), placeholderData: before => before })
  const trackerIds = [...new Set((artifacts.data ?? []).map(({ tracker }) => tracker.id))]
  // Without the fields of a tracker its artifacts have no date: the list is useful all the same.
  const trackers = useQueries({
    queries: trackerIds.map(id => ({ ...trackerQuery(id), retry: false })),
    combine: trackersOf,
  })
  const items = useMemo(
    () =>
      own.data && (ids.length === 0 || (artifacts.data && !trackers.isPending))
        ? (ids.length === 0 ? [] : (artifacts.data ?? [])).map(artifact => ({
            artifact,
            due: dueDateOf(artifact, trackers.byId.get(artifact.tracker.id)),
          }))
        : undefined,
    [own.data, ids, artifacts.data, trackers],
  )
  return {
    items,
    total: own.data?.total ?? 0,
    error: own.error ?? artifacts.error,
    retry: () => void (own.error ? own.refetch() : artifacts.refetch()),
  }
}

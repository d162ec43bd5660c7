import { hashKey, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { artifactKey, type Artifact, type LoadedArtifact } from './artifact-queries.ts'

/**
 * The artifact as another part of the page has read or written it, unless the list is newer. A change that is on its way has the time of
 * the version before.
 */
export const useNewest = <Listed extends Artifact>(listed: Listed): Listed | Artifact => {
  const queries = useQueryClient()
  const { id } = listed
  const subscribe = useCallback((listener: () => void) => watch(queries, id, listener), [queries, id])
  const read = useSyncExternalStore(subscribe, () => readOf(queries, id))
  return newerOf(listed, read)
}

const readOf = (queries: QueryClient, id: number): Artifact | undefined =>
  queries.getQueryData<LoadedArtifact>(artifactKey(id))?.artifact

const newerOf = <Listed extends Artifact>(listed: Listed, read: Artifact | undefined): Listed | Artifact =>
  read && read.last_modified_date >= listed.last_modified_date ? read : listed

/** As `useNewest`, at this moment. */
export const newestOf = <Listed extends Artifact>(queries: QueryClient, listed: Listed): Listed | Artifact =>
  newerOf(listed, readOf(queries, listed.id))

type Listeners = Map<string, Set<() => void>>

/** One watch on the cache for all rows of all lists: an observer of a query for each row costs more than the row. */
const watches = new WeakMap<QueryClient, Listeners>()

const watch = (queries: QueryClient, id: number, listener: () => void): (() => void) => {
  const listeners = watches.get(queries) ?? open(queries)
  const key = hashKey(artifactKey(id))
  const ofKey = listeners.get(key) ?? new Set()
  listeners.set(key, ofKey.add(listener))
  return () => {
    ofKey.delete(listener)
    if (ofKey.size === 0) listeners.delete(key)
  }
}

const open = (queries: QueryClient): Listeners => {
  const listeners: Listeners = new Map()
  watches.set(queries, listeners)
  queries.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' || type === 'removed') listeners.get(query.queryHash)?.forEach(listener => listener())
  })
  return listeners
}

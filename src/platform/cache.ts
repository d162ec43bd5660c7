import { LRUCache } from 'lru-cache'
import type { Invalidations } from './db/db.ts'

export interface ReadCache<Key extends string | number, Value extends object> {
  /** The value, from memory if it is cached. Undefined if no value exists; a missing value is not cached. */
  get(key: Key): Promise<Value | undefined>
  /** Several values at once: one load for all keys that are not cached. */
  getMany(keys: Iterable<Key>): Promise<Map<Key, Value>>
  /** The value if it is cached; loads nothing. */
  peek(key: Key): Value | undefined
  /** Removes one key, or with null all keys. */
  drop(key: Key | null): void
}

/** Hits and misses of a cache in this process. */
export interface CacheCounts {
  hits: number
  misses: number
}

const countsByInvalidations = new WeakMap<Invalidations, Map<string, CacheCounts>>()

/** Counts of all caches that listen to `invalidations`, by name; caches of one topic share their counts. */
export const cacheCounts = (invalidations: Invalidations): Map<string, CacheCounts> => {
  let counts = countsByInvalidations.get(invalidations)
  if (!counts) countsByInvalidations.set(invalidations, (counts = new Map<string, CacheCounts>()))
  return counts
}

/** Counters of the caches with this name: one object for all caches of the name. */
export const countsOf = (invalidations: Invalidations, name: string): CacheCounts => {
  const all = cacheCounts(invalidations)
  let counts = all.get(name)
  if (!counts) all.set(name, (counts = { hits: 0, misses: 0 }))
  return counts
}

/**
 * A per-process cache of things that are read often and change rarely (DESIGN.md §4). A process that commits a change invalidates `topic`
 * with the key (`invalidate`), and every cache of that topic removes the key. When the connection that receives invalidations is lost,
 * the caches remove all keys and keep nothing until it is back.
 */
export const readCache = <Key extends string | number, Value extends object>(options: {
  readonly invalidations: Invalidations
  readonly topic: string
  readonly max: number
  readonly load: (keys: readonly Key[]) => Promise<Map<Key, Value>>
  /** Key as written in an invalidation → key of the cache. */
  readonly parseKey: (text: string) => Key
}): ReadCache<Key, Value> => {
  // The LRU map allocates its whole size at once, 2 MB for 50,000 entries. It is made at first use, so that short commands do without.
  let made: LRUCache<Key, Value> | undefined
  const entries = (): LRUCache<Key, Value> => (made ??= new LRUCache({ max: options.max }))
  const counts = countsOf(options.invalidations, options.topic)
  // A load that began before a change must not put the old value back after it.
  let generation = 0

  const drop = (key: Key | null): void => {
    generation++
    if (key === null) made?.clear()
    else made?.delete(key)
  }
  options.invalidations.on(options.topic, text => drop(text === null ? null : options.parseKey(text)))

  const getMany = async (keys: Iterable<Key>): Promise<Map<Key, Value>> => {
    const found = new Map<Key, Value>()
    const missing: Key[] = []
    for (const key of new Set(keys)) {
      const value = made?.get(key)
      if (value) found.set(key, value)
      else missing.push(key)
    }
    counts.hits += found.size
    counts.misses += missing.length
    if (missing.length === 0) return found
    const before = generation
    for (const [key, value] of await options.load(missing)) {
      found.set(key, value)
      if (generation === before && options.invalidations.isListening()) entries().set(key, value)
    }
    return found
  }

  return {
    get: async key => {
      const value = made?.get(key)
      if (!value) return (await getMany([key])).get(key)
      counts.hits++
      return value
    },
    getMany,
    peek: key => {
      const value = made?.get(key)
      // A miss is followed by a `get`, which counts it.
      if (value) counts.hits++
      return value
    },
    drop,
  }
}

import { LRUCache } from 'lru-cache'
import type { Invalidations } from './db/db.ts'

export interface ReadCache<Key extends string | number, Value extends object> {
  /** The value, from memory when it is there. Undefined when there is none; that is not remembered. */
  get(key: Key): Promise<Value | undefined>
  /** Several at once: one load for all that are not in memory. */
  getMany(keys: Iterable<Key>): Promise<Map<Key, Value>>
  /** Only what is in memory. */
  peek(key: Key): Value | undefined
  /** Forgets one, or all. */
  drop(key: Key | null): void
}

/** How often a cache of this process had what was asked for, and how often not. */
export interface CacheCounts {
  hits: number
  misses: number
}

const countsByInvalidations = new WeakMap<Invalidations, Map<string, CacheCounts>>()

/** The counts of all caches that hear `changes`, by name; those of one topic together. */
export const cacheCounts = (invalidations: Invalidations): Map<string, CacheCounts> => {
  let counts = countsByInvalidations.get(invalidations)
  if (!counts) countsByInvalidations.set(invalidations, (counts = new Map<string, CacheCounts>()))
  return counts
}

/** Where a cache of that name is to count; one object for all of the name. */
export const countsOf = (invalidations: Invalidations, name: string): CacheCounts => {
  const all = cacheCounts(invalidations)
  let counts = all.get(name)
  if (!counts) all.set(name, (counts = { hits: 0, misses: 0 }))
  return counts
}

/**
 * A per-process cache of things that are read often and change rarely (DESIGN.md §4). Any process that commits a change
 * announces `topic` with the key (`invalidate`), and every cache of that topic forgets it; after a lost connection, all. Until that is
 * there again nothing is remembered.
 */
export const readCache = <Key extends string | number, Value extends object>(options: {
  readonly invalidations: Invalidations
  readonly topic: string
  readonly max: number
  readonly load: (keys: readonly Key[]) => Promise<Map<Key, Value>>
  /** Key as written in an announcement → key of the cache. */
  readonly parseKey: (text: string) => Key
}): ReadCache<Key, Value> => {
  // It takes its whole size at once, 2 MB for 50,000 entries: when it is first used, so that a short command does without.
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
      // Whoever finds nothing asks by `get` then, which counts it.
      if (value) counts.hits++
      return value
    },
    drop,
  }
}

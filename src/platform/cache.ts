import { LRUCache } from 'lru-cache'
import type { Changes } from './db/db.ts'

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

/**
 * A per-process cache of things that are read often and change rarely (DESIGN.md §4). Any process that commits a change
 * announces `topic` with the key (`announceChange`), and every cache of that topic forgets it; after a lost connection, all.
 */
export const readCache = <Key extends string | number, Value extends object>(options: {
  readonly changes: Changes
  readonly topic: string
  readonly max: number
  readonly load: (keys: readonly Key[]) => Promise<Map<Key, Value>>
  /** Key as written in an announcement → key of the cache. */
  readonly parseKey: (text: string) => Key
}): ReadCache<Key, Value> => {
  const entries = new LRUCache<Key, Value>({ max: options.max })
  // A load that began before a change must not put the old value back after it.
  let generation = 0

  const drop = (key: Key | null): void => {
    generation++
    if (key === null) entries.clear()
    else entries.delete(key)
  }
  options.changes.on(options.topic, text => drop(text === null ? null : options.parseKey(text)))

  const getMany = async (keys: Iterable<Key>): Promise<Map<Key, Value>> => {
    const found = new Map<Key, Value>()
    const missing: Key[] = []
    for (const key of new Set(keys)) {
      const value = entries.get(key)
      if (value) found.set(key, value)
      else missing.push(key)
    }
    if (missing.length === 0) return found
    const before = generation
    for (const [key, value] of await options.load(missing)) {
      found.set(key, value)
      if (generation === before) entries.set(key, value)
    }
    return found
  }

  return {
    get: async key => entries.get(key) ?? (await getMany([key])).get(key),
    getMany,
    peek: key => entries.get(key),
    drop,
  }
}

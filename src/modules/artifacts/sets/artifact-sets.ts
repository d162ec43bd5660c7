import { LRUCache } from 'lru-cache'
import type { Db } from '../../../platform/db/db.ts'
import type { RunStatement } from '../store/run-statement.store.ts'
import { IdSet } from './id-set.ts'
import { selectIds, setsIn, type SetExpression } from './select-ids.ts'
import { TrackerSets } from './tracker-sets.ts'
import { nameOfKey, type SetKey } from './tracker-sets.store.ts'

/** Memory of the sets of a process. */
const MAX_BYTES = 64 * 1024 ** 2
/** A condition with more values is not worth its sets. */
const MAX_KEYS = 100

/**
 * Sets of artifacts that this process keeps in memory, one for each value that searches ask for. The sets of a tracker are brought up to
 * date by each search, so they need no invalidation; after a lost connection to the database they are dropped, since another server may
 * have taken over.
 */
export class ArtifactSets {
  readonly #trackers = new Map<number, TrackerSets>()
  /** Reading a set costs as much as several searches, so a set is kept from its second use on. */
  readonly #used = new LRUCache<string, true>({ max: 10_000, ttl: 10 * 60_000 })
  readonly #maxBytes: number

  constructor(maxBytes = MAX_BYTES) {
    this.#maxBytes = maxBytes
  }

  clear(): void {
    this.#trackers.clear()
  }

  /** The artifacts of the tracker for which the expression holds; undefined if its sets are not worth keeping yet. */
  async select(
    trackerId: number,
    expression: SetExpression<SetKey>,
    run: RunStatement,
  ): Promise<{ readonly matches: IdSet; readonly total: number } | undefined> {
    const sets = await this.read(trackerId, [{ kind: 'all' }, ...setsIn(expression)], run)
    if (!sets) return undefined
    const byName = new Map(sets.map(({ key, set }) => [nameOfKey(key), set]))
    const setOf = (key: SetKey): IdSet => byName.get(nameOfKey(key)) ?? new IdSet()
    const all = setOf({ kind: 'all' })
    return { matches: selectIds(withSets(expression, setOf), all), total: all.count() }
  }

  /** The sets of the keys, each once, all as of one moment after the call; undefined if they are not worth keeping yet. */
  async read(
    trackerId: number,
    keys: readonly SetKey[],
    run: RunStatement,
  ): Promise<{ readonly key: SetKey; readonly set: IdSet }[] | undefined> {
    const distinct = [...new Map(keys.map(key => [nameOfKey(key), key])).values()]
    if (distinct.length > MAX_KEYS) return undefined
    const isKnown = distinct.map(key => this.#isUsedAgain(trackerId, key)).every(Boolean)
    if (!isKnown) return undefined
    const tracker = this.#trackers.get(trackerId) ?? new TrackerSets(trackerId)
    this.#trackers.delete(trackerId)
    this.#trackers.set(trackerId, tracker)
    const sets = await tracker.current(distinct, run)
    this.#shrink()
    return sets?.map((set, index) => ({ key: distinct[index] as SetKey, set }))
  }

  #isUsedAgain(trackerId: number, key: SetKey): boolean {
    if (this.#trackers.get(trackerId)?.has(key)) return true
    const name = `${trackerId} ${nameOfKey(key)}`
    const isUsed = this.#used.has(name)
    this.#used.set(name, true)
    return isUsed
  }

  #shrink(): void {
    let bytes = 0
    for (const tracker of this.#trackers.values()) bytes += tracker.bytes
    for (const [id, tracker] of this.#trackers) {
      if (bytes <= this.#maxBytes) return
      const before = tracker.bytes
      if (this.#trackers.size > 1) this.#trackers.delete(id)
      else tracker.shrink(this.#maxBytes)
      bytes -= before
    }
  }
}

const withSets = (expression: SetExpression<SetKey>, setOf: (key: SetKey) => IdSet): SetExpression<IdSet> => {
  switch (expression.kind) {
    case 'all':
    case 'none':
      return expression
    case 'set':
      return { kind: 'set', set: setOf(expression.set) }
    case 'not':
      return { kind: 'not', part: withSets(expression.part, setOf) }
    case 'and':
    case 'or':
      return { kind: expression.kind, parts: expression.parts.map(part => withSets(part, setOf)) }
  }
}

const setsOfDatabases = new WeakMap<Db, ArtifactSets>()

/** The sets that this process keeps of a database. */
export const artifactSetsOf = (db: Db): ArtifactSets => {
  let sets = setsOfDatabases.get(db)
  if (!sets) {
    const made = new ArtifactSets()
    db.invalidations.onAny(topic => {
      if (topic === null) made.clear()
    })
    setsOfDatabases.set(db, (sets = made))
  }
  return sets
}

import type { RunStatement } from '../store/run-statement.store.ts'
import { IdSet } from './id-set.ts'
import { nameOfKey, readSets, type ChangedArtifact, type SetKey, type SetsResponse } from './tracker-sets.store.ts'

/** More changes than these take longer to catch up with than a search without sets, so the sets are dropped. */
const MAX_EVENTS = 5_000

interface HeldSet {
  readonly key: SetKey
  readonly set: IdSet
}

/** One reading of changes and sets, for all callers that came before it began. */
interface Reading {
  readonly keys: Map<string, SetKey>
  readonly done: Promise<void>
}

/**
 * Sets of artifacts of one tracker, all as of one snapshot of the database. A caller gets them as of a snapshot that was taken after the
 * call.
 */
export class TrackerSets {
  readonly #trackerId: number
  /** The set that was used last is the last one. */
  readonly #held = new Map<string, HeldSet>()
  #snapshot: string | null = null
  #version: number | null = null
  #running: Promise<void> = Promise.resolve()
  #next: Reading | undefined

  constructor(trackerId: number) {
    this.#trackerId = trackerId
  }

  get bytes(): number {
    let bytes = 0
    for (const { set } of this.#held.values()) bytes += set.bytes
    return bytes
  }

  has(key: SetKey): boolean {
    return this.#held.has(nameOfKey(key))
  }

  /** Drops the sets that were used longest ago until the others fit. */
  shrink(maxBytes: number): void {
    let bytes = this.bytes
    for (const [name, { set }] of this.#held) {
      if (bytes <= maxBytes) return
      bytes -= set.bytes
      this.#held.delete(name)
    }
  }

  /**
   * The sets of the keys, in their order; undefined if too much changed since the last call. They stay as they are until the caller awaits
   * something.
   */
  async current(keys: readonly SetKey[], run: RunStatement): Promise<IdSet[] | undefined> {
    await this.#read(keys, run)
    const sets: IdSet[] = []
    for (const key of keys) {
      const name = nameOfKey(key)
      const held = this.#held.get(name)
      if (!held) return undefined
      this.#held.delete(name)
      this.#held.set(name, held)
      sets.push(held.set)
    }
    return sets
  }

  /** Readings run one after the other. The next one is for all callers that wait for the end of the running one. */
  #read(keys: readonly SetKey[], run: RunStatement): Promise<void> {
    if (!this.#next) {
      const wanted = new Map<string, SetKey>()
      const done = this.#running.then(async () => {
        this.#next = undefined
        await this.#catchUp([...wanted.values()], run)
      })
      this.#next = { keys: wanted, done }
      this.#running = done.catch(() => undefined)
    }
    for (const key of keys) this.#next.keys.set(nameOfKey(key), key)
    return this.#next.done
  }

  async #catchUp(wanted: readonly SetKey[], run: RunStatement): Promise<void> {
    const missing = wanted.filter(key => !this.has(key))
    const read = (keys: readonly SetKey[]): Promise<SetsResponse> =>
      readSets(run, {
        trackerId: this.#trackerId,
        since: this.#held.size > 0 ? this.#snapshot : null,
        fieldIds: this.#fieldIds(),
        keys,
        maxEvents: MAX_EVENTS,
      })
    let response = await read(missing)
    if (response.isCut || (this.#snapshot !== null && response.version !== this.#version)) {
      this.#held.clear()
      this.#snapshot = null
      if (response.isCut) return
      response = await read(wanted)
      this.#take(wanted, response)
      return
    }
    for (const artifact of response.changed) this.#update(artifact)
    this.#take(missing, response)
  }

  #take(keys: readonly SetKey[], { idsOfKeys, snapshot, version }: SetsResponse): void {
    for (const [index, key] of keys.entries()) {
      const set = new IdSet()
      for (const id of idsOfKeys[index] ?? []) set.add(id)
      this.#held.set(nameOfKey(key), { key, set })
    }
    this.#snapshot = snapshot
    this.#version = version
  }

  #fieldIds(): number[] {
    const ids = new Set<number>()
    for (const { key } of this.#held.values()) if (key.kind === 'value' || key.kind === 'anyValue') ids.add(key.fieldId)
    return [...ids]
  }

  #update(artifact: ChangedArtifact): void {
    const names = new Set(keysOf(artifact).map(nameOfKey))
    for (const [name, { set }] of this.#held) {
      if (names.has(name)) set.add(artifact.id)
      else set.delete(artifact.id)
    }
  }
}

/** The sets that the artifact is in. */
const keysOf = ({ isThere, grantedGroupIds, values }: ChangedArtifact): SetKey[] => {
  if (!isThere) return []
  return [
    { kind: 'all' },
    ...values.flatMap(({ fieldId, value }): SetKey[] => [
      { kind: 'value', fieldId, value },
      { kind: 'anyValue', fieldId },
    ]),
    ...(grantedGroupIds
      ? [{ kind: 'restricted' } as const, ...grantedGroupIds.map(groupId => ({ kind: 'granted', groupId }) as const)]
      : []),
  ]
}

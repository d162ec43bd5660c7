import { LRUCache } from 'lru-cache'
import type { Clock } from '../../../platform/clock.ts'
import { invalidate, inTransaction, type Db, type Tx } from '../../../platform/db/db.ts'
import type { ReadCache } from '../../../platform/cache.ts'
import { isLastUseOutdated, type LastUse } from '../model/access-key.ts'

/** `isShown`: the response shows this use, so the use is recorded in any case. */
export type RecordLastUse = (id: number, ip: string, use?: { readonly isShown: boolean }) => Promise<void>

/**
 * An address that returns sooner is not recorded again. Otherwise several machines that use one key in turns would cause a write and an
 * invalidation with every request.
 */
const MIN_RECORD_INTERVAL_MS = 60_000
/** Maximum addresses that are cached as recorded. */
const MAX_REMEMBERED = 10_000

/** Storage of the last uses of one kind of credentials. */
export interface LastUseStore {
  readonly cache: ReadCache<number, LastUse>
  readonly topic: string
  readonly write: (tx: Tx, id: number, at: Date, ip: string) => Promise<void>
}

/**
 * auth.md §4.3: records the use of a key or session before the request is handled: once an hour or when the address changes. A recently
 * recorded address is recorded again only if the response shows it.
 */
export const recordLastUse = (db: Db, clock: Clock, { cache, topic, write }: LastUseStore): RecordLastUse => {
  // Concurrent requests record one use.
  const running = new Map<string, Promise<void>>()
  const recordedAt = new LRUCache<string, number>({ max: MAX_REMEMBERED })

  const record = async (name: string, id: number, ip: string, at: Date): Promise<void> => {
    await inTransaction(db, async tx => {
      await write(tx, id, at, ip)
      await invalidate(tx, topic, id)
    })
    recordedAt.set(name, at.getTime())
  }
  const isRecentlyRecorded = (name: string, now: Date): boolean =>
    now.getTime() - (recordedAt.get(name) ?? Number.NEGATIVE_INFINITY) < MIN_RECORD_INTERVAL_MS

  return async (id, ip, { isShown } = { isShown: false }) => {
    const used = await cache.get(id)
    const now = clock.now()
    if (!used || !isLastUseOutdated(used, ip, now)) return
    const name = `${id} ${ip}`
    if (!isShown && isRecentlyRecorded(name, now)) return
    const current = running.get(name) ?? record(name, id, ip, now).finally(() => running.delete(name))
    running.set(name, current)
    await current
  }
}

import { LRUCache } from 'lru-cache'
import type { Clock } from '../../platform/clock.ts'
import { announceChange, inTransaction, type Db, type Tx } from '../../platform/db/db.ts'
import type { ReadCache } from '../../platform/cache.ts'
import { isUseToBeNoted, type LastUse } from './access-key.ts'

/** `isShown`: the answer shows this use, so that it is noted in any case. */
export type NoteUse = (id: number, ip: string, use?: { readonly isShown: boolean }) => Promise<void>

/**
 * An address that comes back sooner is not noted again: what several machines use in turns would be written, and announced to all processes,
 * with every request.
 */
const COMES_BACK_MS = 60_000
/** Addresses that are remembered as noted. */
const MAX_REMEMBERED = 10_000

/** Where the last uses of one kind of credentials are kept. */
export interface NotedUses {
  readonly cache: ReadCache<number, LastUse>
  readonly topic: string
  readonly write: (tx: Tx, id: number, at: Date, ip: string) => Promise<void>
}

/**
 * auth.md §4.3: notes the use of a key or session before the request is handled, once an hour or when the address changes; one that comes back
 * soon when it is shown.
 */
export const noteUse = (db: Db, clock: Clock, { cache, topic, write }: NotedUses): NoteUse => {
  // Requests that arrive together note one use.
  const running = new Map<string, Promise<void>>()
  const notedAt = new LRUCache<string, number>({ max: MAX_REMEMBERED })

  const note = async (name: string, id: number, ip: string, at: Date): Promise<void> => {
    await inTransaction(db, async tx => {
      await write(tx, id, at, ip)
      await announceChange(tx, topic, id)
    })
    notedAt.set(name, at.getTime())
  }
  const comesBack = (name: string, now: Date): boolean =>
    now.getTime() - (notedAt.get(name) ?? Number.NEGATIVE_INFINITY) < COMES_BACK_MS

  return async (id, ip, { isShown } = { isShown: false }) => {
    const used = await cache.get(id)
    const now = clock.now()
    if (!used || !isUseToBeNoted(used, ip, now)) return
    const name = `${id} ${ip}`
    if (!isShown && comesBack(name, now)) return
    const current = running.get(name) ?? note(name, id, ip, now).finally(() => running.delete(name))
    running.set(name, current)
    await current
  }
}

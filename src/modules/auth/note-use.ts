import type { Clock } from '../../platform/clock.ts'
import { announceChange, inTransaction, type Db, type Tx } from '../../platform/db/db.ts'
import type { ReadCache } from '../../platform/cache.ts'
import { isUseToBeNoted, type LastUse } from './access-key.ts'

export type NoteUse = (id: number, ip: string) => Promise<void>

/** Where the last uses of one kind of credentials are kept. */
export interface NotedUses {
  readonly cache: ReadCache<number, LastUse>
  readonly topic: string
  readonly write: (tx: Tx, id: number, at: Date, ip: string) => Promise<void>
}

/**
 * auth.md §4.3: notes the use of a key or session before the request is handled, once an hour or when the address changes.
 */
export const noteUse = (db: Db, clock: Clock, { cache, topic, write }: NotedUses): NoteUse => {
  // Requests that arrive together note one use.
  const running = new Map<string, Promise<void>>()

  const note = (id: number, ip: string, at: Date): Promise<void> =>
    inTransaction(db, async tx => {
      await write(tx, id, at, ip)
      await announceChange(tx, topic, id)
    })

  return async (id, ip) => {
    const used = await cache.get(id)
    const now = clock.now()
    if (!used || !isUseToBeNoted(used, ip, now)) return
    const name = `${id} ${ip}`
    const current = running.get(name) ?? note(id, ip, now).finally(() => running.delete(name))
    running.set(name, current)
    await current
  }
}

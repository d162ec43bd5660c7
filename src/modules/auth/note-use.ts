import type { Clock } from '../../platform/clock.ts'
import { announceChange, inTransaction, type Db } from '../../platform/db/db.ts'
import { isUseToBeNoted } from './access-key.ts'
import { noteAccessKeyUse } from './auth.store.ts'
import type { CredentialCaches } from './credential-caches.ts'

export type NoteUse = (keyId: number, ip: string) => Promise<void>

/** auth.md §4.3: notes the use of a key before the request is handled, once an hour or when the address changes. */
export const noteUse = (db: Db, clock: Clock, caches: CredentialCaches): NoteUse => {
  // Requests that arrive together note one use.
  const running = new Map<string, Promise<void>>()

  const note = (keyId: number, ip: string, at: Date): Promise<void> =>
    inTransaction(db, async tx => {
      await noteAccessKeyUse(tx, keyId, at, ip)
      await announceChange(tx, 'access_key', keyId)
    })

  return async (keyId, ip) => {
    const key = await caches.accessKeys.get(keyId)
    const now = clock.now()
    if (!key || !isUseToBeNoted(key, ip, now)) return
    const name = `${keyId} ${ip}`
    const current = running.get(name) ?? note(keyId, ip, now).finally(() => running.delete(name))
    running.set(name, current)
    await current
  }
}

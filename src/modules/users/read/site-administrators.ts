import type { Tx } from '../../../platform/db/db.ts'
import { Invalid } from '../../../platform/errors.ts'
import { lockSiteAdministrators } from '../store/users.store.ts'

/** Id of an account → its status. */
export type SiteAdministrators = ReadonlyMap<number, string>

/**
 * The site administrators. Locks the list until the transaction ends, so that two changes at once cannot remove the last two. Call it
 * before locking an account.
 */
export const getSiteAdministrators = (tx: Tx): Promise<SiteAdministrators> => lockSiteAdministrators(tx)

/** Throws if no site administrator who may sign in would remain without this account. */
export const requireAnotherAdministrator = (administrators: SiteAdministrators, userId: number): void => {
  if (!administrators.has(userId)) return
  const isAnother = [...administrators].some(([id, status]) => id !== userId && status === 'A')
  if (!isAnother)
    throw new Invalid('this is the last site administrator: make another one first', { reason: 'conflict' })
}

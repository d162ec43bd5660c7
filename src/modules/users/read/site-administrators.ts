import type { Tx } from '../../../platform/db/db.ts'
import { Invalid } from '../../../platform/errors.ts'
import { lockSiteAdministrators } from '../store/users.store.ts'

/** By account: its status. */
export type SiteAdministrators = ReadonlyMap<number, string>

/**
 * Who administers the platform. Others who add or take away one wait until the transaction ends, so that two at once cannot leave none:
 * ask before an account is locked.
 */
export const getSiteAdministrators = (tx: Tx): Promise<SiteAdministrators> => lockSiteAdministrators(tx)

/** Throws when nobody who may sign in would be left to administer the platform without this account. */
export const requireAnotherAdministrator = (administrators: SiteAdministrators, userId: number): void => {
  if (!administrators.has(userId)) return
  const isAnother = [...administrators].some(([id, status]) => id !== userId && status === 'A')
  if (!isAnother)
    throw new Invalid('this is the last site administrator: make another one first', { reason: 'conflict' })
}

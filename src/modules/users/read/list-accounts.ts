import type { Db } from '../../../platform/db/db.ts'
import type { Page } from '../../../platform/http/routes/pagination.ts'
import type { User, UserStatus } from '../model/user.ts'
import type { UserQueries } from './user-queries.ts'
import { pageOfAccounts, listAccountDates, type AccountDates } from '../store/users.store.ts'

/** An account as user managers see it. */
export interface Account extends AccountDates {
  readonly user: User
}

export type GetAccounts = (ids: readonly number[]) => Promise<Account[]>

/** In the order of the ids. */
export const getAccounts =
  (db: Db, queries: UserQueries): GetAccounts =>
  async ids => {
    const [users, dates] = await Promise.all([queries.getMany(ids), listAccountDates(db.kysely, ids)])
    return ids.flatMap(id => {
      const user = users.get(id)
      const known = dates.get(id)
      return user && known ? [{ user, ...known }] : []
    })
  }

export interface AccountFilter {
  readonly text: string
  readonly status: UserStatus | undefined
}

/** Accounts of any status, by login; each word must be in login, real name or address. */
export const listAccounts =
  (db: Db, get: GetAccounts) =>
  async (filter: AccountFilter, page: Page): Promise<{ readonly accounts: Account[]; readonly size: number }> => {
    const words = filter.text.split(/\s+/).filter(word => word !== '')
    const { ids, size } = await pageOfAccounts(db.kysely, { words, status: filter.status }, page)
    return { accounts: await get(ids), size }
  }

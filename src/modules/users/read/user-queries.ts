import { LRUCache } from 'lru-cache'
import { readCache } from '../../../platform/cache.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { User } from '../model/user.ts'
import {
  findIdByLogin,
  findIdsByEmails,
  findIdsByLdapIds,
  findIdsByLogins,
  loadUsers,
  listTakenNames,
} from '../store/users.store.ts'

const MAX_CACHED = 50_000

/** Accounts by login and address in lower case. */
export interface FoundAccounts {
  readonly byLogin: ReadonlyMap<string, readonly User[]>
  readonly byEmail: ReadonlyMap<string, readonly User[]>
  readonly byLdapId: ReadonlyMap<string, readonly User[]>
}

export interface UserQueries {
  get(id: number): Promise<User | undefined>
  getMany(ids: Iterable<number>): Promise<Map<number, User>>
  /** Reads memory only. */
  peek(id: number): User | undefined
  /** Ignores case and status. */
  findByLogin(login: string): Promise<User | undefined>
  findByEmail(email: string): Promise<User[]>
  findByLdapId(ldapId: string): Promise<User | undefined>
  /** Finds any number of accounts, with one query per kind of name. */
  findAll(by: {
    readonly logins: readonly string[]
    readonly emails: readonly string[]
    readonly ldapIds: readonly string[]
  }): Promise<FoundAccounts>
  /** The names that an account or a project has, in lower case. */
  takenNames(names: readonly string[]): Promise<ReadonlySet<string>>
}

export const userQueries = (db: Db): UserQueries => {
  const cache = readCache<number, User>({
    invalidations: db.invalidations,
    topic: 'user',
    max: MAX_CACHED,
    load: ids =>
      loadUsers(
        db,
        ids.filter(id => Number.isSafeInteger(id)),
      ),
    parseKey: Number,
  })
  // A hint needs no invalidation: the account found by the hint is used only if it still has the login.
  const hints = new LRUCache<string, number>({ max: MAX_CACHED })

  const listOf = async (ids: readonly number[] = []): Promise<User[]> => {
    const users = await cache.getMany(ids)
    return ids.flatMap(id => users.get(id) ?? [])
  }
  return {
    get: id => cache.get(id),
    getMany: ids => cache.getMany(ids),
    peek: id => cache.peek(id),
    findByLogin: async login => {
      const key = login.toLowerCase()
      const hinted = hints.get(key)
      const account = hinted === undefined ? undefined : await cache.get(hinted)
      if (account?.login.toLowerCase() === key) return account
      const id = await findIdByLogin(db, login)
      if (id === undefined) return undefined
      hints.set(key, id)
      return cache.get(id)
    },
    findByEmail: async email => listOf((await findIdsByEmails(db.kysely, [email])).get(email.toLowerCase())),
    findByLdapId: async ldapId => (await listOf((await findIdsByLdapIds(db.kysely, [ldapId])).get(ldapId)))[0],
    findAll: async ({ logins, emails, ldapIds }) => {
      const [byLogin, byEmail, byLdapId] = await Promise.all([
        findIdsByLogins(db.kysely, logins),
        findIdsByEmails(db.kysely, emails),
        findIdsByLdapIds(db.kysely, ldapIds),
      ])
      const users = await cache.getMany([byLogin, byEmail, byLdapId].flatMap(ids => [...ids.values()].flat()))
      const withUsers = (ids: ReadonlyMap<string, readonly number[]>): ReadonlyMap<string, readonly User[]> =>
        new Map([...ids].map(([key, list]) => [key, list.flatMap(id => users.get(id) ?? [])]))
      return { byLogin: withUsers(byLogin), byEmail: withUsers(byEmail), byLdapId: withUsers(byLdapId) }
    },
    takenNames: names => listTakenNames(db.kysely, names),
  }
}

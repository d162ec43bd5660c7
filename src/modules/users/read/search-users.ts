import type { Db } from '../../../platform/db/db.ts'
import { Invalid } from '../../../platform/errors.ts'
import { parseJsonQuery, textCriterion } from '../../../platform/http/request/json-query.ts'
import type { Page } from '../../../platform/http/routes/pagination.ts'
import type { User } from '../model/user.ts'
import type { UserQueries } from './user-queries.ts'
import { searchIds } from '../store/users.store.ts'

export const MAX_USERS = 50

export interface FoundUsers {
  readonly users: User[]
  readonly size: number
}

/** users.md §3: the query is words, or a JSON object that names accounts or one address exactly. */
export const searchUsers =
  (db: Db, queries: UserQueries) =>
  async (query: string, page: Page): Promise<FoundUsers> => {
    // http.md §7: only a query that begins and ends with braces is JSON.
    if (query.startsWith('{') && query.endsWith('}')) {
      const users = await findExactly(queries, parseCriterion(query))
      return { users, size: users.length }
    }
    const { ids, size } = await searchIds(db.kysely, query.split(/\s+/), page)
    const found = await queries.getMany(ids)
    return { users: ids.flatMap(id => found.get(id) ?? []), size }
  }

interface Criterion {
  readonly key: (typeof KEYS)[number]
  readonly value: string | readonly string[]
}

// `loginname` differs from the user name only with an external directory, which Crocus does not have; `shortname` is a synonym.
const LOGIN_KEYS = ['username', 'loginname', 'shortname'] as const
const KEYS = [...LOGIN_KEYS, 'email'] as const

const parseCriterion = (query: string): Criterion => {
  const parsed = parseJsonQuery(query, KEYS)
  const keys = KEYS.filter(key => Object.hasOwn(parsed, key))
  const byLogin = LOGIN_KEYS.filter(key => keys.includes(key))
  if (byLogin.length > 1)
    throw new Invalid(`\`query\` names a user by one of ${byLogin.map(key => `\`${key}\``).join(', ')}, not by both`, {
      reason: 'parameter.range',
      parameter: 'query',
    })
  // There is at least one key: the check above refuses a query without.
  const key = keys[0] as Criterion['key']
  return {
    key,
    value: key !== 'email' && Array.isArray(parsed[key]) ? parseLogins(parsed[key], key) : textCriterion(parsed, key),
  }
}

const parseLogins = (given: readonly unknown[], key: string): readonly string[] => {
  if (given.length > MAX_USERS)
    throw new Invalid(`\`query[${key}]\` names at most ${MAX_USERS} users`, {
      reason: 'parameter.range',
      parameter: `query[${key}]`,
    })
  return given.map(login => textCriterion({ [key]: login }, key))
}

const findExactly = async (queries: UserQueries, { key, value }: Criterion): Promise<User[]> => {
  if (typeof value !== 'string') {
    const { byLogin } = await queries.findAll({ logins: value, emails: [], ldapIds: [] })
    return [...byLogin.values()].flat().toSorted((one, other) => (one.login < other.login ? -1 : 1))
  }
  if (key === 'email') return queries.findByEmail(value)
  const user = await queries.findByLogin(value)
  return user ? [user] : []
}

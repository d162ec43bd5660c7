import type { Db } from '../../platform/db/db.ts'
import { Invalid } from '../../platform/errors.ts'
import { parseJsonQuery, textCriterion } from '../../platform/http/json-query.ts'
import type { Page } from '../../platform/http/pagination.ts'
import type { User } from './user.ts'
import type { UserQueries } from './user-queries.ts'
import { searchIds } from './users.store.ts'

export const MAX_USERS = 50

export interface FoundUsers {
  readonly users: User[]
  readonly size: number
}

/** users.md §3: words, or a JSON object that names one account or address exactly. */
export const searchUsers =
  (db: Db, queries: UserQueries) =>
  async (query: string, page: Page): Promise<FoundUsers> => {
    // http.md §7: only what begins and ends with braces is JSON.
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
  readonly value: string
}

const KEYS = ['username', 'loginname', 'email'] as const

const parseCriterion = (query: string): Criterion => {
  const parsed = parseJsonQuery(query, KEYS)
  const keys = KEYS.filter(key => Object.hasOwn(parsed, key))
  if (keys.includes('username') && keys.includes('loginname'))
    throw new Invalid('`query` names a user by `username` or by `loginname`, not by both')
  // There is at least one: a query without is refused above.
  const key = keys[0] as Criterion['key']
  return { key, value: textCriterion(parsed, key) }
}

const findExactly = async (queries: UserQueries, { key, value }: Criterion): Promise<User[]> => {
  if (key === 'email') return queries.findByEmail(value)
  // `loginname` differs only with an external directory, which there is none of.
  const user = await queries.findByLogin(value)
  return user ? [user] : []
}

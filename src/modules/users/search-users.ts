import type { Db } from '../../platform/db/db.ts'
import { Invalid } from '../../platform/errors.ts'
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
  readonly key: 'username' | 'loginname' | 'email'
  readonly value: string
}

const parseCriterion = (query: string): Criterion => {
  let parsed: Record<string, unknown>
  try {
    parsed = JSON.parse(query) as Record<string, unknown>
  } catch {
    throw new Invalid('`query` is not valid JSON')
  }
  const keys = (['username', 'loginname', 'email'] as const).filter(key => Object.hasOwn(parsed, key))
  if (keys.includes('username') && keys.includes('loginname'))
    throw new Invalid('`query` names a user by `username` or by `loginname`, not by both')
  const key = keys[0]
  if (key === undefined) throw new Invalid('`query` needs one of the keys `username`, `loginname` and `email`')
  const value = parsed[key]
  if (typeof value !== 'string') throw new Invalid(`\`query[${key}]\` is to be a text`)
  if (!value.isWellFormed() || value.includes('\0')) throw new Invalid(`\`query[${key}]\` is not valid Unicode text`)
  return { key, value: value.trim() }
}

const findExactly = async (queries: UserQueries, { key, value }: Criterion): Promise<User[]> => {
  if (key === 'email') return queries.findByEmail(value)
  // `loginname` differs only with an external directory, which there is none of.
  const user = await queries.findByLogin(value)
  return user ? [user] : []
}

import type { Db } from '../../../platform/db/db.ts'
import { Invalid } from '../../../platform/errors.ts'
import type { User } from '../model/user.ts'
import type { UserQueries } from './user-queries.ts'
import type { UserReference } from '../model/users.schema.ts'
import { findIdsByEmails, findIdsByLdapIds, findIdsByLogins } from '../store/users.store.ts'

type Key = keyof UserReference
const keys = ['id', 'username', 'email', 'ldap_id'] as const

interface ParsedReference {
  readonly key: Key
  readonly value: string
}

/** users.md §7: the referenced users, in the order of the references. Runs at most one query per kind of reference. */
export const resolveUserReferences =
  (db: Db, queries: UserQueries) =>
  async (references: readonly UserReference[]): Promise<User[]> => {
    const parsed = references.map(parseReference)
    const valuesOf = (key: Key): string[] => [
      ...new Set(parsed.filter(each => each.key === key).map(each => each.value)),
    ]
    const found: Record<Key, ReadonlyMap<string, readonly number[]>> = {
      id: new Map(valuesOf('id').map(id => [id, [Number(id)]])),
      username: await lookUp(valuesOf('username'), values => findIdsByLogins(db.kysely, values)),
      email: await lookUp(valuesOf('email'), values => findIdsByEmails(db.kysely, values)),
      ldap_id: await lookUp(valuesOf('ldap_id'), values => findIdsByLdapIds(db.kysely, values)),
    }
    const idsOf = ({ key, value }: ParsedReference): readonly number[] => found[key].get(value) ?? []
    const users = await queries.getMany(parsed.flatMap(idsOf))
    return parsed.map(reference => {
      const ids = idsOf(reference)
      if (ids.length > 1)
        throw new Invalid(`several users have the e-mail address ${reference.value}`, { reason: 'parameter.range' })
      const user = users.get(ids[0] ?? 0)
      if (!user)
        throw new Invalid(`there is no user with ${reference.key} ${reference.value.slice(0, 100)}`, {
          reason: 'parameter.range',
        })
      return user
    })
  }

const lookUp = async (
  values: readonly string[],
  find: (values: readonly string[]) => Promise<Map<string, number[]>>,
): Promise<ReadonlyMap<string, readonly number[]>> => (values.length === 0 ? new Map() : find(values))

const parseReference = (reference: UserReference): ParsedReference => {
  const given = keys.filter(key => reference[key] !== undefined)
  const key = given[0]
  if (key === undefined || given.length > 1)
    throw new Invalid('a user is named by exactly one of `id`, `username`, `email` and `ldap_id`', {
      reason: 'parameter.required',
    })
  const value = String(reference[key])
  return { key, value: key === 'username' || key === 'email' ? value.toLowerCase() : value }
}

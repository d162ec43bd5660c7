import { isMailAddress } from '../../../platform/mail/address.ts'
import type { UsersModule } from '../../users/index.ts'
import type { ImportOptions } from '../model/import.ts'

/** Author of a change; 0 is the anonymous user, whose address may be known. */
export interface Author {
  readonly userId: number
  readonly email: string | null
}

/** The accounts of the people whom the source names. */
export interface People {
  /** For values: null is nobody, undefined unknown. */
  find(name: string): Promise<number | null | undefined>
  author(name: string): Promise<Author | undefined>
  /** Addresses without an account that were met since the last call. */
  takeUnknownAddresses(): readonly string[]
}

/** The API shows accounts as "Real name (login)". */
const SHOWN = /\(([^()]+)\)$/

/** Remembers answers, so it lives as long as a few portions only. */
export const createPeople = (
  users: Pick<UsersModule, 'get' | 'findByLogin' | 'findByEmail'>,
  { people, unknownPeople }: Pick<ImportOptions, 'people' | 'unknownPeople'>,
): People => {
  const given = new Map(Object.entries(people))
  const known = new Map<string, Promise<number | undefined>>()
  const unknownAddresses = new Set<string>()

  const look = async (name: string): Promise<number | undefined> => {
    const meant = given.get(name) ?? name
    if (typeof meant === 'number') return (await users.get(meant))?.id
    const byLogin = await users.findByLogin(meant)
    if (byLogin) return byLogin.id
    if (meant.includes('@')) {
      const found = await users.findByEmail(meant)
      return found.length === 1 ? found[0]?.id : undefined
    }
    const login = SHOWN.exec(meant)?.[1]
    return login === undefined ? undefined : (await users.findByLogin(login))?.id
  }
  const idOf = async (name: string): Promise<number | undefined> => {
    const asked = name.trim()
    let answer = known.get(asked)
    if (!answer) known.set(asked, (answer = look(asked)))
    const id = await answer
    if (id === undefined && unknownPeople === 'invite' && isMailAddress(asked))
      unknownAddresses.add(asked.toLowerCase())
    return id
  }
  return {
    find: async name => (await idOf(name)) ?? (unknownPeople === 'refuse' ? undefined : null),
    author: async name => {
      const userId = await idOf(name)
      if (userId !== undefined) return { userId, email: null }
      if (unknownPeople === 'refuse') return undefined
      return { userId: 0, email: isMailAddress(name.trim()) ? name.trim() : null }
    },
    takeUnknownAddresses: () => {
      const taken = [...unknownAddresses]
      unknownAddresses.clear()
      return taken
    },
  }
}

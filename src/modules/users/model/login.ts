import { isReservedName } from './reserved-names.ts'

/** Words that stand for somebody else where a login may stand: addresses of the API, answers. */
const RESERVED: ReadonlySet<string> = new Set(['self', 'anonymous'])

/** The fault of a login name as such (users.md §4), or undefined; accounts that have one with a fault keep it. Whether it is taken is asked elsewhere. */
export const loginFault = (login: string, options: { isAnyLength?: boolean } = {}): string | undefined => {
  if (!/^[A-Za-z0-9._-]+$/.test(login))
    return 'the user name may hold letters, digits, hyphens, underscores and dots only'
  if (!options.isAnyLength && login.length < 3) return 'the user name needs at least 3 characters'
  if (!options.isAnyLength && login.length > 30) return 'the user name has more than 30 characters'
  if (isReservedName(login) || RESERVED.has(login.toLowerCase())) return `the user name ${login} is reserved`
  // Where an account may be named by id or login, digits are an id.
  if (/^\d+$/.test(login)) return 'the user name needs a character that is not a digit'
  return undefined
}

import { isReservedName } from './reserved-names.ts'

/** Words with a special meaning where the API expects a login. */
const RESERVED: ReadonlySet<string> = new Set(['self', 'anonymous'])

/**
 * The fault of a login name (users.md §4), or undefined; existing accounts with such a name keep it. Does not check whether the name is
 * taken.
 */
export const loginFault = (login: string, options: { isAnyLength?: boolean } = {}): string | undefined => {
  if (!/^[A-Za-z0-9._-]+$/.test(login))
    return 'the user name may hold letters, digits, hyphens, underscores and dots only'
  if (!options.isAnyLength && login.length < 3) return 'the user name needs at least 3 characters'
  if (!options.isAnyLength && login.length > 30) return 'the user name has more than 30 characters'
  if (isReservedName(login) || RESERVED.has(login.toLowerCase())) return `the user name ${login} is reserved`
  // Parameters that accept an id or a login read digits as an id.
  if (/^\d+$/.test(login)) return 'the user name needs a character that is not a digit'
  return undefined
}

import { isReservedName } from './reserved-names.ts'

/** What is wrong with a login name as such (users.md §4), or undefined. Whether it is taken is asked elsewhere. */
export const loginFault = (login: string, options: { isAnyLength?: boolean } = {}): string | undefined => {
  if (!/^[A-Za-z0-9._-]+$/.test(login))
    return 'the user name may hold letters, digits, hyphens, underscores and dots only'
  if (!options.isAnyLength && login.length < 3) return 'the user name needs at least 3 characters'
  if (!options.isAnyLength && login.length > 30) return 'the user name has more than 30 characters'
  if (isReservedName(login)) return `the user name ${login} is reserved`
  return undefined
}

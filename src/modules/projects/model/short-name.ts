import { isReservedName } from '../../users/index.ts'

const MIN = 3
const MAX = 30

/**
 * Why a text is no valid short name, in the words that follow "Short name"; undefined if its form is valid (projects.md §3, in that order).
 * Does not check whether the name is taken. Archives may have underscores (import.md §2).
 */
export const shortNameFault = (
  name: string,
  options: { readonly allowsUnderscore?: boolean } = {},
): string | undefined => {
  const rest = options.allowsUnderscore ? name.replaceAll('_', '-') : name
  if (!/^[A-Za-z0-9]/.test(name)) return 'must start with an alphanumeric character'
  if (/[_.]/.test(rest)) return 'cannot contain an underscore or a dot'
  if (/\s/.test(rest)) return 'cannot contain a space'
  if (/[^A-Za-z0-9-]/.test(rest)) return 'contains an illegal character: only letters, digits and hyphens can be used'
  if (name.length < MIN) return `is too short: it needs at least ${MIN} characters`
  if (name.length > MAX) return `is too long: it has at most ${MAX} characters`
  if (isReservedName(name)) return 'is reserved'
  return undefined
}

/** The sentence that clients show (projects.md §3.1). */
export const shortNameMessage = (fault: string): string =>
  `Project shortname is invalid. The reason is: Short name ${fault}.`

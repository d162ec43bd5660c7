import { wireIdOf } from '../projects/index.ts'
import type { Field } from './field.ts'
import type { NamedContext, ParseFault, RepresentContext } from './field-type.ts'
import { fault } from './parsing.ts'
import { quoted } from './wire-id.ts'

/** Login of an account; an account that is gone has none. */
export const loginIn = (context: Pick<RepresentContext, 'fullUser'>, userId: number): string | null =>
  (context.fullUser(userId) as { readonly username: string | null }).username

/** Short name of a user group: `findUserGroup` finds it again. */
export const groupNameIn = (context: Pick<RepresentContext, 'userGroup'>, groupId: number): string =>
  context.userGroup(groupId).short_name

/** Between the names of a cell; a name that holds one of them stands in a cell of its own. */
const SEPARATORS = /\s*[,;\n]\s*/

/**
 * The names of a list: an array, or one text. A text that is no known name may hold several, as cells of a sheet do. undefined: another
 * kind of value.
 */
export const namesIn = (named: unknown, isKnown: (name: string) => boolean = () => false): string[] | undefined => {
  if (named === null || named === '') return []
  if (typeof named === 'number') return [String(named)]
  if (typeof named === 'string') {
    const whole = named.trim()
    return isKnown(named) || isKnown(whole) ? [whole] : whole.split(SEPARATORS).filter(name => name !== '')
  }
  if (!Array.isArray(named)) return undefined
  const names = (named as readonly unknown[]).map(name => (typeof name === 'number' ? String(name) : name))
  return names.every(name => typeof name === 'string') ? names : undefined
}

/** Ids of accounts by their names; the fault names the unknown ones. */
export const peopleNamed = async (
  names: readonly string[],
  field: Field,
  context: NamedContext,
): Promise<readonly number[] | ParseFault> => {
  const ids: number[] = []
  const unknown: string[] = []
  for (const name of names) {
    const id = await context.findPerson(name)
    if (id === undefined) unknown.push(name)
    else if (id !== null) ids.push(id)
  }
  return unknown.length > 0 ? unknownNames(field, 'account', unknown) : ids
}

/** REST ids of user groups by their names. */
export const groupsNamed = async (
  names: readonly string[],
  field: Field,
  context: NamedContext,
): Promise<readonly string[] | ParseFault> => {
  const ids: string[] = []
  const unknown: string[] = []
  for (const name of names) {
    const id = await context.findUserGroup(name)
    if (id === undefined) unknown.push(name)
    else ids.push(wireIdOf(field.projectId, id))
  }
  return unknown.length > 0 ? unknownNames(field, 'user group', unknown) : ids
}

export const unknownNames = (field: Field, noun: string, names: readonly string[]): ParseFault =>
  fault(field, `there is no ${noun} ${names.slice(0, 5).map(quoted).join(', ')}${names.length > 5 ? ' …' : ''}.`)

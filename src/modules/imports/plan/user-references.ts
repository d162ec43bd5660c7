import { isTrue, type XmlNode } from '../../../platform/xml/node.ts'
import { NONE_USER_ID } from '../../users/index.ts'
import type { Messages } from '../archive/import-messages.ts'
import { referenceFormats, type Author, type MatchedUsers, type ReferenceFormat } from './match-users.ts'

/** Resolves the references to users in the document (import.md §4). */
export interface UserReferences {
  /** The author of a change. An unknown author is an error and becomes anonymous. */
  authorOf(node: XmlNode): Author
  /** An account; undefined for None, for an unknown address, and (with an error) for a user who is not in users.xml. */
  userOf(node: XmlNode): number | undefined
}

const ANONYMOUS = 0

export const userReferencesOf = (people: MatchedUsers, messages: Messages): UserReferences => {
  const find = (node: XmlNode): { readonly userId: number | undefined; readonly email: string | undefined } => {
    const format = (node.attributes['format'] ?? '').trim()
    const key = node.text.trim()
    if (!referenceFormats.includes(format)) {
      if (key !== '') messages.error(node, `a reference to a user needs a format: ${referenceFormats.join(', ')}`)
      return { userId: undefined, email: undefined }
    }
    const userId = people.find(format as ReferenceFormat, key)
    if (format === 'email') return { userId, email: key }
    const sharing = people.sharing(format as ReferenceFormat, key)
    if (sharing !== undefined)
      messages.error(node, `nobody knows whom the ${format} ${key} means: in users.xml it is that of ${sharing}`)
    if (userId === undefined && key !== '')
      messages.error(node, `the user "${key}" (${format}) is not in users.xml`, undefined)
    return { userId, email: undefined }
  }
  return {
    authorOf: node => {
      const { userId, email } = find(node)
      if (userId !== undefined) return { userId, email: null }
      if (email === undefined && !isTrue(node.attributes['is_anonymous']?.trim()) && node.text.trim() === '')
        messages.error(node, `<${node.name}> names no user`)
      return { userId: ANONYMOUS, email: email === undefined || email === '' ? null : email }
    },
    userOf: node => {
      const text = node.text.trim()
      // §4: "None" in lists of users is no user.
      if (text === '' || (text === 'None' && node.attributes['format'] !== 'ldap')) return undefined
      const { userId } = find(node)
      return userId === NONE_USER_ID ? undefined : userId
    },
  }
}

/** A mention in a message: `keyword #value` or `keyword #project:value` (svn.md §3.3). */
export interface MessageReference {
  /** In lower case. */
  readonly keyword: string
  /** Id or short name of the project, if the mention names one. */
  readonly project: string | undefined
  /** The parameters: `12`, or `charts/12`. */
  readonly values: readonly string[]
}

/** Maximum references that are checked: each may cost a query. */
const MAX_REFERENCES = 200
// Limits that keep every message quick to check, because the author of a commit chooses the message.
const MAX_KEYWORD = 100
const MAX_VALUE = 512

const KEYWORD = /[\p{L}\p{N}_]+$/u
const VALUE = /^(?:([\p{L}\p{N}_-]+):)?((?:[\p{L}\p{N}_.-]+\/)*)([\p{L}\p{N}_.-]*)/u

/**
 * The references in a commit message, in their order, without duplicates. Does not check whether the targets exist.
 *
 * Differs from `extractReferences`, whose references become links with the platform's keywords in ASCII. Here a commit without a reference
 * is refused, so word characters of all languages count, and overlapping mentions count, too.
 */
export const referencesIn = (message: string): MessageReference[] => {
  const found = new Map<string, MessageReference>()
  for (let at = message.indexOf(' #'); at >= 0 && found.size < MAX_REFERENCES; at = message.indexOf(' #', at + 1)) {
    const keyword = KEYWORD.exec(message.slice(Math.max(0, at - MAX_KEYWORD), at))?.[0].toLowerCase()
    const value = parseValue(message.slice(at + 2, at + 2 + MAX_VALUE))
    if (keyword === undefined || !value) continue
    found.set(JSON.stringify([keyword, value]), { keyword, ...value })
  }
  return [...found.values()]
}

/** One word, or several segments of which the last ends with a word character. */
const parseValue = (text: string): Omit<MessageReference, 'keyword'> | undefined => {
  const [, project, folders = '', rest = ''] = VALUE.exec(text) ?? []
  const last = (folders === '' ? /^[\p{L}\p{N}_]+/u : /^.*[\p{L}\p{N}_]/u).exec(rest)?.[0]
  const values = last === undefined ? [] : [...folders.split('/').slice(0, -1), last]
  return values.length === 0 ? undefined : { project, values }
}

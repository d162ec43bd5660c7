/** A mention in a message: `keyword #value` or `keyword #project:value` (svn.md §3.3). */
export interface MessageReference {
  /** In lower case. */
  readonly keyword: string
  /** Id or short name of the project that is named. */
  readonly project: string | undefined
  /** The parameters: `12`, or `charts/12`. */
  readonly values: readonly string[]
}

/** More than these are not looked at: each may cost a question to the database. */
const MAX_REFERENCES = 200
// Bounds, so that no message takes long: whoever commits writes it.
const MAX_KEYWORD = 100
const MAX_VALUE = 512

const KEYWORD = /[\p{L}\p{N}_]+$/u
const VALUE = /^(?:([\p{L}\p{N}_-]+):)?((?:[\p{L}\p{N}_.-]+\/)*)([\p{L}\p{N}_.-]*)/u

/**
 * What a commit message may refer to, in its order, each once. Whether there is such a thing is not looked at.
 *
 * Not `extractReferences` of texts, whose references become links with keywords of this platform, in ASCII: here a commit is refused
 * where none is found, so word characters are those of any language, and a mention that overlaps another one counts, too.
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

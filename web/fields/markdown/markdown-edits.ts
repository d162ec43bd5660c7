// Edits of a text with a selection.

export interface TextSelection {
  readonly text: string
  readonly from: number
  readonly to: number
}

/** Puts marks around the selection, or takes them away. */
export const surround = ({ text, from, to }: TextSelection, mark: string): TextSelection => {
  const before = text.slice(0, from)
  const chosen = text.slice(from, to)
  const after = text.slice(to)
  if (before.endsWith(mark) && after.startsWith(mark)) {
    const size = mark.length
    return { text: before.slice(0, -size) + chosen + after.slice(size), from: from - size, to: to - size }
  }
  return { text: before + mark + chosen + mark + after, from: from + mark.length, to: to + mark.length }
}

/** The line after an item of a list begins as an item, too; an empty item ends the list. Undefined: the line is no item. */
export const continueList = ({ text, from, to }: TextSelection): TextSelection | undefined => {
  if (from !== to) return undefined
  const start = text.lastIndexOf('\n', from - 1) + 1
  const line = text.slice(start, from)
  const [, indent = '', mark, box = '', rest = ''] = /^(\s*)([-*+]|\d{1,9}[.)]) (\[[ xX]\] )?(.*)$/.exec(line) ?? []
  if (mark === undefined) return undefined
  if (rest === '') {
    const cut = text.slice(0, start) + text.slice(from)
    return { text: cut, from: start, to: start }
  }
  const number = Number.parseInt(mark)
  const next = Number.isNaN(number) ? mark : `${number + 1}${mark.slice(-1)}`
  const inserted = `\n${indent}${next} ${box === '' ? '' : '[ ] '}`
  const at = from + inserted.length
  return { text: text.slice(0, from) + inserted + text.slice(from), from: at, to: at }
}

/** Begins each line of the selection with the mark, or takes it away from all of them. */
export const markLines = ({ text, from, to }: TextSelection, mark: string): TextSelection => {
  const start = text.lastIndexOf('\n', from - 1) + 1
  const next = text.indexOf('\n', to)
  const end = next < 0 ? text.length : next
  const lines = text.slice(start, end).split('\n')
  const isMarked = lines.every(line => line.startsWith(mark))
  const changed = lines.map(line => (isMarked ? line.slice(mark.length) : mark + line)).join('\n')
  return { text: text.slice(0, start) + changed + text.slice(end), from: start, to: start + changed.length }
}

const ADDRESS = 'https://'

/** Makes the selection the words of a link, and selects the address that is to be written. */
export const insertLink = ({ text, from, to }: TextSelection): TextSelection => {
  const words = text.slice(from, to)
  const isAddress = /^https?:\/\/\S+$/.test(words)
  const link = isAddress ? `[](${words})` : `[${words}](${ADDRESS})`
  const next = text.slice(0, from) + link + text.slice(to)
  if (isAddress || words === '') return { text: next, from: from + 1, to: from + 1 }
  const at = from + words.length + 3
  return { text: next, from: at, to: at + ADDRESS.length }
}

export interface Completion {
  readonly kind: 'person' | 'artifact' | 'response'
  /** Index of the `@`, `#` or `/`. */
  readonly from: number
  readonly word: string
}

/**
 * The unfinished words at the position: a mention like `@mae`, a reference like `#12` or `#fog horn`, or a ready answer like `/thanks` at
 * the start of a line.
 */
export const completionAt = (text: string, position: number): Completion | undefined => {
  const before = text.slice(0, position)
  const [, login] = /(?:^|[\s(])@([\p{L}\p{N}._-]{0,40})$/u.exec(before) ?? []
  if (login !== undefined) return { kind: 'person', from: position - login.length - 1, word: login }
  const [, words] = /(?:^|[\s(])#([\p{L}\p{N}][\p{L}\p{N} ._-]{0,40})$/u.exec(before) ?? []
  if (words !== undefined) return { kind: 'artifact', from: position - words.length - 1, word: words }
  const [, title] = /(?:^|\n)\/([\p{L}\p{N} ]{0,40})$/u.exec(before) ?? []
  return title === undefined ? undefined : { kind: 'response', from: position - title.length - 1, word: title }
}

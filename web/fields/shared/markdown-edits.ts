// Edits of a text with a selection.

export interface Selected {
  readonly text: string
  readonly from: number
  readonly to: number
}

/** Puts marks around the selection, or takes them away. */
export const surround = ({ text, from, to }: Selected, mark: string): Selected => {
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
export const continueList = ({ text, from, to }: Selected): Selected | undefined => {
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

export interface Mention {
  /** Index of the `@`. */
  readonly from: number
  readonly word: string
}

/** The mention that somebody is typing at the position: `@mae`. */
export const mentionAt = (text: string, position: number): Mention | undefined => {
  const before = text.slice(0, position)
  const [, word] = /(?:^|[\s(])@([\p{L}\p{N}._-]{0,40})$/u.exec(before) ?? []
  return word === undefined ? undefined : { from: position - word.length - 1, word }
}

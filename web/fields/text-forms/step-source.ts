// Steps hold their Markdown sources with escaped marks of HTML.

const MARKS: readonly (readonly [mark: string, escaped: string])[] = [
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#039;'],
]

export const escapeSource = (text: string): string =>
  MARKS.reduce((done, [mark, escaped]) => done.replaceAll(mark, escaped), text)

export const unescapeSource = (text: string): string =>
  MARKS.toReversed().reduce((done, [mark, escaped]) => done.replaceAll(escaped, mark), text)

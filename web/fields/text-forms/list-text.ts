// Several values as one text, for the clipboard and CSV. A value with a comma, a line end or blanks at its ends stands in quotes.

const NEEDS_QUOTES = /[",;\r\n\t]|^\s|\s$|^$/

export const writeList = (values: readonly string[]): string =>
  values.map(value => (NEEDS_QUOTES.test(value) ? `"${value.replaceAll('"', '""')}"` : value)).join(', ')

const PART = /\s*(?:"((?:[^"]|"")*)"\s*(?=[,;\r\n]|$)|([^,;\r\n]*))(?:[,;\r\n]|$)/y

/** Commas, semicolons and line ends part the values. */
export const readList = (text: string): readonly string[] => {
  const values: string[] = []
  PART.lastIndex = 0
  while (PART.lastIndex < text.length) {
    const [, quoted, plain = ''] = PART.exec(text) ?? []
    if (quoted !== undefined) values.push(quoted.replaceAll('""', '"'))
    else if (plain.trim() !== '') values.push(plain.trim())
  }
  return values
}

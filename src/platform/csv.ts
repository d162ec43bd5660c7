/** A cell of a sheet. */
export type Cell = string | number | null

/** Programs for sheets read a text that begins so as a formula. */
const FORMULA = /^[=+\-@\t\r]/

/** A leading apostrophe keeps a text from being a formula. */
const GUARDED = /^'(?=[=+\-@\t\r])/

const escaped = (text: string, separator: string): string =>
  /["\r\n]/.test(text) || text.includes(separator) ? `"${text.replaceAll('"', '""')}"` : text

/**
 * A line of CSV (RFC 4180) with its end. A text that a program for sheets would run as a formula gets a leading apostrophe; a number never
 * does.
 */
export const csvLine = (cells: readonly Cell[], separator: string): string =>
  `${cells
    .map(cell => {
      if (cell === null) return ''
      if (typeof cell === 'number') return String(cell)
      return escaped(FORMULA.test(cell) ? `'${cell}` : cell, separator)
    })
    .join(separator)}\r\n`

/** The text of a cell that `csvLine` wrote, without its apostrophe. */
export const withoutGuard = (text: string): string => text.replace(GUARDED, '')

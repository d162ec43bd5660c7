// Numbers as people of a locale write them.

const partsOf = (locale: string): { readonly decimal: string; readonly group: string } => {
  const parts = new Intl.NumberFormat(locale, { useGrouping: true }).formatToParts(1_234_567.8)
  const of = (type: string, otherwise: string) => parts.find(part => part.type === type)?.value ?? otherwise
  return { decimal: of('decimal', '.'), group: of('group', '') }
}

/** All digits of the number, with the decimal mark of the locale, without marks between thousands. */
export const writeNumber = (value: number, locale: string): string =>
  String(value).replace('.', partsOf(locale).decimal)

const PLAIN = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i
const escaped = (mark: string): string => mark.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/**
 * The number of a text in the locale: its decimal mark, and its marks between thousands where they part groups of three. A text that is no
 * number there may have a decimal point: `1.5` stands in programs all over the world.
 */
export const parseNumber = (text: string, locale: string): number | undefined => {
  const { decimal, group } = partsOf(locale)
  const written = text
    .trim()
    .replaceAll(/[\s\u00a0\u202f]/gu, '')
    .replace(/^−/u, '-')
    .replaceAll('’', "'")
  const mark = group.trim().replace('’', "'")
  const isGrouped =
    mark !== '' && new RegExp(`^[+-]?\\d{1,3}(${escaped(mark)}\\d{3})+(${escaped(decimal)}\\d*)?$`).test(written)
  const number = (isGrouped ? written.replaceAll(mark, '') : written).replace(decimal, '.')
  const plain = PLAIN.test(number) ? number : PLAIN.test(written) ? written : undefined
  if (plain === undefined) return undefined
  const value = Number(plain)
  return Number.isFinite(value) ? value : undefined
}

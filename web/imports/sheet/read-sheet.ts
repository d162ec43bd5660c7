// The first lines of a chosen sheet, for the choice of its columns. The server reads the sheet itself.

export interface SheetStart {
  readonly columns: readonly string[]
  /** Cells of the first rows. */
  readonly rows: readonly (readonly string[])[]
  /** The content as it is sent: UTF-8. */
  readonly content: Blob
}

const START_BYTES = 256 * 1024
const SAMPLE_ROWS = 3
const SEPARATORS = [',', ';', '\t'] as const

/** Reads the beginning of a file; undefined for one that holds no line. */
export const readSheet = async (file: File): Promise<SheetStart | undefined> => {
  const content = await asUtf8(file)
  const text = (await content.slice(0, START_BYTES).text()).replace(/^\ufeff/, '')
  const candidates = SEPARATORS.map(separator => parseStart(text, separator))
  const [best] = candidates.sort((left, right) => (right[0]?.length ?? 0) - (left[0]?.length ?? 0))
  const [head, ...rows] = best ?? []
  if (!head || head.every(cell => cell.trim() === '')) return undefined
  return { columns: head.map(cell => cell.trim()), rows: rows.slice(0, SAMPLE_ROWS), content }
}

/** Programs for sheets on Windows write the characters of their country: the content is sent as UTF-8. */
const asUtf8 = async (file: File): Promise<Blob> => {
  const start = await file.slice(0, START_BYTES).arrayBuffer()
  try {
    // A character may be cut at the end of the part.
    new TextDecoder('utf-8', { fatal: true }).decode(start, { stream: true })
    return file
  } catch {
    return new Blob([new TextDecoder('windows-1252').decode(await file.arrayBuffer())], { type: 'text/csv' })
  }
}

/** The records of a text, as far as the sample needs them (RFC 4180). */
export const parseStart = (text: string, separator: string): string[][] => {
  const records: string[][] = []
  let record: string[] = []
  let cell = ''
  let isQuoted = false
  for (let at = 0; at < text.length && records.length <= SAMPLE_ROWS; at++) {
    const char = text[at] ?? ''
    if (isQuoted) {
      if (char !== '"') cell += char
      else if (text[at + 1] === '"') cell += text[++at] ?? ''
      else isQuoted = false
    } else if (char === '"' && cell === '') isQuoted = true
    else if (char === separator) {
      record.push(cell)
      cell = ''
    } else if (char === '\n') {
      records.push([...record, cell.replace(/\r$/, '')])
      record = []
      cell = ''
    } else cell += char
  }
  if (cell !== '' || record.length > 0) records.push([...record, cell.replace(/\r$/, '')])
  return records.filter(cells => cells.some(one => one.trim() !== ''))
}

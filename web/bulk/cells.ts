// Cells of the table as text, for the clipboard.
import type { Field } from '../fields/field-view.ts'
import { viewOf } from '../fields/registry.ts'
import type { Row } from '../trackers/rows/rows.ts'

/** Rows of cells. */
export type Cells = readonly (readonly string[])[]

export const cellsOf = (row: Pick<Row, 'values'>, fields: readonly Field[]): readonly string[] =>
  fields.map(field => {
    const value = row.values?.find(({ field_id }) => field_id === field.field_id)
    return viewOf(field.type).toText(value, field)
  })

export const markdownTable = ([heads = [], ...rows]: Cells): string => {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map(cell => cell.replace(/[|\\]/g, '\\$&').replace(/\s+/g, ' ')).join(' | ')} |`
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n')
}

export const tabbedText = (rows: Cells): string =>
  rows.map(cells => cells.map(cell => cell.replace(/\s+/g, ' ')).join('\t')).join('\n')

/** As programs for sheets write them: a cell with tabs, quotes or several lines stands in quotes. */
export const quotedText = (rows: Cells): string =>
  rows
    .map(cells => cells.map(cell => (/["\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join('\t'))
    .join('\n')

export const htmlTable = (rows: Cells): string => {
  const table = document.createElement('table')
  for (const cells of rows) {
    const row = table.insertRow()
    for (const cell of cells) row.insertCell().textContent = cell
  }
  return table.outerHTML
}

/** The cells of a text from a program for sheets. A quote begins a cell only at its start. */
export const parseCells = (text: string): Cells => {
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  const end = text.replace(/\r?\n$/, '').length
  while (at <= end) {
    const isQuoted = text[at] === '"'
    let cell = ''
    if (isQuoted) {
      at++
      while (at < end && !(text[at] === '"' && text[at + 1] !== '"')) {
        if (text[at] === '"') at++
        cell += text[at++]
      }
      at++
    }
    while (at < end && !/[\t\r\n]/.test(text[at] ?? '')) cell += text[at++]
    row.push(cell)
    if (text[at] === '\r' && text[at + 1] === '\n') at++
    if (at >= end || text[at] !== '\t') {
      rows.push(row)
      row = []
    }
    at++
  }
  return rows
}

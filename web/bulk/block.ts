// Blocks of cells: copied, pasted and filled down. A block begins at the cell that has the focus.
import type { Artifact } from '../artifacts/artifact-queries.ts'
import type { Field, FieldValue } from '../fields/field-view.ts'
import type { Row } from '../trackers/rows/rows.ts'
import type { Tracker } from '../trackers/tracker-queries.ts'
import { cellsOf, htmlTable, parseCells, quotedText } from './cells.ts'

/** The part of a table that a block is taken from. */
export interface BlockSource {
  readonly tracker: Tracker
  /** Fields of the columns after the title. */
  readonly fields: readonly Field[]
  /** Index of the row with the focus, heads of groups included. */
  readonly row: number
  /** 0: the title. */
  readonly column: number
  /** Number of rows, heads of groups included. */
  readonly count: number
  readonly rowAt: (index: number) => Row | undefined
  readonly isHead: (index: number) => boolean
  /** The loaded rows that are chosen, in their order. */
  readonly chosen: readonly Row[]
  /** The row as this tab has it since. */
  readonly newest: (row: Row) => Row | Artifact
}

export interface BlockCell {
  readonly field: Field
  readonly text: string
  /** The value itself, where the text comes from another row. */
  readonly value?: FieldValue | undefined
}

export interface BlockLine {
  /** `new`: below the last row. `late`: the row is not loaded. */
  readonly artifact: Row | 'new' | 'late'
  readonly cells: readonly BlockCell[]
}

export interface Block {
  readonly lines: readonly BlockLine[]
  /** Cells of the text to the right of the last column. */
  readonly beyond: number
}

const titleOf = ({ fields, semantics }: Tracker): Field | undefined =>
  fields.find(field => field.field_id === semantics.title?.field_id)

const allFields = ({ tracker, fields }: BlockSource): readonly (Field | undefined)[] => [titleOf(tracker), ...fields]

/** The title stands in the row itself. */
const textsOf = (row: Row | Artifact, { tracker }: BlockSource, fields: readonly Field[]): readonly string[] => {
  const title = titleOf(tracker)
  const texts = cellsOf(row, fields)
  return fields.map((field, index) => (field === title ? (row.title ?? '') : (texts[index] ?? '')))
}

/** Copies the chosen rows, else the row with the focus: whole rows from the first cell, else the column. */
export const copyBlock = (data: DataTransfer, source: BlockSource): void => {
  const { row, column, rowAt, chosen, newest } = source
  const focused = rowAt(row)
  const rows = chosen.length > 0 ? chosen : focused ? [focused] : []
  const fields = (column === 0 ? allFields(source) : allFields(source).slice(column, column + 1)).filter(
    field => field !== undefined,
  )
  const cells = rows.map(each => textsOf(newest(each), source, fields))
  if (cells.length === 0) return
  data.setData('text/plain', quotedText(cells))
  data.setData('text/html', htmlTable(cells))
}

/** A text from a program for sheets, from the cell with the focus on. One cell fills all chosen rows. */
export const pastedBlock = (text: string, source: BlockSource): Block => {
  const rows = parseCells(text)
  const fields = allFields(source).slice(source.column)
  const [[only = ''] = []] = rows
  const isOne = rows.length === 1 && rows[0]?.length === 1
  if (isOne && source.chosen.length > 1) {
    const [field] = fields
    return {
      lines: field ? source.chosen.map(artifact => ({ artifact, cells: [{ field, text: only }] })) : [],
      beyond: 0,
    }
  }
  const places = rowsFrom(source, rows.length)
  return {
    lines: rows.map((cells, at) => ({
      artifact: places[at] ?? 'new',
      cells: cells.flatMap((cell, index) => {
        const field = fields[index]
        return field ? [{ field, text: cell }] : []
      }),
    })),
    beyond: rows.reduce((sum, { length }) => sum + Math.max(0, length - fields.length), 0),
  }
}

const rowsFrom = ({ row, count, rowAt, isHead }: BlockSource, wanted: number): readonly BlockLine['artifact'][] => {
  const places: BlockLine['artifact'][] = []
  for (let index = row; places.length < wanted && index < count; index++)
    if (!isHead(index)) places.push(rowAt(index) ?? 'late')
  return places
}

/** The chosen rows get the value that the first of them has in the column with the focus. */
export const filledBlock = (source: BlockSource): Block => {
  const [first, ...others] = source.chosen
  const field = allFields(source)[source.column]
  if (!first || !field) return { lines: [], beyond: 0 }
  const from = source.newest(first)
  const value = from.values?.find(({ field_id: id }) => id === field.field_id)
  const [text = ''] = textsOf(from, source, [field])
  return { lines: others.map(artifact => ({ artifact, cells: [{ field, text, value }] })), beyond: 0 }
}

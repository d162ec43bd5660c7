import type { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse/sync'
import { withoutGuard } from '../../../platform/csv.ts'
import {
  MAX_LINE_BYTES,
  type ColumnMeaning,
  type ImportColumn,
  type ImportOptions,
  type SheetHead,
} from '../model/import.ts'
import { faultOfRecord } from './read-ndjson.ts'
import { splitRecords, type RawRecord } from './split-records.ts'
import type { LineFault, SourceArtifact, SourceLine } from './source-line.ts'
import { translator, type Translate } from './translate-values.ts'

/** A column of a sheet with its meaning. */
export interface MappedColumn {
  /** From 0. */
  readonly place: number
  readonly name: string
  readonly meaning: ColumnMeaning | 'field'
  readonly field: string
  readonly linkType: string
}

/** Field names and labels, for columns that the request does not name. */
export interface KnownField {
  readonly name: string
  readonly label: string
}

const SEPARATORS = [',', ';', '\t'] as const

/** The cells of a record; a fault if it is no CSV. */
const cellsOf = ({ text = '' }: RawRecord, separator: string): string[] | LineFault => {
  try {
    const records: string[][] = parse(text, { delimiter: separator, relaxColumnCount: true, maxRecordSize: 0 })
    const [cells = []] = records
    return cells.map(withoutGuard)
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return { column: null, reason: 'body.syntax', text: `The line is no CSV: ${error.message.slice(0, 200)}.` }
  }
}

/** Reads the first line: the separator that gives the most cells. */
export const readHead = async (stream: Readable): Promise<SheetHead | LineFault> => {
  const start = { offset: 0, lines: 0 }
  for await (const record of splitRecords(stream, { isSheet: true, maxBytes: MAX_LINE_BYTES, start })) {
    stream.destroy()
    if (record.text === undefined) return faultOfRecord(record)
    const heads = SEPARATORS.flatMap(separator => {
      const cells = cellsOf(record, separator)
      return Array.isArray(cells) ? [{ separator, cells: cells.map(cell => cell.trim()) }] : []
    })
    const [best] = heads.sort((left, right) => right.cells.length - left.cells.length)
    return best ?? { column: null, reason: 'body.syntax', text: 'The first line is no CSV.' }
  }
  return { column: null, reason: 'body.syntax', text: 'The sheet is empty.' }
}

const alike = (left: string, right: string): boolean => left.trim().toLowerCase() === right.trim().toLowerCase()

/** The meaning of each column; faults for columns that the request names and the sheet does not have. */
export const mapColumns = (
  { cells }: SheetHead,
  asked: readonly ImportColumn[],
  fields: readonly KnownField[],
): { readonly columns: readonly MappedColumn[]; readonly faults: readonly LineFault[] } => {
  const faults: LineFault[] = []
  const named = asked.filter(({ column }) => column !== undefined)
  const columns: MappedColumn[] = []
  const add = (place: number, name: string, { as, field = '', type = '' }: ImportColumn): void => {
    columns.push({ place, name, meaning: as ?? 'field', field, linkType: type })
  }
  for (const one of named) {
    const name = one.column ?? ''
    const exact = cells.indexOf(name)
    const place = exact >= 0 ? exact : cells.findIndex(cell => alike(cell, name))
    if (place >= 0) add(place, name, one)
    else
      faults.push({ column: name, reason: 'parameter.range', text: `The sheet has no column "${name.slice(0, 100)}".` })
  }
  // Without columns in the request, names and labels of fields speak for themselves.
  if (named.length === 0)
    cells.forEach((name, place) => {
      const field = fields.find(one => alike(one.name, name)) ?? fields.find(one => alike(one.label, name))
      if (alike(name, 'external_id')) add(place, name, { as: 'external_id' })
      else if (field) add(place, name, { field: field.name })
    })
  if (faults.length === 0 && columns.every(({ meaning }) => meaning === 'ignore'))
    faults.push({ column: null, reason: 'parameter.range', text: 'No column of the sheet is a field of the tracker.' })
  return { columns, faults }
}

/** The artifacts of a sheet, one a line. */
export async function* readCsv(
  stream: Readable,
  options: ImportOptions,
  { head, columns }: { readonly head: SheetHead; readonly columns: readonly MappedColumn[] },
  start: SourceLine['end'],
): AsyncGenerator<SourceLine> {
  const translate = translator(options)
  let isHead = start.offset === 0
  for await (const record of splitRecords(stream, { isSheet: true, maxBytes: MAX_LINE_BYTES, start })) {
    if (isHead) {
      isHead = false
      continue
    }
    const { line, end } = record
    const cells = record.text === undefined ? faultOfRecord(record) : cellsOf(record, head.separator)
    yield { line, end, artifact: Array.isArray(cells) ? artifactOf(cells, columns, translate) : cells }
  }
}

const LINK_SEPARATORS = /\s*[,;\n]\s*/

const artifactOf = (
  cells: readonly string[],
  columns: readonly MappedColumn[],
  translate: Translate,
): SourceArtifact | LineFault => {
  const cellOf = (meaning: ColumnMeaning): string => {
    const column = columns.find(one => one.meaning === meaning)
    return column ? (cells[column.place] ?? '').trim() : ''
  }
  const externalId = cellOf('external_id')
  if (externalId.length > 255)
    return { column: 'external_id', reason: 'parameter.range', text: 'An external id has at most 255 characters.' }
  const values = Object.fromEntries(
    columns.filter(({ meaning }) => meaning === 'field').map(({ field, place }) => [field, cells[place] ?? '']),
  )
  const comment = cellOf('comment')
  const by = cellOf('submitted_by') || null
  const on = cellOf('submitted_on') || null
  return {
    externalId: externalId || null,
    tracker: null,
    entries: [
      { by, on, values: translate(values), comment: null },
      ...(comment === ''
        ? []
        : [{ by, on, values: {}, comment: { body: comment, format: 'commonmark', groups: null } }]),
    ],
    files: [],
    links: columns
      .filter(({ meaning }) => meaning === 'links')
      .flatMap(({ place, linkType }) =>
        (cells[place] ?? '')
          .split(LINK_SEPARATORS)
          .filter(id => id !== '')
          .map(id => ({ externalId: id, type: linkType })),
      ),
  }
}

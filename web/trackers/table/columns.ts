// The columns of a table with their widths and order. The address holds the differences from the report.
import type { Field } from '../../fields/field-view.ts'
import { viewOf } from '../../fields/registry.ts'
import type { Tracker } from '../tracker-queries.ts'

export interface Column {
  readonly field: Field
  /** In pixels. */
  readonly width: number
}

export interface SortKey {
  /** Short name of a field. */
  readonly name: string
  readonly isDescending: boolean
}

export const MIN_WIDTH = 64
export const MAX_WIDTH = 800
/** Pixels by which a key changes a width. */
export const WIDTH_STEP = 16
/** The server takes no more. */
export const MAX_SORT_KEYS = 10

/** Containers, lines and texts of the form hold no value. */
const LAYOUT_TYPES = new Set(['fieldset', 'column', 'linebreak', 'separator', 'staticrichtext'])
const NUMBER_TYPES = new Set(['int', 'float', 'computed', 'aid', 'atid', 'priority'])
const DATE_TYPES = new Set(['date', 'lud', 'subon'])
/** Types whose values are too large for a line. */
const PAGE_ONLY_TYPES = new Set(['burndown', 'burnup', 'ttmstepdef', 'ttmstepexec'])

export const isNumberField = (field: Field): boolean => NUMBER_TYPES.has(field.type)
export const isDateField = (field: Field): boolean => DATE_TYPES.has(field.type)

/** Whether the reader may edit the field in a table, unless the artifact says otherwise. */
export const isEditable = ({ type, permissions }: Field): boolean =>
  permissions.includes('update') && viewOf(type).Edit !== undefined && viewOf(type).isEditedByPage !== true

export const isSortable = (field: Field): boolean => field.sortable === true

/** The fields that the reader may read and a table can show, in the order of the form. */
export const columnFields = (tracker: Tracker): readonly Field[] =>
  tracker.fields.filter(
    field =>
      field.is_used &&
      !LAYOUT_TYPES.has(field.type) &&
      !PAGE_ONLY_TYPES.has(field.type) &&
      field.field_id !== tracker.semantics.title?.field_id &&
      field.type !== 'aid',
  )

export const usualWidth = (field: Field): number => {
  if (isNumberField(field)) return 96
  // As wide as `25 Nov 2026 · overdue` with its icon.
  if (isDateField(field)) return 168
  if (field.type === 'string' || field.type === 'text') return 220
  if (field.bindings.type === 'users' || field.type === 'subby' || field.type === 'luby') return 176
  return 136
}

export const columnOf = (field: Field, width = usualWidth(field)): Column => ({
  field,
  width: Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, Math.round(width))),
})

/** Status, contributor, last update: the columns of a tracker without a report. */
export const defaultColumns = (tracker: Tracker): readonly Column[] => {
  const fields = columnFields(tracker)
  const { status, contributor } = tracker.semantics
  return [
    fields.find(field => field.field_id === status?.field_id),
    fields.find(field => field.field_id === contributor?.field_id),
    fields.find(field => field.type === 'lud'),
  ]
    .filter(field => field !== undefined)
    .map(field => columnOf(field))
}

export interface ParsedColumns {
  readonly columns: readonly Column[]
  /** Names that the reader does not see or that the tracker does not have. */
  readonly unknown: readonly string[]
}

/** `status,assigned_to:180` as in the address. */
export const parseColumns = (text: string, tracker: Tracker): ParsedColumns => {
  const fields = new Map(columnFields(tracker).map(field => [field.name, field]))
  const columns = new Map<string, Column>()
  const unknown: string[] = []
  for (const part of text.split(',').filter(each => each !== '')) {
    const [, name = part, width] = /^(.+?)(?::(\d{1,4}))?$/.exec(part) ?? []
    const field = fields.get(name)
    if (field) columns.set(name, columnOf(field, width === undefined ? undefined : Number(width)))
    else unknown.push(name)
  }
  return { columns: [...columns.values()], unknown }
}

export const formatColumns = (columns: readonly Column[]): string =>
  columns.map(({ field, width }) => (width === usualWidth(field) ? field.name : `${field.name}:${width}`)).join(',')

export interface ParsedSort {
  readonly keys: readonly SortKey[]
  readonly unknown: readonly string[]
}

export const parseSort = (text: string, tracker: Tracker): ParsedSort => {
  const keys: SortKey[] = []
  const unknown: string[] = []
  for (const part of text.split(',').filter(each => each !== '')) {
    const name = part.replace(/^[+-]/, '')
    const field = tracker.fields.find(each => each.name === name)
    if (!field || !isSortable(field)) unknown.push(name)
    else if (!keys.some(key => key.name === name)) keys.push({ name, isDescending: part.startsWith('-') })
  }
  return { keys, unknown }
}

export const formatSort = (keys: readonly SortKey[]): string =>
  keys.map(({ name, isDescending }) => `${isDescending ? '-' : ''}${name}`).join(',')

/** The newest change first, as far as the tracker has the field. */
export const defaultSort = (tracker: Tracker): string => {
  const lastUpdate = tracker.fields.find(field => field.type === 'lud' && field.is_used)
  const id = tracker.fields.find(field => field.type === 'aid' && field.is_used)
  return lastUpdate ? `-${lastUpdate.name}` : id ? `-${id.name}` : ''
}

import type { Field } from '../../fields/field-view.ts'
import type { Tracker } from '../tracker-queries.ts'

/** A field whose values make groups: of a table, of a chart, or the lanes of a board. */
export interface Grouping {
  readonly field: Field
  /** Period of a date. */
  readonly unit: string | undefined
}

const LISTS: ReadonlySet<string> = new Set(['sb', 'rb', 'msb', 'cb', 'tbl', 'subby', 'luby'])
const DATES: ReadonlySet<string> = new Set(['date', 'subon', 'lud'])

export const isDated = ({ type }: Field): boolean => DATES.has(type)

const hasGroups = (field: Field): boolean => field.is_used && (LISTS.has(field.type) || isDated(field))

export const groupFields = (tracker: Tracker): readonly Field[] => tracker.fields.filter(hasGroups)

/** The groupings of tables by a field: a date by its weeks and its months. */
export const groupingsFor = (field: Field): readonly Grouping[] =>
  hasGroups(field) ? (isDated(field) ? ['week', 'month'] : [undefined]).map(unit => ({ field, unit })) : []

/** The grouping of `severity` or `due:week`; undefined: the field is gone, or the reader does not see it. */
export const groupingOf = (tracker: Tracker, text: string): Grouping | undefined => {
  const [name, unit] = text.split(':')
  const field = groupFields(tracker).find(each => each.name === name)
  return field && { field, unit: isDated(field) ? (unit ?? 'day') : undefined }
}

export const formatGrouping = ({ field, unit }: Grouping): string =>
  unit === undefined ? field.name : `${field.name}:${unit}`

import type { Field } from '../fields/field-view.ts'
import { hasTotal } from '../trackers/table/totals.ts'
import type { Tracker } from '../trackers/tracker-queries.ts'
import type { ChartField } from './chart-figures.ts'

const LISTS: ReadonlySet<string> = new Set(['sb', 'rb', 'msb', 'cb', 'tbl', 'subby', 'luby'])
const DATES: ReadonlySet<string> = new Set(['date', 'subon', 'lud'])

export const isDated = ({ type }: Field): boolean => DATES.has(type)

/** Fields whose values can be the parts of a chart. */
export const groupFields = (tracker: Tracker): readonly Field[] =>
  tracker.fields.filter(field => field.is_used && (LISTS.has(field.type) || isDated(field)))

/** Fields with numbers that can be added up. */
export const figureFields = (tracker: Tracker): readonly Field[] =>
  tracker.fields.filter(field => field.is_used && hasTotal(field))

/** The field of `severity` or `due:week`; undefined: it is gone, or the reader does not see it. */
export const chartField = (tracker: Tracker, group: string): ChartField | undefined => {
  const [name, unit] = group.split(':')
  const field = groupFields(tracker).find(each => each.name === name)
  return field && { field, unit: isDated(field) ? (unit ?? 'day') : undefined }
}

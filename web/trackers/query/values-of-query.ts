// A list shows the artifacts with certain values: a new one from there begins with them.
import type { Field, FilterChip } from '../../fields/field-view.ts'
import type { Tracker } from '../tracker-queries.ts'
import { chipsOf } from './chips.ts'
import type { ReadQuery } from './query-tree.ts'
import { fieldOfChip } from './use-chip-words.ts'

/** Values by name of field, as in the address of the form: those that every artifact of the list has. */
export const valuesOfQuery = (
  tracker: Tracker,
  tql: string,
  read: ReadQuery | undefined,
  login: string | undefined,
): Readonly<Record<string, string>> => {
  if (tql === '' || !read?.tree || read.errors.length > 0) return {}
  return Object.fromEntries(
    chipsOf(read.tree, tql).flatMap(({ filter }) => {
      const field = filter && fieldOfChip(tracker, filter.field)
      const value = filter && field && singleValue(filter, field, login)
      return value === undefined ? [] : [[field?.name, value]]
    }),
  ) as Record<string, string>
}

const singleValue = ({ operator, values }: FilterChip, field: Field, login: string | undefined): string | undefined => {
  const [value = '', ...more] = values
  // `=` asks of texts only that they contain the words.
  const isExact = field.bindings.type !== null || field.type === 'int' || field.type === 'float'
  if (!isExact || (operator !== '=' && operator !== 'IN') || value === '' || more.length > 0) return undefined
  if (/^MYSELF\(\)$/i.test(value)) return login
  return /^\w+\(\)/.test(value) ? undefined : value
}

import type { Field } from '../field-view.ts'
import type { DateValue } from '../shared/values.ts'

export const hasTime = (field: Field): boolean => field.is_time_displayed === true

/** The text of the browser's own input: the day and time that the API wrote, without its zone. */
export const inputText = (value: string | null | undefined, field: Field): string =>
  value === null || value === undefined ? '' : hasTime(field) ? value.slice(0, 16) : value.slice(0, 10)

export const dateValue = (field: Field, value: string | null): DateValue => ({
  field_id: field.field_id,
  label: field.label,
  type: 'date',
  is_time_displayed: hasTime(field),
  value,
})

import type { Field, FieldEntry, FieldValue } from '../../fields/field-view.ts'

/** Whether two values of a field say the same. */
export const sameValues = (one: FieldValue | undefined, other: FieldValue | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** The entry of `PUT` for a value. */
export const entryOfValue = (value: FieldValue, _field: Field | undefined): FieldEntry => {
  const { field_id, bind_value_ids, value: plain } = value as FieldValue & Record<string, unknown>
  return bind_value_ids === undefined ? { field_id, value: plain } : { field_id, bind_value_ids }
}

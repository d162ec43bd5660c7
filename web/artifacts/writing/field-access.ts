import type { Field, FieldEntry, FieldValue } from '../../fields/field-view.ts'
import { viewOf } from '../../fields/registry.ts'

/** Whether two values of a field say the same. */
export const sameValues = (one: FieldValue | undefined, other: FieldValue | undefined): boolean =>
  viewOf((one ?? other)?.type ?? '').same(one, other)

/** The entry of `PUT` for a value. */
export const entryOfValue = (value: FieldValue, field: Field | undefined): FieldEntry =>
  viewOf(value.type).entryOf(value, field ?? ({ field_id: value.field_id } as Field))

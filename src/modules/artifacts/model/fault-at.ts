import type { Fault } from '../../../platform/errors.ts'
import type { Reason } from '../../../platform/reasons.ts'
import type { Field } from '../../fields/index.ts'

/** A fault of a value, with its field. */
export const faultAt = ({ id, name }: Pick<Field, 'id' | 'name'>, reason: Reason, text: string): Fault => ({
  text,
  reason,
  field_id: id,
  name,
})

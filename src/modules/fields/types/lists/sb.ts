import { bindOf } from '../../list-bind.ts'
import { listFieldType, withoutSettings, type ListValue } from '../../list-field.ts'
import type { FieldType } from '../../field-type.ts'
import { wireNumber } from '../../wire-id.ts'

/** Drop-down list: one value. fields.md §3.5 */
export const sb: FieldType<ListValue> = {
  ...listFieldType({ type: 'sb', isMultiple: false, ...withoutSettings }),
  // Lists of efforts have numbers as labels (§3.11).
  addend: (value, field) => {
    const bind = bindOf(field)
    const id = value?.[0]
    return bind.type === 'static' && id !== undefined ? wireNumber(bind.byId.get(id)?.label) : undefined
  },
}

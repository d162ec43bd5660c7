import { listFieldType, withoutSettings } from '../../list-field.ts'

/** Radio buttons: one value. fields.md §3.5 */
export const rb = listFieldType({ type: 'rb', isMultiple: false, ...withoutSettings })

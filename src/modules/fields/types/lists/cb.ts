import { listFieldType, withoutSettings } from '../../list-field.ts'

/** Checkboxes: any number of values. fields.md §3.6 */
export const cb = listFieldType({ type: 'cb', isMultiple: true, ...withoutSettings })

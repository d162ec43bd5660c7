import type { FieldDescription } from './field-type.ts'

/** Description of a kind that offers no values (fields.md §1). */
export const plainDescription = (
  defaultValue: unknown,
  settings: Readonly<Record<string, unknown>>,
  extra?: Readonly<Record<string, unknown>>,
): FieldDescription => ({
  values: null,
  bindings: { type: null, list: [] },
  default_value: defaultValue,
  specific_properties: Object.keys(settings).length === 0 ? [] : settings,
  ...(extra && { extra }),
})

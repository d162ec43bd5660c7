/** A value of an artifact as GET /artifacts/{id} answers it; which members it has depends on the kind of the field (fields.md §3). */
export interface ValueJson {
  readonly field_id: number
  readonly type: string
  readonly value?: unknown
  readonly manual_value?: unknown
  readonly post_processed_value?: unknown
  readonly values?: readonly { readonly label?: unknown; readonly tlp_color?: unknown }[]
}

/** The parts of an artifact's representation that plannings read. */
export interface ArtifactJson {
  readonly id: number
  readonly values: readonly ValueJson[] | null
}

export const valueOf = ({ values }: ArtifactJson, fieldId: number | undefined): ValueJson | undefined =>
  fieldId === undefined ? undefined : values?.find(value => value.field_id === fieldId)

/** The number that a value holds: of a number, a computed field, or the label of a list value; null if there is none. */
export const numberOf = (value: ValueJson | undefined): number | null => {
  if (!value) return null
  const held = value.value ?? value.manual_value ?? value.values?.[0]?.label
  if (typeof held === 'number') return held
  return typeof held === 'string' && /^-?\d+(\.\d+)?$/.test(held.trim()) ? Number(held) : null
}

export const textOf = (value: ValueJson | undefined, member: 'value' | 'post_processed_value'): string => {
  const held = value?.[member]
  return typeof held === 'string' ? held : ''
}

import type { Field } from '../field-view.ts'
import type { PermissionValue } from '../shared/values.ts'

export interface Group {
  readonly id: string
  readonly label: string
}

export const groupsOf = (field: Field): readonly Group[] =>
  (field.values as { readonly ugroup_representations?: readonly Group[] } | null)?.ugroup_representations ?? []

export const permissionValue = (field: Field, groups: readonly Group[]): PermissionValue => ({
  field_id: field.field_id,
  label: field.label,
  type: 'perm',
  granted_groups_ids: groups.map(({ id }) => String(id)),
  granted_groups: groups.map(({ label }) => label),
})

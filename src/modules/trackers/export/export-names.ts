import type { Field, GroupBindValue } from '../../fields/index.ts'
import { builtInArchiveNames, type StaticUserGroup, type UserGroupId } from '../../projects/index.ts'

/** How an archive calls user groups (import.md §5.5). A group that is gone gets a name that no reader can take for another one. */
export interface ArchiveGroupNames {
  /** In permissions and conditions. */
  ofRight(groupId: UserGroupId): string
  /** Everywhere else. */
  of(groupId: UserGroupId): string
}

/** `groups`: the static groups of the project. */
export const archiveGroupNames = (groups: readonly StaticUserGroup[]): ArchiveGroupNames => {
  const names = new Map(groups.map(group => [group.id, group.name]))
  const staticName = (groupId: UserGroupId): string => names.get(groupId) ?? `deleted group ${groupId}`
  return {
    ofRight: groupId => builtInArchiveNames[groupId]?.right ?? staticName(groupId),
    of: groupId => builtInArchiveNames[groupId]?.name ?? staticName(groupId),
  }
}

export const trackerKey = (trackerId: number): string => `T${trackerId}`
export const fieldKey = (fieldId: number): string => `F${fieldId}`
export const valueKey = (valueId: number): string => `V${valueId}`

/**
 * Values of group binds have numbers of a sequence of their own, but one space of keys with the static values in an archive
 * (import.md §11): there they follow far behind these.
 */
const FIRST_GROUP_VALUE = 1_000_000_000_000

/** The field as an archive numbers it: what `exportValue` writes then fits the keys that `exportTracker` declares. */
export const inArchive = (field: Field): Field => {
  if (field.bind?.type !== 'ugroups') return field
  const values = field.bind.values.map((value): GroupBindValue => ({ ...value, id: FIRST_GROUP_VALUE + value.id }))
  return {
    ...field,
    bind: { type: 'ugroups', values, byGroupId: new Map(values.map(value => [value.groupId, value])) },
  }
}

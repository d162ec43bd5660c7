import type { Field, GroupBindValue } from '../../fields/index.ts'
import { builtInArchiveNames, type StaticUserGroup, type UserGroupId } from '../../projects/index.ts'

/** Names of user groups in an archive (import.md §5.5). A deleted group gets a name that no reader can take for another group. */
export interface ArchiveGroupNames {
  /** Name in permissions and conditions. */
  ofRight(groupId: UserGroupId): string
  /** Name in all other elements. */
  of(groupId: UserGroupId): string
}

/** `groups` are the static groups of the project. */
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
export const reportKey = (reportId: number): string => `REPORT_${reportId}`
export const valueKey = (valueId: number): string => `V${valueId}`

/**
 * First number of group values in an archive. The database numbers them separately, but in an archive they share one space of keys with
 * static values (import.md §11). This offset keeps them apart.
 */
const FIRST_GROUP_VALUE = 1_000_000_000_000

/** The field with the numbers of the archive, so that `exportValue` writes the keys that `exportTracker` declares. */
export const inArchive = (field: Field): Field => {
  if (field.bind?.type !== 'ugroups') return field
  const values = field.bind.values.map((value): GroupBindValue => ({ ...value, id: FIRST_GROUP_VALUE + value.id }))
  return {
    ...field,
    bind: { type: 'ugroups', values, byGroupId: new Map(values.map(value => [value.groupId, value])) },
  }
}

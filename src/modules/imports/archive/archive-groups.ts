import type { XmlNode } from '../../../platform/xml/node.ts'
import { builtInArchiveNames, type UserGroupId } from '../../projects/index.ts'

const builtIn = Object.entries(builtInArchiveNames).map(([id, names]) => ({ id: Number(id), ...names }))

/** Names of permissions and conditions of old, import.md §5.5. */
const legacyNames = new Map(builtIn.map(({ id, right }) => [right, id]))

const names = new Map([
  ...builtIn.map(({ id, name }) => [name, id] as const),
  ...builtIn.map(({ id, short }) => [short, id] as const),
])

/** A static group that the import makes. */
export interface PlannedGroup {
  /** Negative: stands for the number that the group will get. */
  readonly provisionalId: number
  readonly name: string
  readonly description: string
  readonly memberIds: readonly number[]
  readonly node: XmlNode
}

/** How names of groups are understood in this import. */
export interface Groups {
  readonly planned: readonly PlannedGroup[]
  /** Number of a built-in group, number or stand-in of a static one; undefined = unknown. */
  find(name: string): UserGroupId | undefined
  /** The same, with the names of old (permissions and conditions only). */
  findForRight(name: string): UserGroupId | undefined
}

export const groupsOf = (
  planned: readonly PlannedGroup[],
  existing: readonly { readonly id: UserGroupId; readonly name: string }[],
): Groups => {
  const statics = new Map<string, UserGroupId>([
    ...planned.map(group => [group.name.toLowerCase(), group.provisionalId] as const),
    ...existing.map(group => [group.name.toLowerCase(), group.id] as const),
  ])
  const find = (name: string): UserGroupId | undefined => names.get(name) ?? statics.get(name.toLowerCase())
  return {
    planned,
    find,
    findForRight: name => legacyNames.get(name) ?? find(name),
  }
}

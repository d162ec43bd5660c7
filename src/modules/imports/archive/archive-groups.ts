import type { XmlNode } from '../../../platform/xml/node.ts'
import { builtInArchiveNames, type UserGroupId } from '../../projects/index.ts'

const builtIn = Object.entries(builtInArchiveNames).map(([id, names]) => ({ id: Number(id), ...names }))

/** Old names in permissions and conditions, import.md §5.5. */
const legacyNames = new Map(builtIn.map(({ id, right }) => [right, id]))

const names = new Map([
  ...builtIn.map(({ id, name }) => [name, id] as const),
  ...builtIn.map(({ id, short }) => [short, id] as const),
])

/** A static group that the import creates. */
export interface PlannedGroup {
  /** Negative; replaced by the id of the created group. */
  readonly provisionalId: number
  readonly name: string
  readonly description: string
  readonly memberIds: readonly number[]
  readonly node: XmlNode
}

/** The groups that names mean in this import. */
export interface Groups {
  readonly planned: readonly PlannedGroup[]
  /** Id of a built-in group, id or provisional id of a static one; undefined = unknown. */
  find(name: string): UserGroupId | undefined
  /** Like `find`, also for old names (in permissions and conditions only). */
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

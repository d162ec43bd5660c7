import type { XmlNode } from '../../platform/xml/node.ts'
import {
  ADMINS_GROUP,
  ANONYMOUS_GROUP,
  AUTHENTICATED_GROUP,
  FILE_MANAGER_ADMINS_GROUP,
  MEMBERS_GROUP,
  NOBODY_GROUP,
  REGISTERED_GROUP,
  WIKI_ADMINS_GROUP,
  type UserGroupId,
} from '../projects/index.ts'

/** Names of permissions and conditions of old, import.md §5.5. */
const legacyNames: Readonly<Record<string, UserGroupId>> = {
  UGROUP_NONE: NOBODY_GROUP,
  UGROUP_ANONYMOUS: ANONYMOUS_GROUP,
  UGROUP_REGISTERED: REGISTERED_GROUP,
  UGROUP_AUTHENTICATED: AUTHENTICATED_GROUP,
  UGROUP_PROJECT_MEMBERS: MEMBERS_GROUP,
  UGROUP_PROJECT_ADMIN: ADMINS_GROUP,
  UGROUP_FILE_MANAGER_ADMIN: FILE_MANAGER_ADMINS_GROUP,
  UGROUP_WIKI_ADMIN: WIKI_ADMINS_GROUP,
}

const names: Readonly<Record<string, UserGroupId>> = {
  ugroup_anonymous_users_name_key: ANONYMOUS_GROUP,
  ugroup_registered_users_name_key: REGISTERED_GROUP,
  ugroup_authenticated_users_name_key: AUTHENTICATED_GROUP,
  ugroup_nobody_name_key: NOBODY_GROUP,
  ugroup_project_members_name_key: MEMBERS_GROUP,
  ugroup_project_admins_name_key: ADMINS_GROUP,
  ugroup_file_manager_admin_name_key: FILE_MANAGER_ADMINS_GROUP,
  ugroup_wiki_admin_name_key: WIKI_ADMINS_GROUP,
  all_users: ANONYMOUS_GROUP,
  registered_users: REGISTERED_GROUP,
  authenticated_users: AUTHENTICATED_GROUP,
  nobody: NOBODY_GROUP,
  project_members: MEMBERS_GROUP,
  project_admins: ADMINS_GROUP,
  file_manager_admins: FILE_MANAGER_ADMINS_GROUP,
  wiki_admins: WIKI_ADMINS_GROUP,
}

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
  const find = (name: string): UserGroupId | undefined =>
    Object.hasOwn(names, name) ? names[name] : statics.get(name.toLowerCase())
  return {
    planned,
    find,
    findForRight: name => (Object.hasOwn(legacyNames, name) ? legacyNames[name] : find(name)),
  }
}

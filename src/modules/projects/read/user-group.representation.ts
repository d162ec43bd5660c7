import {
  ADMINS_GROUP,
  ANONYMOUS_GROUP,
  AUTHENTICATED_GROUP,
  FILE_MANAGER_ADMINS_GROUP,
  isStaticGroup,
  MEMBERS_GROUP,
  NOBODY_GROUP,
  REGISTERED_GROUP,
  WIKI_ADMINS_GROUP,
  isSystemGroup,
  type MinimalUserGroup,
  type StaticUserGroup,
  type UserGroupId,
} from '../model/user-group.ts'

interface GroupNames {
  readonly label: string
  readonly shortName: string
  readonly key: string
}

/** projects.md §6 */
const builtIn: ReadonlyMap<UserGroupId, GroupNames> = new Map([
  [ANONYMOUS_GROUP, { label: 'Anonymous', shortName: 'all_users', key: 'ugroup_anonymous_users_name_key' }],
  [
    REGISTERED_GROUP,
    { label: 'Registered users', shortName: 'registered_users', key: 'ugroup_registered_users_name_key' },
  ],
  [MEMBERS_GROUP, { label: 'Project members', shortName: 'project_members', key: 'ugroup_project_members_name_key' }],
  [
    ADMINS_GROUP,
    { label: 'Project administrators', shortName: 'project_admins', key: 'ugroup_project_admins_name_key' },
  ],
  [
    AUTHENTICATED_GROUP,
    { label: 'Authenticated users', shortName: 'authenticated_users', key: 'ugroup_authenticated_users_name_key' },
  ],
  [
    FILE_MANAGER_ADMINS_GROUP,
    { label: 'file_manager_admins', shortName: 'file_manager_admins', key: 'ugroup_file_manager_admin_name_key' },
  ],
  [WIKI_ADMINS_GROUP, { label: 'Wiki administrators', shortName: 'wiki_admins', key: 'ugroup_wiki_admin_name_key' }],
  [NOBODY_GROUP, { label: 'Nobody', shortName: 'nobody', key: 'ugroup_nobody_name_key' }],
])

/** Names of the groups in old archives (import.md §5.5). */
const legacyNames: ReadonlyMap<string, UserGroupId> = new Map([
  ['UGROUP_NONE', NOBODY_GROUP],
  ['UGROUP_ANONYMOUS', ANONYMOUS_GROUP],
  ['UGROUP_REGISTERED', REGISTERED_GROUP],
  ['UGROUP_AUTHENTICATED', AUTHENTICATED_GROUP],
  ['UGROUP_PROJECT_MEMBERS', MEMBERS_GROUP],
  ['UGROUP_PROJECT_ADMIN', ADMINS_GROUP],
  ['UGROUP_FILE_MANAGER_ADMIN', FILE_MANAGER_ADMINS_GROUP],
  ['UGROUP_WIKI_ADMIN', WIKI_ADMINS_GROUP],
])

/** Id of a dynamic or system group by its short name, its key or its name in old archives. */
export const builtInGroup = (name: string): UserGroupId | undefined => {
  const legacy = legacyNames.get(name)
  if (legacy !== undefined) return legacy
  for (const [id, names] of builtIn) if (names.shortName === name || names.key === name) return id
  return undefined
}

/** `"104"`, `"2"`; dynamic groups of a project `"<project>_3"`. */
export const wireIdOf = (projectId: number, groupId: UserGroupId): string =>
  isStaticGroup(groupId) || isSystemGroup(groupId) ? String(groupId) : `${projectId}_${groupId}`

/** A static group, or the id of a dynamic or system group. */
export const representMinimalUserGroup = (
  projectId: number,
  group: StaticUserGroup | UserGroupId,
): MinimalUserGroup => {
  const groupId = typeof group === 'number' ? group : group.id
  const names =
    typeof group === 'number' ? builtIn.get(group) : { label: group.name, shortName: group.name, key: group.name }
  if (!names) throw new Error(`There is no user group ${groupId}`)
  const id = wireIdOf(projectId, groupId)
  return {
    id,
    uri: `user_groups/${id}`,
    label: names.label,
    users_uri: `user_groups/${id}/users`,
    short_name: names.shortName,
    key: names.key,
  }
}

/** projects.md §6: groups that can be bound to a directory group have `ldap`; all others have an empty list. */
export const additionalInformationOf = (groupId: UserGroupId): { ldap: null } | never[] =>
  groupId === MEMBERS_GROUP || isStaticGroup(groupId) ? { ldap: null } : []

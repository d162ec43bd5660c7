/**
 * Id of a user group. Ids 1–100 are dynamic groups, which need a project to have a meaning (3 = members of that project); larger ids are
 * static groups. On the wire: `"<project>_3"`, `"104"` (projects.md §6).
 */
export type UserGroupId = number

export const ANONYMOUS_GROUP = 1
export const REGISTERED_GROUP = 2
export const MEMBERS_GROUP = 3
export const ADMINS_GROUP = 4
export const AUTHENTICATED_GROUP = 5
export const FILE_MANAGER_ADMINS_GROUP = 11
export const WIKI_ADMINS_GROUP = 14
export const NOBODY_GROUP = 100

export const isStaticGroup = (id: UserGroupId): boolean => id > 100

export interface StaticUserGroup {
  readonly id: UserGroupId
  readonly projectId: number
  readonly name: string
  readonly description: string
}

/** projects.md §6: the minimal representation. */
export interface MinimalUserGroup {
  readonly id: string
  readonly uri: string
  readonly label: string
  readonly users_uri: string
  readonly short_name: string
  readonly key: string
}

/**
 * Registered users, anonymous users, authenticated users and nobody: these groups mean the same in every project and are shown without one.
 */
export const isSystemGroup = (id: UserGroupId): boolean =>
  id === ANONYMOUS_GROUP || id === REGISTERED_GROUP || id === AUTHENTICATED_GROUP || id === NOBODY_GROUP

/** Groups that every project has. */
export const isDynamicGroup = (id: UserGroupId): boolean =>
  id === MEMBERS_GROUP || id === ADMINS_GROUP || id === FILE_MANAGER_ADMINS_GROUP || id === WIKI_ADMINS_GROUP

/** Whether the platform defines a group of this id. It uses only a few of the ids up to 100. */
export const isBuiltInGroup = (id: UserGroupId): boolean => isSystemGroup(id) || isDynamicGroup(id)

export const dynamicGroups: readonly UserGroupId[] = [
  MEMBERS_GROUP,
  ADMINS_GROUP,
  FILE_MANAGER_ADMINS_GROUP,
  WIKI_ADMINS_GROUP,
]

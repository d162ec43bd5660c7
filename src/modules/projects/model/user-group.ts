/**
 * A user group by its number: 1–100 the dynamic ones, which mean something only together with a project
 * (3 = members of that project), above 100 static ones. On the wire: `"<project>_3"`, `"104"` (projects.md §6).
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

/** Everybody who is signed in, everybody at all, nobody: the same in every project, and shown without one. */
export const isSystemGroup = (id: UserGroupId): boolean =>
  id === ANONYMOUS_GROUP || id === REGISTERED_GROUP || id === AUTHENTICATED_GROUP || id === NOBODY_GROUP

/** Groups that each project has by itself. */
export const isDynamicGroup = (id: UserGroupId): boolean =>
  id === MEMBERS_GROUP || id === ADMINS_GROUP || id === FILE_MANAGER_ADMINS_GROUP || id === WIKI_ADMINS_GROUP

/** The platform has a group of this number by itself. Of the numbers up to 100 it uses a few only. */
export const isBuiltInGroup = (id: UserGroupId): boolean => isSystemGroup(id) || isDynamicGroup(id)

export const dynamicGroups: readonly UserGroupId[] = [
  MEMBERS_GROUP,
  ADMINS_GROUP,
  FILE_MANAGER_ADMINS_GROUP,
  WIKI_ADMINS_GROUP,
]

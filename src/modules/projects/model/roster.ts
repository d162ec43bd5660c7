import type { Membership, UserStatus } from '../../users/index.ts'
import {
  ADMINS_GROUP,
  FILE_MANAGER_ADMINS_GROUP,
  isStaticGroup,
  MEMBERS_GROUP,
  WIKI_ADMINS_GROUP,
  type StaticUserGroup,
  type UserGroupId,
} from './user-group.ts'

/** An account in a user group, whatever its status. */
export interface RosterUser {
  readonly userId: number
  readonly login: string
  readonly status: UserStatus
}

export interface RosterMember extends RosterUser, Membership {}

/** Who is in a project, as every process caches it: its members and its static user groups, each list ordered by login. */
export interface Roster {
  readonly projectId: number
  readonly members: readonly RosterMember[]
  /** By id, ascending. */
  readonly groups: readonly StaticUserGroup[]
  /** Nobody is in them and they grant nothing, but what was said to them before is shown with their names. */
  readonly deletedGroups: readonly StaticUserGroup[]
  readonly usersOfGroup: ReadonlyMap<UserGroupId, readonly RosterUser[]>
}

/** The accounts of a dynamic or static group of the project, of any status; none for a group that it does not have. */
export const rosterOfGroup = (roster: Roster, groupId: UserGroupId): readonly RosterUser[] => {
  if (isStaticGroup(groupId)) return roster.usersOfGroup.get(groupId) ?? []
  switch (groupId) {
    case MEMBERS_GROUP:
      return roster.members
    case ADMINS_GROUP:
      return roster.members.filter(member => member.isAdmin)
    case FILE_MANAGER_ADMINS_GROUP:
      return roster.members.filter(member => member.isFileManagerAdmin)
    case WIKI_ADMINS_GROUP:
      return roster.members.filter(member => member.isWikiAdmin)
    default:
      return []
  }
}

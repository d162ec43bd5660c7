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

/** The members and static user groups of a project, as every process caches them; each list is ordered by login. */
export interface Roster {
  readonly projectId: number
  readonly members: readonly RosterMember[]
  /** By id, ascending. */
  readonly groups: readonly StaticUserGroup[]
  /** Deleted groups have no members and grant nothing. Their names are still shown with comments that were restricted to them. */
  readonly deletedGroups: readonly StaticUserGroup[]
  readonly usersOfGroup: ReadonlyMap<UserGroupId, readonly RosterUser[]>
}

/** The accounts of any status in a dynamic or static group of the project; none for a group that the project does not have. */
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

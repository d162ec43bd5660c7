import type { User } from '../../users/index.ts'
import type { GroupMembership } from './get-membership.ts'
import { ADMINS_GROUP, MEMBERS_GROUP } from '../model/user-group.ts'
import { wireIdOf } from './user-group.representation.ts'

export interface UserMemberships {
  readonly user: User
  readonly groupMemberships: readonly GroupMembership[]
}

/** users.md §5: as texts; `withSite`: begins with the status of the account on the platform. */
export const representMembership = (
  { user, groupMemberships }: UserMemberships,
  options: { readonly withSite: boolean },
): string[] => {
  const site = { A: ['site_active'], R: ['site_restricted'] }[user.status as string] ?? []
  return [...(options.withSite ? site : []), ...groupMemberships.map(textOf)]
}

const textOf = ({ project, groupId }: GroupMembership): string => {
  const name = project.shortName.toLowerCase()
  if (groupId === MEMBERS_GROUP) return `${name}_project_members`
  if (groupId === ADMINS_GROUP) return `${name}_project_admin`
  return `ug_${groupId}`
}

export const representGroupIds = ({ groupMemberships }: UserMemberships): string[] =>
  groupMemberships.map(({ project, groupId }) => wireIdOf(project.id, groupId))

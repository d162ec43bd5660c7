import type { User } from '../users/index.ts'
import type { Belonging } from './get-membership.ts'
import { ADMINS_GROUP, MEMBERS_GROUP } from './user-group.ts'
import { wireIdOf } from './user-group.representation.ts'

export interface RepresentedMembership {
  readonly user: User
  readonly belongings: readonly Belonging[]
}

/** users.md §5: as texts; `withSite`: after what the account is on the platform. */
export const representMembership = (
  { user, belongings }: RepresentedMembership,
  options: { readonly withSite: boolean },
): string[] => {
  const site = { A: ['site_active'], R: ['site_restricted'] }[user.status as string] ?? []
  return [...(options.withSite ? site : []), ...belongings.map(textOf)]
}

const textOf = ({ project, groupId }: Belonging): string => {
  const name = project.shortName.toLowerCase()
  if (groupId === MEMBERS_GROUP) return `${name}_project_members`
  if (groupId === ADMINS_GROUP) return `${name}_project_admin`
  return `ug_${groupId}`
}

export const representGroupIds = ({ belongings }: RepresentedMembership): string[] =>
  belongings.map(({ project, groupId }) => wireIdOf(project.id, groupId))

import type { Project, ProjectsModule } from '../../projects/index.ts'
import { canSignIn, type UsersModule } from '../../users/index.ts'
import type { Notification } from '../model/repository.ts'

export interface RecipientDependencies {
  readonly users: Pick<UsersModule, 'getMany'>
  readonly projects: Pick<ProjectsModule, 'groupMembers' | 'canUserAccess'>
}

/**
 * The addresses of the notifications, without duplicates (svn.md §3.6): the listed addresses, and the addresses of listed accounts and of
 * members of listed groups. An account gets a mail only if it can sign in and may see the project.
 */
export const recipientsOf = async (
  { users, projects }: RecipientDependencies,
  project: Project,
  notifications: readonly Notification[],
): Promise<string[]> => {
  const userIds = new Set(notifications.flatMap(notification => notification.userIds))
  for (const groupId of new Set(notifications.flatMap(notification => notification.userGroupIds)))
    for (const id of (await projects.groupMembers(project.id, groupId)) ?? []) userIds.add(id)
  const addresses = new Map<string, string>()
  const add = (address: string): void => {
    if (address !== '' && !addresses.has(address.toLowerCase())) addresses.set(address.toLowerCase(), address)
  }
  for (const notification of notifications) notification.emails.forEach(add)
  for (const user of (await users.getMany(userIds)).values())
    if (canSignIn(user) && (await projects.canUserAccess(user, project))) add(user.email)
  return [...addresses.values()]
}

import type { Db } from '../../../platform/db/db.ts'
import { isStaticGroup, type Project, type ProjectsModule } from '../../projects/index.ts'
import type { SettingsModule } from '../../settings/index.ts'
import type { UsersModule, Viewer } from '../../users/index.ts'
import type { RepositoryInProject } from './repository-access.ts'
import { representRepository, type ShownNotification } from './repository.representation.ts'
import { listNotifications } from '../store/repositories.store.ts'
import type { Notification, Repository } from '../model/repository.ts'
import type { RepositoryRepresentation } from '../model/svn.schema.ts'

export interface ShowRepositoryDependencies {
  readonly db: Db
  readonly settings: Pick<SettingsModule, 'publicUrl'>
  readonly users: UsersModule
  readonly projects: ProjectsModule
}

/** Representations of repositories, with the settings for administrators only. */
export const showRepository = ({ db, settings, users, projects }: ShowRepositoryDependencies) => {
  const resolve = async (
    viewer: Viewer,
    project: Project,
    notifications: readonly Notification[],
  ): Promise<ShownNotification[]> => {
    const found = await users.getMany(notifications.flatMap(notification => notification.userIds))
    // Leaves out deleted groups; every project has the dynamic groups.
    const groups = new Set((await projects.userGroups(project.id)).map(group => group.id))
    return notifications.map(({ path, emails, userIds, userGroupIds }) => ({
      path,
      emails,
      users: userIds.flatMap(id => users.representMinimal(found.get(id), undefined, viewer.nameStyle)),
      userGroups: userGroupIds
        .filter(id => !isStaticGroup(id) || groups.has(id))
        .map(id => projects.representUserGroup(project.id, id)),
    }))
  }
  return {
    withoutSettings: (repository: Repository, project: Project): RepositoryRepresentation =>
      representRepository(repository, project, { publicUrl: settings.publicUrl() }),
    withSettings: async (
      viewer: Viewer,
      { repository, project }: RepositoryInProject,
    ): Promise<RepositoryRepresentation> =>
      representRepository(repository, project, {
        publicUrl: settings.publicUrl(),
        notifications: await resolve(viewer, project, await listNotifications(db.kysely, repository.id)),
      }),
  }
}

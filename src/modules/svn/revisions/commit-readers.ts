import type { Db } from '../../../platform/db/db.ts'
import type { Project, ProjectsModule, UserGroupId } from '../../projects/index.ts'
import { isPrivate } from '../../projects/index.ts'
import type { Viewer } from '../../users/index.ts'
import type { Repository } from '../model/repository.ts'
import { canAdministerRepositories } from '../model/svn.permissions.ts'
import { listAdministratorGroups } from '../store/administration.store.ts'
import { findRepository } from '../store/repositories.store.ts'

/** Decides from memory who may know of a commit. */
export interface CommitReaders {
  isReader(viewer: Viewer, project: Project): boolean
}

/**
 * A commit may touch any path, so only those know of it who may read the whole repository. For a repository with rules of its own that is a
 * question to a program of svn; its commits are therefore for administrators of repositories alone.
 */
export const findCommitReaders =
  (db: Db, projects: Pick<ProjectsModule, 'canAccess' | 'groupsOf'>) =>
  async (repositoryId: number): Promise<CommitReaders | undefined> => {
    const repository = await findRepository(db, repositoryId)
    if (!repository) return undefined
    const administrators = await listAdministratorGroups(db, repository.projectId)
    return { isReader: (viewer, project) => isReader(projects, viewer, project, repository, administrators) }
  }

const isReader = (
  projects: Pick<ProjectsModule, 'canAccess' | 'groupsOf'>,
  viewer: Viewer,
  project: Project,
  { accessFile }: Repository,
  administrators: readonly UserGroupId[],
): boolean => {
  // Clients of svn always sign in.
  if (viewer.isAnonymous || !projects.canAccess(viewer, project)) return false
  if (canAdministerRepositories(viewer, project, projects.groupsOf(viewer, project), administrators)) return true
  if (!accessFile.hasDefaultPermissions || accessFile.text.trim() !== '') return false
  return !isPrivate(project.access) || viewer.memberships.has(project.id)
}

import type { Db } from '../../../platform/db/db.ts'
import { Forbidden, NotFound } from '../../../platform/errors.ts'
import type { Project, ProjectsModule } from '../../projects/index.ts'
import type { Viewer } from '../../users/index.ts'
import { listAdministratorGroups } from '../store/administration.store.ts'
import { findRepository } from '../store/repositories.store.ts'
import type { Repository } from '../model/repository.ts'
import { canAdministerRepositories } from '../model/svn.permissions.ts'

export interface RepositoryInProject {
  readonly repository: Repository
  readonly project: Project
}

export interface RepositoryAccess {
  /** For reading: throws 404, also if the project is closed to the viewer, and 403 for a suspended project (svn.md §2). */
  requireReadable(viewer: Viewer, id: number): Promise<RepositoryInProject>
  /** For changes by administrators of the project's repositories. */
  requireAdministered(viewer: Viewer, id: number): Promise<RepositoryInProject>
  /** For reading by administrators, whatever the status of the project. */
  requireAdministeredForReading(viewer: Viewer, id: number): Promise<RepositoryInProject>
  canAdminister(viewer: Viewer, project: Project): Promise<boolean>
}

export const createRepositoryAccess = (db: Db, projects: ProjectsModule): RepositoryAccess => {
  const getRepository = async (id: number): Promise<Repository> => {
    const repository = await findRepository(db, id)
    if (!repository) throw noSuchRepository()
    return repository
  }
  const canAdminister = async (viewer: Viewer, project: Project): Promise<boolean> => {
    if (viewer.isAnonymous) return false
    // Most callers are administrators of the project or have no rights, so the groups are read only if they decide.
    const groups = projects.groupsOf(viewer, project)
    if (canAdministerRepositories(viewer, project, groups, [])) return true
    return canAdministerRepositories(viewer, project, groups, await listAdministratorGroups(db, project.id))
  }
  const requireReadable = async (viewer: Viewer, id: number): Promise<RepositoryInProject> => {
    const repository = await getRepository(id)
    return { repository, project: await projects.requireAccess(viewer, repository.projectId, { isHidden: true }) }
  }
  return {
    canAdminister,
    requireReadable,
    requireAdministered: async (viewer, id) => {
      const repository = await getRepository(id)
      const project = await projects.requireAccess(viewer, repository.projectId)
      projects.requireWritable(project)
      if (!(await canAdminister(viewer, project))) throw notAdministrator()
      return { repository, project }
    },
    requireAdministeredForReading: async (viewer, id) => {
      const found = await requireReadable(viewer, id)
      if (!(await canAdminister(viewer, found.project))) throw notAdministrator()
      return found
    },
  }
}

export const notAdministrator = (): Forbidden =>
  new Forbidden('Only administrators of the repositories of the project can do that', { reason: 'permission.admin' })

export const noSuchRepository = (): NotFound => new NotFound('Repository does not exist')

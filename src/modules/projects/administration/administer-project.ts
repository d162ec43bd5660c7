import type { Db } from '../../../platform/db/db.ts'
import { Forbidden, Invalid } from '../../../platform/errors.ts'
import type { Precondition } from '../../../platform/http/headers/conditional.ts'
import type { Viewer } from '../../users/index.ts'
import { changeProject, type ProjectChange } from './change-project.ts'
import { canManageProjects } from '../model/projects.permissions.ts'

/**
 * The changes of `crocus project set`, for callers who may manage projects. Only site administrators may delete a project, because deletion
 * is final.
 */
export const administerProject =
  (db: Db) =>
  async (viewer: Viewer, id: number, change: ProjectChange, precondition: Precondition): Promise<string> => {
    if (!canManageProjects(viewer))
      throw new Forbidden('Only those who manage the projects of the platform change them here', {
        reason: 'permission.admin',
      })
    if (change.status === 'deleted' && !viewer.isSiteAdministrator)
      throw new Forbidden('Only site administrators delete a project', { reason: 'permission.admin' })
    if (Object.keys(change).length === 0)
      throw new Invalid('Say what changes: `status`, `is_template` or both', { reason: 'parameter.required' })
    return changeProject(db)(viewer, id, change, precondition)
  }

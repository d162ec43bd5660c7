import type { Db } from '../../../platform/db/db.ts'
import { Forbidden, Invalid } from '../../../platform/errors.ts'
import type { Viewer } from '../../users/index.ts'
import { changeProject, type ProjectChange } from './change-project.ts'
import { canManageProjects } from '../model/projects.permissions.ts'

/** What `crocus project set` does, for those who may: whoever manages projects; deleting one, which is final, is for site administrators. */
export const administerProject =
  (db: Db) =>
  async (viewer: Viewer, id: number, change: ProjectChange): Promise<void> => {
    if (!canManageProjects(viewer))
      throw new Forbidden('Only those who manage the projects of the platform change them here', {
        reason: 'permission.admin',
      })
    if (change.status === 'deleted' && !viewer.isSiteAdministrator)
      throw new Forbidden('Only site administrators delete a project', { reason: 'permission.admin' })
    if (Object.keys(change).length === 0)
      throw new Invalid('Say what changes: `status`, `is_template` or both', { reason: 'parameter.required' })
    await changeProject(db)(viewer, id, change)
  }

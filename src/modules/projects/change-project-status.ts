import { announceChange, inTransaction, type Db } from '../../platform/db/db.ts'
import { appendEvents } from '../../platform/events/event-log.store.ts'
import { Forbidden } from '../../platform/errors.ts'
import type { Actor, Viewer } from '../users/index.ts'
import type { ProjectStatus } from './project.ts'
import { canManageProjects, noSuchProject } from './projects.permissions.ts'
import type { ProjectQueries } from './projects.queries.ts'
import { lockProject, updateProjectRow } from './write-projects.store.ts'
import { actorOf } from './write-projects.ts'

/** Projects up to this id are the platform's own. */
const LAST_SYSTEM_PROJECT = 100

const kindOf: Partial<Record<ProjectStatus, string>> = {
  active: 'project.reactivated',
  suspended: 'project.suspended',
  deleted: 'project.deleted',
}

/** projects.md §5: what PATCH does. */
export const changeProjectStatus =
  (db: Db, queries: ProjectQueries) =>
  async (viewer: Viewer, id: number, status: 'active' | 'suspended'): Promise<void> => {
    const project = await queries.get(id)
    if (!project) throw noSuchProject()
    if (!canManageProjects(viewer))
      throw new Forbidden('Only those who manage the projects of the platform change their status')
    await setProjectStatus(db)(viewer, id, status)
  }

/** Rights are the caller's: a route's, or the command line's, which may delete too. */
export const setProjectStatus =
  (db: Db) =>
  (actor: Actor, id: number, status: 'active' | 'suspended' | 'deleted'): Promise<void> =>
    inTransaction(db, async tx => {
      const project = await lockProject(tx, id)
      if (!project) throw noSuchProject()
      if (id <= LAST_SYSTEM_PROJECT)
        throw new Forbidden('The status of a project of the platform itself does not change')
      if (project.status === 'deleted') throw new Forbidden('The project is deleted: that cannot be undone')
      if (project.status === status) return
      await updateProjectRow(tx, id, { status })
      await appendEvents(tx, [
        {
          kind: kindOf[status] ?? 'project.status_changed',
          ...actorOf(actor),
          projectId: id,
          payload: { from: project.status, to: status },
        },
      ])
      await announceChange(tx, 'project', id)
    })

/** Whether new projects may be made from it by everybody who sees it. */
export const setProjectTemplate =
  (db: Db) =>
  (actor: Actor, id: number, isTemplate: boolean): Promise<void> =>
    inTransaction(db, async tx => {
      if (!(await lockProject(tx, id))) throw noSuchProject()
      if (id <= LAST_SYSTEM_PROJECT) throw new Forbidden('A project of the platform itself does not change')
      await updateProjectRow(tx, id, { isTemplate })
      await appendEvents(tx, [
        { kind: 'project.template_changed', ...actorOf(actor), projectId: id, payload: { is_template: isTemplate } },
      ])
      await announceChange(tx, 'project', id)
    })

import { invalidate, inTransaction, type Db } from '../../../platform/db/db.ts'
import { appendEvents } from '../../../platform/events/event-log.store.ts'
import type { NewEvent } from '../../../platform/events/event-log.ts'
import { Forbidden } from '../../../platform/errors.ts'
import type { Actor, Viewer } from '../../users/index.ts'
import { canManageProjects, noSuchProject, requireOrdinaryProject } from '../model/projects.permissions.ts'
import type { ProjectQueries } from '../read/projects.queries.ts'
import { lockProject, updateProjectRow } from '../store/write-projects.store.ts'
import { actorOf } from '../store/write-projects.ts'

const kinds = {
  active: 'project.reactivated',
  suspended: 'project.suspended',
  deleted: 'project.deleted',
} as const

/** projects.md §5: what PATCH does. */
export const changeProjectStatus =
  (db: Db, queries: ProjectQueries) =>
  async (viewer: Viewer, id: number, status: 'active' | 'suspended'): Promise<void> => {
    const project = await queries.get(id)
    if (!project || project.status === 'archive') throw noSuchProject()
    if (!canManageProjects(viewer))
      throw new Forbidden('Only those who manage the projects of the platform change their status', {
        reason: 'permission.admin',
      })
    await changeProject(db)(viewer, id, { status })
  }

export interface ProjectChange {
  readonly status?: 'active' | 'suspended' | 'deleted'
  /** Whether new projects may be made from it by everybody who sees it. */
  readonly isTemplate?: boolean
}

/** All of the change or nothing. Rights are the caller's: a route's, or the command line's, which may delete too. */
export const changeProject =
  (db: Db) =>
  (actor: Actor, id: number, change: ProjectChange): Promise<void> =>
    inTransaction(db, async tx => {
      const project = await lockProject(tx, id)
      // projects.md §1: one that waits for its archive is there for nobody.
      if (!project || project.status === 'archive') throw noSuchProject()
      requireOrdinaryProject(id)
      if (project.status === 'deleted')
        throw new Forbidden('The project is deleted: that cannot be undone', { reason: 'project.suspended' })
      const events: NewEvent[] = []
      const event = { ...actorOf(actor), projectId: id }
      if (change.status !== undefined && change.status !== project.status)
        events.push({ ...event, kind: kinds[change.status], payload: { from: project.status, to: change.status } })
      if (change.isTemplate !== undefined)
        events.push({ ...event, kind: 'project.template_changed', payload: { is_template: change.isTemplate } })
      if (events.length === 0) return
      await updateProjectRow(tx, id, change)
      await appendEvents(tx, events)
      await invalidate(tx, 'project', id)
    })

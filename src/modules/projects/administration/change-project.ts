import { invalidate, inTransaction, type Db } from '../../../platform/db/db.ts'
import { appendEvents } from '../../../platform/events/event-log.store.ts'
import type { NewEvent } from '../../../platform/events/event-log.ts'
import { requireSame, type Precondition } from '../../../platform/http/headers/conditional.ts'
import { Forbidden } from '../../../platform/errors.ts'
import type { Actor, Viewer } from '../../users/index.ts'
import { canManageProjects, noSuchProject, requireOrdinaryProject } from '../model/projects.permissions.ts'
import type { ProjectQueries } from '../read/projects.queries.ts'
import { lockProject, updateProjectRow } from '../store/write-projects.store.ts'
import { projectEtag } from '../store/versions.store.ts'
import { actorOf } from '../store/write-projects.ts'

const kinds = {
  active: 'project.reactivated',
  suspended: 'project.suspended',
  deleted: 'project.deleted',
} as const

/** projects.md §5: the change of PATCH. */
export const changeProjectStatus =
  (db: Db, queries: ProjectQueries) =>
  async (viewer: Viewer, id: number, status: 'active' | 'suspended', precondition: Precondition): Promise<string> => {
    const project = await queries.get(id)
    if (!project || project.status === 'archive') throw noSuchProject()
    if (!canManageProjects(viewer))
      throw new Forbidden('Only those who manage the projects of the platform change their status', {
        reason: 'permission.admin',
      })
    return changeProject(db)(viewer, id, { status }, precondition)
  }

export interface ProjectChange {
  readonly status?: 'active' | 'suspended' | 'deleted'
  /** Whether everybody who sees the project may create new projects from it. */
  readonly isTemplate?: boolean
}

/** Applies the whole change or nothing, and returns the `Etag` of the project. The caller checks the rights: a route, or the command line, which may also delete. */
export const changeProject =
  (db: Db) =>
  (actor: Actor, id: number, change: ProjectChange, precondition: Precondition = {}): Promise<string> =>
    inTransaction(db, async tx => {
      const project = await lockProject(tx, id)
      // projects.md §1: nobody sees a project that waits for its archive.
      if (!project || project.status === 'archive') throw noSuchProject()
      requireOrdinaryProject(id)
      requireSame(precondition, projectEtag(project))
      if (project.status === 'deleted')
        throw new Forbidden('The project is deleted: that cannot be undone', { reason: 'project.suspended' })
      const events: NewEvent[] = []
      const event = { ...actorOf(actor), projectId: id }
      if (change.status !== undefined && change.status !== project.status)
        events.push({ ...event, kind: kinds[change.status], payload: { from: project.status, to: change.status } })
      if (change.isTemplate !== undefined)
        events.push({ ...event, kind: 'project.template_changed', payload: { is_template: change.isTemplate } })
      if (events.length === 0) return projectEtag(project)
      await updateProjectRow(tx, id, change)
      await appendEvents(tx, events)
      await invalidate(tx, 'project', id)
      return projectEtag({ ...project, ...change })
    })

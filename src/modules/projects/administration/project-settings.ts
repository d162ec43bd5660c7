import { invalidate, inTransaction, type Db } from '../../../platform/db/db.ts'
import { appendEvents } from '../../../platform/events/event-log.store.ts'
import { NotFound } from '../../../platform/errors.ts'
import type { Page } from '../../../platform/http/routes/pagination.ts'
import type { Viewer } from '../../users/index.ts'
import type { Project } from '../model/project.ts'
import { requireWritable } from '../model/projects.permissions.ts'
import type { ProjectQueries } from '../read/projects.queries.ts'
import { pageOfLabels, type ProjectLabel } from '../store/projects.store.ts'
import { requireAdministrator } from '../read/user-group-access.ts'
import { updateProjectRow } from '../store/write-projects.store.ts'
import { actorOf, projectWrites } from '../store/write-projects.ts'

const requireAdministered = async (queries: ProjectQueries, viewer: Viewer, projectId: number): Promise<Project> => {
  const project = await queries.requireAccess(viewer, projectId)
  requireAdministrator(queries, viewer, project)
  requireWritable(project)
  return project
}

export const getBanner =
  (queries: ProjectQueries) =>
  async (viewer: Viewer, projectId: number): Promise<string> => {
    const { banner } = await queries.requireAccess(viewer, projectId)
    if (banner === null) throw new NotFound('The project has no banner')
    return banner
  }

/** Null removes the banner. */
export const setBanner =
  (db: Db, queries: ProjectQueries) =>
  async (viewer: Viewer, projectId: number, message: string | null): Promise<void> => {
    const project = await requireAdministered(queries, viewer, projectId)
    await inTransaction(db, tx => projectWrites.setBanner(tx, project.id, message, viewer))
  }

/** Null removes the background. */
export const setHeaderBackground =
  (db: Db, queries: ProjectQueries) =>
  async (viewer: Viewer, projectId: number, identifier: string | null): Promise<void> => {
    const project = await requireAdministered(queries, viewer, projectId)
    await inTransaction(db, async tx => {
      await updateProjectRow(tx, project.id, { headerBackground: identifier })
      await appendEvents(tx, [
        {
          kind: 'project.header_background_changed',
          ...actorOf(viewer),
          projectId: project.id,
          payload: { identifier },
        },
      ])
      await invalidate(tx, 'project', project.id)
    })
  }

export const listLabels =
  (db: Db, queries: ProjectQueries) =>
  async (
    viewer: Viewer,
    projectId: number,
    text: string,
    page: Page,
  ): Promise<{ readonly labels: readonly ProjectLabel[]; readonly size: number }> => {
    const project = await queries.requireAccess(viewer, projectId)
    return pageOfLabels(db.kysely, project.id, text, page)
  }

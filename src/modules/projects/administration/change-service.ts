import { invalidate, inTransaction, type Db } from '../../../platform/db/db.ts'
import { appendEvents } from '../../../platform/events/event-log.store.ts'
import { Invalid, NotFound } from '../../../platform/errors.ts'
import type { Viewer } from '../../users/index.ts'
import { requireWritable } from '../model/projects.permissions.ts'
import type { ProjectQueries } from '../read/projects.queries.ts'
import { findService, writeServiceState } from '../store/services.store.ts'
import { requireAdministrator } from '../read/user-group-access.ts'
import { actorOf } from '../store/write-projects.ts'

/** projects.md §8: switches a service of a project on or off. */
export const changeService =
  (db: Db, queries: ProjectQueries) =>
  async (viewer: Viewer, id: number, isEnabled: boolean): Promise<void> => {
    const service = await findService(db, id)
    if (!service) throw new NotFound('Service does not exist')
    const project = await queries.requireAccess(viewer, service.projectId)
    requireAdministrator(queries, viewer, project)
    requireWritable(project)
    if (service.shortName === 'admin' && !isEnabled)
      throw new Invalid('', { reason: 'conflict', localised: 'The administration of a project cannot be disabled.' })
    if (service.isEnabled === isEnabled) return
    await inTransaction(db, async tx => {
      await writeServiceState(tx, id, isEnabled)
      await appendEvents(tx, [
        {
          kind: 'project.services_changed',
          ...actorOf(viewer),
          projectId: project.id,
          payload: { service_id: id, short_name: service.shortName, is_enabled: isEnabled },
        },
      ])
      await invalidate(tx, 'project', project.id)
    })
  }

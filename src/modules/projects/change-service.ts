import { announceChange, inTransaction, type Db } from '../../platform/db/db.ts'
import { appendEvents } from '../../platform/events/event-log.store.ts'
import { Invalid, NotFound } from '../../platform/errors.ts'
import type { Viewer } from '../users/index.ts'
import { requireWritable } from './projects.permissions.ts'
import type { ProjectQueries } from './projects.queries.ts'
import { readService, writeServiceState } from './services.store.ts'
import { requireAdministrator } from './user-group-access.ts'
import { actorOf } from './write-projects.ts'

/** projects.md §8: turns a service of a project on or off. */
export const changeService =
  (db: Db, queries: ProjectQueries) =>
  async (viewer: Viewer, id: number, isEnabled: boolean): Promise<void> => {
    const service = await readService(db, id)
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
      await announceChange(tx, 'project', project.id)
    })
  }

import { invalidateMany } from '../../../platform/db/db.ts'
import type { EventConsumer } from '../../../platform/events/consumer.ts'
import { APPLICATION_TOPIC } from './application-queries.ts'
import { removeApplicationsOfProject } from '../store/applications.store.ts'

/**
 * auth.md §6.1: deletes the applications of a deleted project, with their tokens and consents. The applications are unknown already,
 * because the project is not active.
 */
export const forgetProjectsConsumer: EventConsumer = {
  name: 'oauth_applications',
  handle: async (tx, events) => {
    for (const { kind, projectId } of events) {
      if (kind !== 'project.deleted' || projectId === null) continue
      await invalidateMany(tx, APPLICATION_TOPIC, await removeApplicationsOfProject(tx, projectId))
    }
  },
}

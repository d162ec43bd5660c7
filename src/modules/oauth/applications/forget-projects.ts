import { invalidateMany } from '../../../platform/db/db.ts'
import type { EventConsumer } from '../../../platform/events/consumer.ts'
import { APPLICATION_TOPIC } from './application-queries.ts'
import { removeApplicationsOfProject } from '../store/applications.store.ts'

/**
 * auth.md §6.1: with a deleted project go its applications, their tokens and consents. Until then they are unknown already, for the
 * project is not active.
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

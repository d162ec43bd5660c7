import { invalidate, inTransaction } from '../../../platform/db/db.ts'
import { appendEvents } from '../../../platform/events/event-log.store.ts'
import type { Viewer } from '../../users/index.ts'
import { APPLICATION_TOPIC, type ApplicationQueries } from './application-queries.ts'
import { removeApplication } from '../store/applications.store.ts'
import type { OauthDependencies } from '../model/oauth.dependencies.ts'

/** auth.md §6.1: deletes codes, tokens and consents, too. */
export const deleteApplication =
  ({ db }: OauthDependencies, queries: ApplicationQueries) =>
  async (viewer: Viewer, id: number): Promise<void> => {
    const app = await queries.requireAdministered(viewer, id)
    await inTransaction(db, async tx => {
      if (!(await removeApplication(tx, id))) return
      await appendEvents(tx, [
        {
          kind: 'oauth_app.deleted',
          actorId: viewer.userId,
          means: viewer.means,
          ...(app.projectId !== null && { projectId: app.projectId }),
          payload: { appId: id, name: app.name },
        },
      ])
      await invalidate(tx, APPLICATION_TOPIC, id)
    })
  }

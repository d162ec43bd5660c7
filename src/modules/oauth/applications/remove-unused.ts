import { inTransaction, invalidateMany } from '../../../platform/db/db.ts'
import { appendEvents } from '../../../platform/events/event-log.store.ts'
import type { OauthDependencies } from '../model/oauth.dependencies.ts'
import { forgetNetworks, removeUnusedApplications } from '../store/applications.store.ts'
import { APPLICATION_TOPIC } from './application-queries.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const UNUSED_DAYS = 30

/** Removes applications that registered themselves and got no token for 30 days, and networks that are not counted any more. */
export const removeUnused = ({ db, clock }: Pick<OauthDependencies, 'db' | 'clock'>): Promise<void> =>
  inTransaction(db, async tx => {
    const now = clock.now().getTime()
    await forgetNetworks(tx, new Date(now - DAY_MS))
    const removed = await removeUnusedApplications(tx, new Date(now - UNUSED_DAYS * DAY_MS))
    await appendEvents(
      tx,
      removed.map(({ id, name }) => ({
        kind: 'oauth_app.deleted',
        actorId: null,
        means: 'job',
        payload: { appId: id, name },
      })),
    )
    await invalidateMany(
      tx,
      APPLICATION_TOPIC,
      removed.map(({ id }) => id),
    )
  })

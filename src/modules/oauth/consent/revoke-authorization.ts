import { inTransaction } from '../../../platform/db/db.ts'
import { NotFound } from '../../../platform/errors.ts'
import { appendEvents } from '../../../platform/events/event-log.store.ts'
import type { Viewer } from '../../users/index.ts'
import { removeConsent } from '../store/consents.store.ts'
import { requireOneself } from './list-authorizations.ts'
import type { OauthDependencies } from '../model/oauth.dependencies.ts'
import { revokeGrants } from '../provider/revoke-grants.ts'

/** auth.md §6.8: deletes the consent, and every code and token for the application, at once. */
export const revokeAuthorization =
  ({ db }: Pick<OauthDependencies, 'db'>) =>
  async (viewer: Viewer, user: number | 'self', appId: number): Promise<void> => {
    const userId = requireOneself(viewer, user)
    await inTransaction(db, async tx => {
      if (!Number.isSafeInteger(appId) || !(await removeConsent(tx, userId, appId)))
        throw new NotFound('You have not allowed this application anything')
      await revokeGrants(tx, { userId, appId })
      const { means } = viewer
      await appendEvents(tx, [{ kind: 'oauth_consent.revoked', actorId: userId, means, payload: { userId, appId } }])
    })
  }

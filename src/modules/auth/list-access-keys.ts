import { Forbidden } from '../../platform/errors.ts'
import type { Page } from '../../platform/http/pagination.ts'
import { isOneself, type Viewer } from '../users/index.ts'
import type { AuthDeps } from './auth.deps.ts'
import type { CredentialCaches } from './credential-caches.ts'
import { readAccessKeysOfUser, type AccessKeyPage } from './auth.store.ts'

export type { AccessKeyPage }

/** auth.md §4.3: one's own that are still good for something. */
export const listAccessKeys =
  ({ db, clock }: AuthDeps, caches: CredentialCaches) =>
  async (viewer: Viewer, userId: number | 'self', page: Page): Promise<AccessKeyPage> => {
    if (!isOneself(viewer, userId))
      throw new Forbidden('access keys are shown to their owner only', { reason: 'permission.owner' })
    if (viewer.projectIds && viewer.accessKeyId !== undefined) {
      // A key that is limited to projects tells nothing of others.
      const own = await caches.accessKeys.get(viewer.accessKeyId)
      return own ? { keys: [own].slice(page.offset, page.offset + page.limit), size: 1 } : { keys: [], size: 0 }
    }
    return readAccessKeysOfUser(db.kysely, viewer.userId, clock.now(), page)
  }

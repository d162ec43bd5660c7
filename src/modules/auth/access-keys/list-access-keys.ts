import { Forbidden } from '../../../platform/errors.ts'
import type { Page } from '../../../platform/http/routes/pagination.ts'
import { isOneself, type Viewer } from '../../users/index.ts'
import type { AuthDependencies } from '../model/auth.dependencies.ts'
import type { CredentialCaches } from '../store/credential-caches.ts'
import { listAccessKeysOfUser, type AccessKeyPage } from '../store/auth.store.ts'

export type { AccessKeyPage }

/** auth.md §4.3: the caller's keys that are not expired and have a known scope. */
export const listAccessKeys =
  ({ db, clock }: AuthDependencies, caches: CredentialCaches) =>
  async (viewer: Viewer, userId: number | 'self', page: Page): Promise<AccessKeyPage> => {
    if (!isOneself(viewer, userId))
      throw new Forbidden('access keys are shown to their owner only', { reason: 'permission.owner' })
    if (viewer.projectIds && viewer.accessKeyId !== undefined) {
      // A key that is limited to projects lists only itself.
      const own = await caches.accessKeys.get(viewer.accessKeyId)
      return own ? { keys: [own].slice(page.offset, page.offset + page.limit), size: 1 } : { keys: [], size: 0 }
    }
    return listAccessKeysOfUser(db.kysely, viewer.userId, clock.now(), page)
  }

import { Forbidden } from '../../platform/errors.ts'
import type { Page } from '../../platform/http/pagination.ts'
import { isOneself, type Viewer } from '../users/index.ts'
import type { AuthDeps } from './auth.deps.ts'
import { readAccessKeysOfUser, type AccessKeyPage } from './auth.store.ts'

export type { AccessKeyPage }

/** auth.md §4.3: one's own that are still good for something. */
export const listAccessKeys =
  ({ db, clock }: AuthDeps) =>
  async (viewer: Viewer, userId: number | 'self', page: Page): Promise<AccessKeyPage> => {
    if (!isOneself(viewer, userId)) throw new Forbidden('access keys are shown to their owner only')
    return readAccessKeysOfUser(db.kysely, viewer.userId, clock.now(), page)
  }

import { Forbidden } from '../../platform/errors.ts'
import { isOneself, type Viewer } from '../users/index.ts'
import type { AuthDeps } from './auth.deps.ts'
import type { Session } from './session.ts'
import { readSessionsOfUser } from './sessions.store.ts'

/** One's own, last used first. */
export const listSessions =
  ({ db, clock }: AuthDeps) =>
  async (viewer: Viewer, userId: number | 'self'): Promise<Session[]> => {
    if (!isOneself(viewer, userId))
      throw new Forbidden('sessions are shown to their owner only', { reason: 'permission.owner' })
    return readSessionsOfUser(db.kysely, viewer.userId, clock.now())
  }

import { Forbidden } from '../../../platform/errors.ts'
import { isOneself, type Viewer } from '../../users/index.ts'
import type { AuthDependencies } from '../model/auth.dependencies.ts'
import type { Session } from '../model/session.ts'
import { listSessionsOfUser } from '../store/sessions.store.ts'

/** The caller's sessions, last used first. */
export const listSessions =
  ({ db, clock }: AuthDependencies) =>
  async (viewer: Viewer, userId: number | 'self'): Promise<Session[]> => {
    if (!isOneself(viewer, userId))
      throw new Forbidden('sessions are shown to their owner only', { reason: 'permission.owner' })
    return listSessionsOfUser(db.kysely, viewer.userId, clock.now())
  }

import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { Forbidden } from '../../../platform/errors.ts'
import type { SettingsModule } from '../../settings/index.ts'
import type { User, UsersModule, Viewer } from '../../users/index.ts'
import { DELETION_WINDOW_MS, startOfDeletionWindow } from './delete-artifact.ts'
import { listDeletionsByAccount } from './delete-artifact.store.ts'

/** Deletions of an account, compared with the cap. */
export interface AccountDeletions {
  readonly user: User | undefined
  readonly deletions: number
  readonly remaining: number
  readonly oldestOn: Date
  /** When the account may delete again; undefined while it may delete. */
  readonly nextFreeOn: Date | undefined
}

export interface Deletions {
  readonly limit: number
  readonly total: number
  readonly accounts: readonly AccountDeletions[]
}

/** Accounts that deleted artifacts in the last 24 hours, highest count first (artifacts.md §7). */
export const listDeletions =
  ({ db, clock, settings, users }: { db: Db; clock: Clock; settings: SettingsModule; users: UsersModule }) =>
  async (viewer: Viewer): Promise<Deletions> => {
    if (!viewer.isSiteAdministrator)
      throw new Forbidden('Only site administrators see who deleted how much', { reason: 'permission.admin' })
    const limit = settings.get('artifacts_deletion_limit')
    const since = startOfDeletionWindow(clock)
    const found = await listDeletionsByAccount(db.kysely, since, limit)
    const known = await users.getMany(found.map(({ userId }) => userId))
    const leavesWindow = (at: Date): Date => new Date(at.getTime() + DELETION_WINDOW_MS)
    return {
      limit,
      total: found.reduce((sum, { deletions }) => sum + deletions, 0),
      accounts: found.map(({ userId, deletions, oldestOn, makesRoom }) => ({
        user: known.get(userId),
        deletions,
        remaining: Math.max(0, limit - deletions),
        oldestOn,
        nextFreeOn: makesRoom ? leavesWindow(makesRoom) : undefined,
      })),
    }
  }

/** Deletions of the viewer, compared with the cap. */
export interface OwnDeletions {
  readonly limit: number
  readonly used: number
  readonly remaining: number
  /** When the next deletion is possible; undefined if it is now, or never. */
  readonly nextFreeAt: Date | undefined
  /** Days for which a deleted artifact can be restored; 0: a deletion is for good. */
  readonly trashDays: number
}

/** Deletions of the viewer in the last 24 hours (integrators.md §15). */
export const getOwnDeletions =
  ({ db, clock, settings }: { db: Db; clock: Clock; settings: SettingsModule }) =>
  async (viewer: Viewer): Promise<OwnDeletions> => {
    const limit = settings.get('artifacts_deletion_limit')
    const since = startOfDeletionWindow(clock)
    const [own] = await listDeletionsByAccount(db.kysely, since, limit, viewer.userId)
    const used = own?.deletions ?? 0
    return {
      limit,
      used,
      remaining: Math.max(0, limit - used),
      nextFreeAt: own?.makesRoom ? new Date(own.makesRoom.getTime() + DELETION_WINDOW_MS) : undefined,
      trashDays: settings.get('trash_days'),
    }
  }

import { inTransaction, type Db } from '../../platform/db/db.ts'
import type { ArtifactsModule } from '../artifacts/index.ts'
import type { TrackersModule } from '../trackers/index.ts'
import { canSignIn, type User, type UsersModule, type Viewer } from '../users/index.ts'
import { findSubscription, listWatchers, saveSubscription, type SubscriptionLevel } from './notifications.store.ts'

/** The changes that an account gets mails about: all, those that involve the account, or none. */
export type NotificationLevel = SubscriptionLevel | 'involved'

export interface SubscriptionDependencies {
  readonly db: Db
  readonly trackers: Pick<TrackersModule, 'requireTracker'>
  readonly artifacts: Pick<ArtifactsModule, 'requireViewable'>
  readonly users: Pick<UsersModule, 'getMany'>
}

const MAX_WATCHERS = 100

/** Subscriptions to a tracker or an artifact that the viewer may see. */
export const createSubscriptions = ({ db, trackers, artifacts, users }: SubscriptionDependencies) => {
  const ofTracker = async (viewer: Viewer, id: number) => ({
    trackerId: (await trackers.requireTracker(viewer, id)).tracker.id,
  })
  const ofArtifact = async (viewer: Viewer, id: number) => {
    await artifacts.requireViewable(viewer, id)
    return { artifactId: id }
  }
  const subjectOf = { tracker: ofTracker, artifact: ofArtifact } as const
  return {
    get: async (viewer: Viewer, kind: keyof typeof subjectOf, id: number): Promise<NotificationLevel> =>
      (await findSubscription(db.kysely, viewer.userId, await subjectOf[kind](viewer, id))) ?? 'involved',
    /** Accounts in use that watch an artifact, by id. */
    watchers: async (viewer: Viewer, artifactId: number): Promise<readonly User[]> => {
      await artifacts.requireViewable(viewer, artifactId)
      const ids = await listWatchers(db.kysely, artifactId, MAX_WATCHERS)
      const found = await users.getMany(ids)
      return ids.flatMap(id => found.get(id) ?? []).filter(canSignIn)
    },
    set: async (viewer: Viewer, kind: keyof typeof subjectOf, id: number, level: NotificationLevel): Promise<void> => {
      const subject = await subjectOf[kind](viewer, id)
      await inTransaction(db, tx =>
        saveSubscription(tx, viewer.userId, subject, level === 'involved' ? undefined : level),
      )
    },
  }
}

export type Subscriptions = ReturnType<typeof createSubscriptions>

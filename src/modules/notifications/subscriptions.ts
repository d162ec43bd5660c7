import { inTransaction, type Db } from '../../platform/db/db.ts'
import type { ArtifactsModule } from '../artifacts/index.ts'
import type { TrackersModule } from '../trackers/index.ts'
import type { Viewer } from '../users/index.ts'
import { findSubscription, saveSubscription, type SubscriptionLevel } from './notifications.store.ts'

/** The changes that an account gets mails about: all, those that involve the account, or none. */
export type NotificationLevel = SubscriptionLevel | 'involved'

export interface SubscriptionDependencies {
  readonly db: Db
  readonly trackers: Pick<TrackersModule, 'requireTracker'>
  readonly artifacts: Pick<ArtifactsModule, 'requireViewable'>
}

/** Subscriptions to a tracker or an artifact that the viewer may see. */
export const createSubscriptions = ({ db, trackers, artifacts }: SubscriptionDependencies) => {
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
    set: async (viewer: Viewer, kind: keyof typeof subjectOf, id: number, level: NotificationLevel): Promise<void> => {
      const subject = await subjectOf[kind](viewer, id)
      await inTransaction(db, tx =>
        saveSubscription(tx, viewer.userId, subject, level === 'involved' ? undefined : level),
      )
    },
  }
}

export type Subscriptions = ReturnType<typeof createSubscriptions>

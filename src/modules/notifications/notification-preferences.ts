import type { Queryable } from '../../platform/db/db.ts'
import type { Change } from '../artifacts/index.ts'
import type { UsersModule } from '../users/index.ts'
import {
  listSubscriptions,
  listTrackerNotifications,
  type SubscriptionLevel,
  type TrackerNotification,
} from './notifications.store.ts'

/** Subscriptions and preferences that matter to the given changes, loaded at once for all of them. */
export interface NotificationPreferences {
  /** By account: the level for the artifact, or else for its tracker. */
  subscriptions(trackerId: number, artifactId: number): ReadonlyMap<number, SubscriptionLevel>
  trackerWide(trackerId: number): readonly TrackerNotification[]
  /** For authors of the changes. */
  wantsOwnChanges(userId: number): boolean
  /** For commentators of the changes. */
  wantsWhenCommented(userId: number): boolean
}

/** Names of the preferences of an account. */
const OWN_CHANGES_PREFERENCE = 'notify_own_changes'
const COMMENTED_PREFERENCE = 'notify_when_commented'
const YES = '1'

export const loadNotificationPreferences = async (
  { db, users }: { readonly db: Queryable; readonly users: UsersModule },
  changes: readonly Change[],
): Promise<NotificationPreferences> => {
  const trackerIds = distinct(changes.flatMap(({ tracker, movedFrom }) => [tracker.id, ...idsOf(movedFrom?.tracker)]))
  const artifactIds = distinct(changes.map(({ artifact }) => artifact.id))
  const authorIds = distinct(changes.map(({ authorId }) => authorId))
  const commentatorIds = distinct(changes.flatMap(change => [...change.commentatorIds]))
  const subscriptions = await listSubscriptions(db, { trackerIds, artifactIds })
  const wide = await listTrackerNotifications(db, trackerIds)
  const own = await users.preferences(authorIds, OWN_CHANGES_PREFERENCE)
  const commented = await users.preferences(commentatorIds, COMMENTED_PREFERENCE)
  return {
    subscriptions: (trackerId, artifactId) =>
      // The level for the artifact comes last, so it wins.
      new Map([
        ...(subscriptions.ofTrackers.get(trackerId) ?? []),
        ...(subscriptions.ofArtifacts.get(artifactId) ?? []),
      ]),
    trackerWide: trackerId => wide.get(trackerId) ?? [],
    wantsOwnChanges: userId => own.get(userId) === YES,
    wantsWhenCommented: userId => (commented.get(userId) ?? YES) === YES,
  }
}

const idsOf = (thing: { readonly id: number } | undefined): number[] => (thing ? [thing.id] : [])
const distinct = (ids: readonly number[]): number[] => [...new Set(ids)]

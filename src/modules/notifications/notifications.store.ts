import { sql } from 'kysely'
import type { Queryable, Tx } from '../../platform/db/db.ts'
import { EVENT_COLUMNS, loggedEventOf, type EventRow } from '../../platform/events/event-log.store.ts'
import type { LoggedEvent } from '../../platform/events/event-log.ts'
import type { UserGroupId } from '../projects/index.ts'

/** A tracker-wide notification: its recipients get mails about all artifacts of a tracker. */
export interface TrackerNotification {
  readonly isForUpdates: boolean
  readonly emails: readonly string[]
  readonly userIds: readonly number[]
  readonly userGroupIds: readonly UserGroupId[]
}

export type SubscriptionLevel = 'all' | 'none'

/** The tracker or artifact of a subscription. */
export type SubscriptionSubject = { readonly trackerId: number } | { readonly artifactId: number }

/** By tracker; leaves out notifications without recipients. */
export const listTrackerNotifications = async (
  db: Queryable,
  trackerIds: readonly number[],
): Promise<Map<number, TrackerNotification[]>> => {
  const rows = await db
    .selectFrom('tracker_notification')
    .select(['tracker_id', 'is_for_updates', 'emails', 'user_ids', 'user_group_ids'])
    .where('tracker_id', 'in', trackerIds)
    .orderBy('tracker_id')
    .orderBy('rank')
    .execute()
  const entry = (row: (typeof rows)[number]): TrackerNotification => ({
    isForUpdates: row.is_for_updates,
    emails: row.emails,
    userIds: row.user_ids,
    userGroupIds: row.user_group_ids,
  })
  return new Map([...Map.groupBy(rows, row => row.tracker_id)].map(([id, found]) => [id, found.map(entry)]))
}

export const replaceTrackerNotifications = async (
  tx: Tx,
  trackerId: number,
  notifications: readonly TrackerNotification[],
): Promise<void> => {
  await tx.deleteFrom('tracker_notification').where('tracker_id', '=', trackerId).execute()
  if (notifications.length === 0) return
  await tx
    .insertInto('tracker_notification')
    .values(
      notifications.map((notification, rank) => ({
        tracker_id: trackerId,
        rank,
        is_for_updates: notification.isForUpdates,
        emails: [...notification.emails],
        user_ids: [...notification.userIds],
        user_group_ids: [...notification.userGroupIds],
      })),
    )
    .execute()
}

/** Deletes notifications that have no other recipient. */
export const removeGroupFromNotifications = async (tx: Tx, groupId: UserGroupId): Promise<void> => {
  await sql`
    with narrowed as (
      update tracker_notification set user_group_ids = array_remove(user_group_ids, ${groupId}::bigint)
      where ${groupId}::bigint = any(user_group_ids)
        and not (user_group_ids = array[${groupId}::bigint] and user_ids = '{}' and emails = '{}')
    )
    delete from tracker_notification
    where user_group_ids = array[${groupId}::bigint] and user_ids = '{}' and emails = '{}'`.execute(tx)
}

/** Levels by account, for trackers and artifacts. */
export interface SubscriptionLevels {
  readonly ofTrackers: ReadonlyMap<number, ReadonlyMap<number, SubscriptionLevel>>
  readonly ofArtifacts: ReadonlyMap<number, ReadonlyMap<number, SubscriptionLevel>>
}

export const listSubscriptions = async (
  db: Queryable,
  { trackerIds, artifactIds }: { readonly trackerIds: readonly number[]; readonly artifactIds: readonly number[] },
): Promise<SubscriptionLevels> => {
  const rows = await db
    .selectFrom('subscription')
    .select(['user_id', 'level', 'tracker_id', 'artifact_id'])
    .where(row => row.or([row('tracker_id', 'in', trackerIds), row('artifact_id', 'in', artifactIds)]))
    .execute()
  const levelsBy = (column: 'tracker_id' | 'artifact_id') => {
    const levels = new Map<number, Map<number, SubscriptionLevel>>()
    for (const row of rows) {
      const id = row[column]
      if (id === null) continue
      const ofSubject = levels.get(id) ?? new Map<number, SubscriptionLevel>()
      levels.set(id, ofSubject.set(row.user_id, row.level as SubscriptionLevel))
    }
    return levels
  }
  return { ofTrackers: levelsBy('tracker_id'), ofArtifacts: levelsBy('artifact_id') }
}

export const findSubscription = async (
  db: Queryable,
  userId: number,
  subject: SubscriptionSubject,
): Promise<SubscriptionLevel | undefined> => {
  const row = await db
    .selectFrom('subscription')
    .select('level')
    .where('user_id', '=', userId)
    .where(columnOf(subject), '=', idOf(subject))
    .executeTakeFirst()
  return row?.level as SubscriptionLevel | undefined
}

/** Accounts that are told of every change of the artifact, by id. */
export const listWatchers = async (db: Queryable, artifactId: number, limit: number): Promise<number[]> => {
  const rows = await db
    .selectFrom('subscription')
    .select('user_id')
    .where('artifact_id', '=', artifactId)
    .where('level', '=', 'all')
    .orderBy('user_id')
    .limit(limit)
    .execute()
  return rows.map(row => row.user_id)
}

/** Undefined: removes the level, so that the default applies. */
export const saveSubscription = async (
  tx: Tx,
  userId: number,
  subject: SubscriptionSubject,
  level: SubscriptionLevel | undefined,
): Promise<void> => {
  const column = columnOf(subject)
  if (level === undefined) {
    await tx.deleteFrom('subscription').where('user_id', '=', userId).where(column, '=', idOf(subject)).execute()
    return
  }
  // If two requests write at the same time, the value of the second one stays.
  await tx
    .insertInto('subscription')
    .values({ user_id: userId, level, [column]: idOf(subject) })
    .onConflict(conflict => conflict.columns([column, 'user_id']).where(column, 'is not', null).doUpdateSet({ level }))
    .execute()
}

const columnOf = (subject: SubscriptionSubject) => ('trackerId' in subject ? 'tracker_id' : 'artifact_id')
const idOf = (subject: SubscriptionSubject): number => ('trackerId' in subject ? subject.trackerId : subject.artifactId)

/** All events of a batch that its transaction appended, in their order. */
export const listEventsOfBatch = async (db: Queryable, xid: string, batchId: string): Promise<LoggedEvent[]> => {
  const { rows } = await sql<EventRow>`
    select ${EVENT_COLUMNS} from event
    where xid = ${xid}::xid8 and payload -> 'cause' ->> 'batch_id' = ${batchId} order by seq`.execute(db)
  return rows.map(loggedEventOf)
}

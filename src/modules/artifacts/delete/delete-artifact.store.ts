import { sql } from 'kysely'
import type { Queryable, Tx } from '../../../platform/db/db.ts'

/**
 * Number of deletions by the account since that moment. The lock makes other deletions of the same account wait until the transaction ends,
 * so that two concurrent deletions cannot both use the last one allowed.
 */
export const lockAndCountDeletions = async (tx: Tx, userId: number, since: Date): Promise<number> => {
  await sql`select pg_advisory_xact_lock(hashtext('artifact_deletion'), ${userId}::int)`.execute(tx)
  return countDeletions(tx, userId, since)
}

export const countDeletions = async (db: Queryable, userId: number, since: Date): Promise<number> => {
  const { count } = await db
    .selectFrom('artifact_deletion')
    .select(row => row.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('deleted_at', '>', since)
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Locks the artifact until the transaction ends and returns its version; undefined if it no longer exists. The tracker's counter is locked
 * first, as in a creation: two transactions that need both cannot deadlock.
 */
export const lockArtifact = async (tx: Tx, artifactId: number, trackerId: number): Promise<number | undefined> => {
  await sql`select from tracker_counter where tracker_id = ${trackerId} for update`.execute(tx)
  const { rows } = await sql<{ changeset_id: number }>`
    select changeset_id from artifact where id = ${artifactId} for update`.execute(tx)
  return rows[0]?.changeset_id
}

/**
 * Deletes a locked artifact with all its rows. Links from other artifacts to it are deleted too (artifacts.md §7). The documents of those
 * artifacts still name it, and readers leave it out (`excludeDeletedLinkTargets`), so that no other artifact has to be locked.
 */
export const deleteArtifactRows = async (tx: Tx, artifactId: number, trackerId: number): Promise<void> => {
  await sql`delete from artifact where id = ${artifactId}`.execute(tx)
  await sql`delete from artifact_index where artifact_id = ${artifactId}`.execute(tx)
  await sql`delete from artifact_text where artifact_id = ${artifactId}`.execute(tx)
  await sql`delete from changeset where artifact_id = ${artifactId}`.execute(tx)
  await sql`
    update tracker_counter set artifact_count = artifact_count - 1,
      last_number = (select coalesce(max(number), 0) from artifact where tracker_id = ${trackerId})
    where tracker_id = ${trackerId}`.execute(tx)
}

/** Erases all artifacts of a project with all their rows. Deleted files queue the erasure of their contents. */
export const eraseProjectArtifacts = async (tx: Tx, projectId: number): Promise<void> => {
  const ids = sql`select id from artifact where project_id = ${projectId}`
  await sql`delete from artifact_index where artifact_id in (${ids})`.execute(tx)
  await sql`delete from artifact_text where artifact_id in (${ids})`.execute(tx)
  await sql`delete from changeset where artifact_id in (${ids})`.execute(tx)
  await sql`delete from artifact where project_id = ${projectId}`.execute(tx)
}

export const recordDeletion = async (
  tx: Tx,
  deletion: { userId: number; artifactId: number; trackerId: number; at: Date },
): Promise<void> => {
  await tx
    .insertInto('artifact_deletion')
    .values({
      user_id: deletion.userId,
      artifact_id: deletion.artifactId,
      tracker_id: deletion.trackerId,
      deleted_at: deletion.at,
    })
    .execute()
}

export interface DeletionsOfAccount {
  readonly userId: number
  readonly deletions: number
  readonly oldestOn: Date
  /** If the account has used up the limit: the time of the deletion whose expiry lets it delete again. Otherwise null. */
  readonly makesRoom: Date | null
}

/** Deletions since that moment by account, highest count first. */
export const listDeletionsByAccount = async (
  db: Queryable,
  since: Date,
  limit: number,
  /** Only this account. */
  userId: number | null = null,
): Promise<DeletionsOfAccount[]> => {
  const { rows } = await sql<{ user_id: number; deletions: number; oldest_on: Date; makes_room: Date | null }>`
    select user_id, count(*) as deletions, min(deleted_at) as oldest_on,
      case when count(*) >= ${limit}::bigint and ${limit}::bigint > 0
        then (array_agg(deleted_at order by deleted_at))[count(*) - ${limit}::bigint + 1] end as makes_room
    from artifact_deletion where deleted_at > ${since} and (${userId}::bigint is null or user_id = ${userId}::bigint)
    group by user_id order by deletions desc, user_id`.execute(db)
  return rows.map(row => ({
    userId: row.user_id,
    deletions: row.deletions,
    oldestOn: row.oldest_on,
    makesRoom: row.makes_room,
  }))
}

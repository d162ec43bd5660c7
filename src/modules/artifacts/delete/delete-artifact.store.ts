import { sql } from 'kysely'
import type { Queryable, Tx } from '../../../platform/db/db.ts'

/**
 * How many artifacts the account has deleted since that moment. Holds other deletions of the same account back until the
 * transaction ends, so that two at a time cannot both take the last place.
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
 * The version of the artifact, which stays until the transaction ends; undefined when it is no longer there. The tracker's counter
 * comes first, as in a creation: two that need both never wait for each other in a circle.
 */
export const lockArtifact = async (tx: Tx, artifactId: number, trackerId: number): Promise<number | undefined> => {
  await sql`select from tracker_counter where tracker_id = ${trackerId} for update`.execute(tx)
  const { rows } = await sql<{ changeset_id: number }>`
    select changeset_id from artifact where id = ${artifactId} for update`.execute(tx)
  return rows[0]?.changeset_id
}

/**
 * Takes a locked artifact away with all that belongs to it. Links of others towards it go with it (artifacts.md §7); their documents
 * still name it and are read without it (`excludeDeletedLinkTargets`), so that no other artifact has to be locked.
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
  /** Of an account that has used up the limit: the deletion whose end lets it delete again. */
  readonly makesRoom: Date | null
}

/** Deletions since that moment by account, most first. */
export const listDeletionsByAccount = async (
  db: Queryable,
  since: Date,
  limit: number,
): Promise<DeletionsOfAccount[]> => {
  const { rows } = await sql<{ user_id: number; deletions: number; oldest_on: Date; makes_room: Date | null }>`
    select user_id, count(*) as deletions, min(deleted_at) as oldest_on,
      case when count(*) >= ${limit}::bigint and ${limit}::bigint > 0
        then (array_agg(deleted_at order by deleted_at))[count(*) - ${limit}::bigint + 1] end as makes_room
    from artifact_deletion where deleted_at > ${since}
    group by user_id order by deletions desc, user_id`.execute(db)
  return rows.map(row => ({
    userId: row.user_id,
    deletions: row.deletions,
    oldestOn: row.oldest_on,
    makesRoom: row.makes_room,
  }))
}

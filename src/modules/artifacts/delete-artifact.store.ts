import { sql } from 'kysely'
import type { Db, Queryable, Tx } from '../../platform/db/db.ts'

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

/** The artifact as it stands, and stays until the transaction ends; undefined when it is no longer there. */
export const lockArtifact = async (
  tx: Tx,
  artifactId: number,
): Promise<{ trackerId: number; changesetId: number } | undefined> => {
  const { rows } = await sql<{ tracker_id: number; changeset_id: number }>`
    select tracker_id, changeset_id from artifact where id = ${artifactId} for update`.execute(tx)
  return rows[0] && { trackerId: rows[0].tracker_id, changesetId: rows[0].changeset_id }
}

/**
 * Takes a locked artifact away with all that belongs to it. Links of others towards it go, from their documents too, without a
 * changeset of theirs (artifacts.md §7).
 */
export const deleteArtifactRows = async (tx: Tx, artifactId: number, trackerId: number): Promise<void> => {
  await sql`
    update artifact a set document = jsonb_set(a.document, array[l.field_id::text], (
      select coalesce(jsonb_agg(link order by ord), '[]') from jsonb_array_elements(a.document -> l.field_id::text)
        with ordinality as links (link, ord) where (link ->> 'id')::bigint <> ${artifactId}))
    from artifact_link l where l.target_id = ${artifactId} and a.id = l.source_id and a.document ? l.field_id::text`.execute(
    tx,
  )
  await sql`delete from artifact_index where artifact_id = ${artifactId}`.execute(tx)
  await sql`delete from artifact_text where artifact_id = ${artifactId}`.execute(tx)
  await sql`delete from changeset where artifact_id = ${artifactId}`.execute(tx)
  await sql`delete from artifact where id = ${artifactId}`.execute(tx)
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

/** Ids of the files that are attached to an artifact, those that were detached included. */
export const readFileIds = async (db: Db, artifactId: number): Promise<number[]> =>
  (await db.kysely.selectFrom('file').select('id').where('artifact_id', '=', artifactId).execute()).map(row => row.id)

import { sql } from 'kysely'
import { parseJsonb, type Queryable, type Tx } from '../../../platform/db/db.ts'
import { purgeProject } from './keep-in-trash.store.ts'
import type { Artifact } from '../model/artifact.ts'

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

export type LockedArtifact = Pick<
  Artifact,
  'projectId' | 'trackerId' | 'changesetId' | 'submittedBy' | 'grantedGroupIds' | 'document'
>

/**
 * Locks the artifact until the transaction ends and returns its version with the facts that decide who sees it; undefined if it no longer exists. The tracker's counter is locked
 * first, as in a creation: two transactions that need both cannot deadlock.
 */
export const lockArtifact = async (
  tx: Tx,
  artifactId: number,
  trackerId: number,
): Promise<LockedArtifact | undefined> => {
  await sql`select from tracker_counter where tracker_id = ${trackerId} for update`.execute(tx)
  const { rows } = await sql<Omit<LockedArtifact, 'document'> & { document: string }>`
    select project_id as "projectId", tracker_id as "trackerId", changeset_id as "changesetId", submitted_by as "submittedBy", granted_group_ids as "grantedGroupIds", document
    from artifact where id = ${artifactId} for update`.execute(tx)
  const [row] = rows
  return row && { ...row, document: parseJsonb(row.document) }
}

/**
 * Deletes locked artifacts with all their rows. Links from other artifacts to them are deleted too (artifacts.md §7). The documents of those
 * artifacts still name them, and readers leave them out (`excludeDeletedLinkTargets`), so that no other artifact has to be locked.
 */
export const deleteArtifactRows = async (tx: Tx, artifactIds: readonly number[]): Promise<void> => {
  const ids = sql`any(${[...artifactIds]}::bigint[])`
  const { rows } = await sql<{
    tracker_id: number
  }>`delete from artifact where id = ${ids} returning tracker_id`.execute(tx)
  await sql`delete from artifact_index where artifact_id = ${ids}`.execute(tx)
  await sql`delete from artifact_text where artifact_id = ${ids}`.execute(tx)
  await sql`delete from changeset where artifact_id = ${ids}`.execute(tx)
  await sql`
    update tracker_counter c set artifact_count = artifact_count - gone.count,
      last_number = (select coalesce(max(number), 0) from artifact a where a.tracker_id = c.tracker_id)
    from (select t as tracker_id, count(*) as count from unnest(${rows.map(row => row.tracker_id)}::bigint[]) t group by t) gone
    where c.tracker_id = gone.tracker_id`.execute(tx)
}

/** Erases all artifacts of a project with all their rows. Deleted files queue the erasure of their contents. */
export const eraseProjectArtifacts = async (tx: Tx, projectId: number): Promise<void> => {
  const ids = sql`select id from artifact where project_id = ${projectId}`
  await sql`delete from artifact_index where artifact_id in (${ids})`.execute(tx)
  await sql`delete from artifact_text where artifact_id in (${ids})`.execute(tx)
  await sql`delete from changeset where artifact_id in (${ids})`.execute(tx)
  await sql`delete from artifact where project_id = ${projectId}`.execute(tx)
  await purgeProject(tx, projectId)
}

export const recordDeletions = async (
  tx: Tx,
  artifacts: readonly { readonly id: number; readonly trackerId: number }[],
  userId: number,
  at: Date,
): Promise<void> => {
  await tx
    .insertInto('artifact_deletion')
    .values(
      artifacts.map(({ id, trackerId }) => ({
        user_id: userId,
        artifact_id: id,
        tracker_id: trackerId,
        deleted_at: at,
      })),
    )
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

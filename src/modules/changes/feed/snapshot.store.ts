import { statement, type Db } from '../../../platform/db/db.ts'

const pageStatement = statement<{
  id: number
  tracker_id: number
  submitted_by: number
  granted_group_ids: number[] | null
}>(
  'snapshot-page',
  `select id, tracker_id, submitted_by, granted_group_ids from artifact
  where id > $1 and ($2::bigint[] is null or tracker_id = any($2::bigint[])) order by id limit $3`,
)

/** The facts that decide who sees an artifact. */
export interface ArtifactOfPage {
  readonly id: number
  readonly trackerId: number
  readonly submittedBy: number
  readonly grantedGroupIds: readonly number[] | null
}

/** The next artifacts of the trackers (null: of all) by id, including hidden ones. */
export const listNextArtifacts = async (
  db: Db,
  after: number,
  trackerIds: readonly number[] | null,
  limit: number,
): Promise<ArtifactOfPage[]> =>
  (await db.query(pageStatement, [after, trackerIds, limit])).map(row => ({
    id: row.id,
    trackerId: row.tracker_id,
    submittedBy: row.submitted_by,
    grantedGroupIds: row.granted_group_ids,
  }))

const leaseStatement = statement<{ caller: string }>(
  'snapshot-lease',
  `insert into snapshot_lease as held (caller, token, until) values ($1, $2, now() + make_interval(secs => $3))
  on conflict (caller) do update set token = excluded.token, until = excluded.until
    where held.token = excluded.token or held.until < now()
  returning caller`,
)

/** Takes the caller's only place for a snapshot, or keeps it; false: another snapshot of the caller has it. */
export const holdLease = async (db: Db, caller: string, token: string, seconds: number): Promise<boolean> =>
  (await db.query(leaseStatement, [caller, token, seconds])).length > 0

const releaseStatement = statement(
  'snapshot-lease-end',
  "delete from snapshot_lease where (caller = $1 and token = $2) or until < now() - interval '1 day'",
)

export const releaseLease = async (db: Db, caller: string, token: string): Promise<void> => {
  await db.query(releaseStatement, [caller, token])
}

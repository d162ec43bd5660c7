import { sql } from 'kysely'
import { statement, type Db, type Tx } from '../../../platform/db/db.ts'

const artifactIds = statement<{ id: number }>(
  'artifact-ids',
  "select nextval('artifact_id_seq') as id from generate_series(1, $1::int)",
)

/** New ids for artifacts. Those that are not used leave gaps. */
export const allocateIds = async (db: Db, count: number): Promise<number[]> =>
  count === 0 ? [] : (await db.query(artifactIds, [count])).map(row => row.id)

/** A batch holds locks on trackers: a slow statement ends it. */
const STATEMENT_TIMEOUT = '10s'

export interface LockedArtifact {
  readonly changesetId: number
  readonly trackerId: number
}

/**
 * Locks the counters of the trackers, then the artifacts, in ascending order of their ids, as other writes do: transactions cannot deadlock.
 * Artifacts that no longer exist are absent from the result.
 */
export const lockRows = async (
  tx: Tx,
  trackerIds: readonly number[],
  ids: readonly number[],
): Promise<ReadonlyMap<number, LockedArtifact>> => {
  await sql`select set_config('statement_timeout', ${STATEMENT_TIMEOUT}, true)`.execute(tx)
  if (trackerIds.length > 0)
    await sql`
      select from tracker_counter where tracker_id = any(${[...trackerIds]}::bigint[]) order by tracker_id for update`.execute(
      tx,
    )
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: number; changeset_id: number; tracker_id: number }>`
    select id, changeset_id, tracker_id from artifact where id = any(${[...ids]}::bigint[]) order by id for no key update`.execute(
    tx,
  )
  return new Map(rows.map(row => [row.id, { changesetId: row.changeset_id, trackerId: row.tracker_id }]))
}

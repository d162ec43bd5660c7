import { sql } from 'kysely'
import { statement, type Db, type Tx } from '../../../platform/db/db.ts'
import type { FiredTriggers } from '../workflow/side-effects.ts'

/** Triggers that fired and have not run yet. */
export interface PendingTriggers extends FiredTriggers {
  readonly artifactId: number
  /** The change that fired them; null if an earlier version of the server recorded them. */
  readonly changesetId: number | null
}

export const insertPendingTriggers = async (
  tx: Tx,
  pending: readonly (PendingTriggers & { readonly id: string })[],
): Promise<void> => {
  await tx
    .insertInto('pending_trigger')
    .values(
      pending.map(({ id, artifactId, changesetId, triggerIds, addedChildIds, visitedIds }) => ({
        id,
        artifact_id: artifactId,
        changeset_id: changesetId,
        trigger_ids: [...triggerIds],
        added_child_ids: addedChildIds && [...addedChildIds],
        visited_ids: [...visitedIds],
      })),
    )
    .execute()
}

const pendingById = statement<{
  artifact_id: number
  changeset_id: number | null
  trigger_ids: number[]
  added_child_ids: number[] | null
  visited_ids: number[]
}>(
  'pending-trigger',
  'select artifact_id, changeset_id, trigger_ids, added_child_ids, visited_ids from pending_trigger where id = $1',
)

export const findPendingTriggers = async (db: Db, id: string): Promise<PendingTriggers | undefined> => {
  const [row] = await db.query(pendingById, [id])
  return (
    row && {
      artifactId: row.artifact_id,
      changesetId: row.changeset_id,
      triggerIds: row.trigger_ids,
      addedChildIds: row.added_child_ids,
      visitedIds: row.visited_ids,
    }
  )
}

/** Claims pending triggers for this transaction; false if they have already run. */
export const claimPendingTriggers = async (tx: Tx, id: string): Promise<boolean> => {
  const { numAffectedRows } = await sql`delete from pending_trigger where id = ${id}`.execute(tx)
  return numAffectedRows === 1n
}

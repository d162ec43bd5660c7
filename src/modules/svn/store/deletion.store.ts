import { sql } from 'kysely'
import type { Db, Queryable, Tx } from '../../../platform/db/db.ts'

/** Returns false if the deletion was requested before, or the repository is gone. */
export const requestDeletion = async (tx: Tx, id: number, userId: number, at: Date): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    update svn_repository set deletion_requested_at = ${at}, deletion_requested_by = ${userId}
    where id = ${id} and deletion_requested_at is null and deleted_at is null`.execute(tx)
  return numAffectedRows === 1n
}

/** A repository whose deletion was requested or done. */
export interface DeletedRepository {
  readonly id: number
  readonly projectId: number
  readonly name: string
  readonly requestedBy: number | null
  readonly deletedAt: Date | null
}

interface DeletedRow {
  readonly id: number
  readonly project_id: number
  readonly name: string
  readonly deletion_requested_by: number | null
  readonly deleted_at: Date | null
}

const COLUMNS = sql.raw('r.id, r.project_id, r.name, r.deletion_requested_by, r.deleted_at')

const deletedOf = (row: DeletedRow): DeletedRepository => ({
  id: row.id,
  projectId: row.project_id,
  name: row.name,
  requestedBy: row.deletion_requested_by,
  deletedAt: row.deleted_at,
})

/**
 * Repositories whose deletion was requested before the given time, `orId` whenever it was requested, and all repositories of deleted
 * projects.
 */
export const listDueDeletions = async (db: Db, requestedBefore: Date, orId?: number): Promise<DeletedRepository[]> => {
  const { rows } = await sql<DeletedRow>`
    select ${COLUMNS} from svn_repository r join project p on p.id = r.project_id
    where r.deleted_at is null and (r.deletion_requested_at <= ${requestedBefore} or p.status = 'deleted'
      or (r.deletion_requested_at is not null and r.id = ${orId ?? 0}))
    order by r.id`.execute(db.kysely)
  return rows.map(deletedOf)
}

/** Deleted repositories whose contents are not erased; `deletedBefore` leaves out those deleted later. */
export const listDeleted = async (db: Queryable, deletedBefore?: Date): Promise<DeletedRepository[]> => {
  const { rows } = await sql<DeletedRow>`
    select ${COLUMNS} from svn_repository r
    where r.deleted_at <= ${deletedBefore ?? sql`'infinity'`} and r.purged_at is null order by r.id`.execute(db)
  return rows.map(deletedOf)
}

/** Returns false if another process deleted it first. */
export const markDeleted = async (tx: Tx, id: number, at: Date): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    update svn_repository set deleted_at = ${at}, deletion_requested_at = coalesce(deletion_requested_at, ${at})
    where id = ${id} and deleted_at is null`.execute(tx)
  return numAffectedRows === 1n
}

/** Locks the row of a deleted repository that can be restored; undefined if there is none. */
export const lockDeleted = async (tx: Tx, id: number): Promise<DeletedRepository | undefined> => {
  const { rows } = await sql<DeletedRow>`
    select ${COLUMNS} from svn_repository r
    where r.id = ${id} and r.deleted_at is not null and r.purged_at is null for update`.execute(tx)
  return rows[0] && deletedOf(rows[0])
}

export const markRestored = async (tx: Tx, id: number): Promise<void> => {
  await sql`
    update svn_repository set deleted_at = null, deletion_requested_at = null, deletion_requested_by = null
    where id = ${id}`.execute(tx)
}

export const markPurged = async (tx: Tx, id: number, at: Date): Promise<void> => {
  await sql`update svn_repository set purged_at = ${at} where id = ${id}`.execute(tx)
}

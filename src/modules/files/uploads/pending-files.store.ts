import { sql } from 'kysely'
import { statement, type Db, type Queryable, type Tx } from '../../../platform/db/db.ts'
import type { Declaration, PendingFile } from '../model/file.ts'

interface PendingRow {
  id: number
  field_id: number | null
  name: string
  size: number
  type: string
  description: string
  submitted_by: number
  is_finished: boolean
  expires_at: Date
  sha256: Buffer | null
  detected_type: string | null
}

const COLUMNS =
  'id, field_id, name, size, type, description, submitted_by, is_finished, expires_at, sha256, detected_type'
const PENDING = 'artifact_id is null and removed_at is null'

const toPending = (row: PendingRow): PendingFile => ({
  id: row.id,
  fieldId: row.field_id,
  name: row.name,
  size: row.size,
  type: row.type,
  description: row.description,
  submittedBy: row.submitted_by,
  isFinished: row.is_finished,
  expiresAt: row.expires_at,
  sha256: row.sha256,
  detectedType: row.detected_type,
})

const pendingOfUser = statement<PendingRow>(
  'pending-files',
  `select ${COLUMNS} from file
   where id = any($1::bigint[]) and submitted_by = $2 and expires_at > $3 and ${PENDING} order by id`,
)

/** The given files that the account declared and that are neither attached nor expired. */
export const findPendingFiles = async (
  db: Db,
  ids: readonly number[],
  userId: number,
  now: Date,
): Promise<PendingFile[]> => (await db.query(pendingOfUser, [ids, userId, now])).map(toPending)

/**
 * Locks declarations of the account, and declarations of the same name and size for the field, until the transaction ends. The following
 * reads therefore stay true when a declaration is inserted.
 */
export const lockDeclarations = async (tx: Tx, userId: number, declaration: Declaration): Promise<void> => {
  const { fieldId, name, size } = declaration
  await sql`select pg_advisory_xact_lock(hashtextextended(${`declaring:${userId}`}, 0)),
    pg_advisory_xact_lock(hashtextextended(${`declared:${fieldId}:${size}:${name}`}, 0))`.execute(tx)
}

/** Live declarations of the same field, name and size, by any account. */
export const findSameDeclarations = async (tx: Tx, declaration: Declaration, now: Date): Promise<PendingFile[]> => {
  const { rows } = await sql<PendingRow>`
    select ${sql.raw(COLUMNS)} from file
    where field_id = ${declaration.fieldId} and size = ${declaration.size} and name = ${declaration.name}
      and expires_at > ${now} and ${sql.raw(PENDING)}
    order by id`.execute(tx)
  return rows.map(toPending)
}

/** Declared bytes of the account's unattached files. */
export const sumPendingBytes = async (tx: Tx, userId: number, now: Date): Promise<number> => {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(size), 0)::bigint as bytes from file
    where submitted_by = ${userId} and expires_at > ${now} and ${sql.raw(PENDING)}`.execute(tx)
  return rows[0]?.bytes ?? 0
}

export const insertDeclaration = async (
  tx: Tx,
  declaration: Declaration,
  by: { readonly userId: number; readonly now: Date; readonly expiresAt: Date },
): Promise<number> => {
  const { id } = await tx
    .insertInto('file')
    .values({
      field_id: declaration.fieldId,
      name: declaration.name,
      size: declaration.size,
      type: declaration.type,
      description: declaration.description,
      submitted_by: by.userId,
      submitted_on: by.now,
      expires_at: by.expiresAt,
      is_finished: false,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const finishOne = statement<{ id: number }>(
  'finish-upload',
  `update file set is_finished = true, sha256 = $2, detected_type = $3 where id = $1 and ${PENDING} returning id`,
)

/** Returns false if the file was cancelled or expired meanwhile. */
export const markFinished = async (
  db: Db,
  id: number,
  content: { readonly sha256: Buffer; readonly detectedType: string | null },
): Promise<boolean> => (await db.query(finishOne, [id, content.sha256, content.detectedType])).length > 0

/** Completes a file whose content the server itself received. */
export const markStored = async (
  db: Db,
  id: number,
  content: { readonly size: number; readonly sha256: Buffer; readonly detectedType: string | null },
): Promise<void> => {
  await sql`
    update file set is_finished = true, size = ${content.size}, sha256 = ${content.sha256}, detected_type = ${content.detectedType}
    where id = ${id}`.execute(db.kysely)
}

const deleteOne = statement<{ id: number }>(
  'cancel-upload',
  `delete from file where id = $1 and expires_at is not null and ${PENDING} returning id`,
)

/** Returns false if the file was deleted or attached meanwhile. */
export const deletePendingFile = async (db: Db, id: number): Promise<boolean> =>
  (await db.query(deleteOne, [id])).length > 0

/** Number of declared files whose bytes are incomplete. */
export const countUnfinishedFiles = async (db: Queryable, now: Date): Promise<number> => {
  const { count } = await db
    .selectFrom('file')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('is_finished', '=', false)
    .where('artifact_id', 'is', null)
    .where('removed_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return count
}

import { sql } from 'kysely'
import type { Db, Queryable, Tx } from '../../../platform/db/db.ts'
import type { TemporaryFile } from '../model/file.ts'

interface Row {
  id: number
  name: string
  type: string
  description: string
  size: number
  submitted_by: number
  chunks: number
}

const toFile = (row: Row): TemporaryFile => ({
  id: row.id,
  name: row.name,
  type: row.type,
  description: row.description,
  size: row.size,
  submittedBy: row.submitted_by,
  chunks: row.chunks,
})

const FILE = sql.raw(`file.id, file.name, file.type, file.description, file.size, file.submitted_by,
  (select max(ordinal) from temporary_chunk where file_id = file.id) as chunks`)
/** Condition: the file has pieces of the older interface, and is attached to nothing. */
const IS_TEMPORARY = sql.raw(
  `file.artifact_id is null and file.removed_at is null and exists (select from temporary_chunk where file_id = file.id)`,
)

export const findTemporaryFile = async (db: Queryable, id: number, now: Date): Promise<TemporaryFile | undefined> => {
  const { rows } = await sql<Row>`
    select ${FILE} from file where id = ${id} and expires_at > ${now} and ${IS_TEMPORARY}`.execute(db)
  return rows[0] && toFile(rows[0])
}

/** Locks the file until the transaction ends, so that no other request adds to it or attaches it. */
export const lockTemporaryFile = async (tx: Tx, id: number, now: Date): Promise<TemporaryFile | undefined> => {
  await sql`select from file where id = ${id} for update`.execute(tx)
  return findTemporaryFile(tx, id, now)
}

export const listTemporaryFiles = async (
  db: Db,
  userId: number,
  now: Date,
  page: { readonly limit: number; readonly offset: number },
): Promise<TemporaryFile[]> => {
  const { rows } = await sql<Row>`
    select ${FILE} from file where submitted_by = ${userId} and expires_at > ${now} and ${IS_TEMPORARY}
    order by id limit ${page.limit} offset ${page.offset}`.execute(db.kysely)
  return rows.map(toFile)
}

export interface TemporaryUsage {
  readonly files: number
  readonly bytes: number
}

export const getTemporaryUsage = async (db: Queryable, userId: number, now: Date): Promise<TemporaryUsage> => {
  const { rows } = await sql<TemporaryUsage>`
    select count(*)::int as files, coalesce(sum(size), 0)::bigint as bytes from file
    where submitted_by = ${userId} and expires_at > ${now} and ${IS_TEMPORARY}`.execute(db)
  return rows[0] ?? { files: 0, bytes: 0 }
}

/** Locks the quota, so that two requests of one account cannot both take the rest of it. */
export const lockTemporaryUsage = async (tx: Tx, userId: number): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`temporary files:${userId}`}, 0))`.execute(tx)
}

export const insertTemporaryFile = async (
  tx: Tx,
  file: Pick<TemporaryFile, 'name' | 'type' | 'description' | 'submittedBy'> & {
    readonly now: Date
    readonly expiresAt: Date
  },
): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    insert into file (name, type, description, size, submitted_by, submitted_on, expires_at, is_finished)
    values (${file.name}, ${file.type}, ${file.description}, 0, ${file.submittedBy}, ${file.now}, ${file.expiresAt}, false)
    returning id`.execute(tx)
  return rows[0]?.id ?? 0
}

/** The content that was stored for an artifact that then did not take the file is not complete with this piece. */
export const insertChunk = async (tx: Tx, fileId: number, ordinal: number, content: Buffer): Promise<void> => {
  await sql`insert into temporary_chunk (file_id, ordinal, content) values (${fileId}, ${ordinal}, ${content})`.execute(
    tx,
  )
  await sql`
    update file set size = size + ${content.length}, is_finished = false, sha256 = null where id = ${fileId}`.execute(
    tx,
  )
}

/** Bytes of a file that is stored in pieces. */
export const readChunkBytes = async (db: Db, id: number, offset: number, limit: number): Promise<Buffer> => {
  const { rows } = await sql<{ piece: Buffer }>`
    with placed as (
      select ordinal, content, sum(length(content)) over (order by ordinal) - length(content) as start
      from temporary_chunk where file_id = ${id}
    )
    select substring(content
      from (greatest(${offset}::bigint - start, 0) + 1)::int
      for least(length(content), ${offset}::bigint + ${limit}::bigint - greatest(start, ${offset}::bigint))::int) as piece
    from placed
    where start < ${offset}::bigint + ${limit}::bigint and start + length(content) > ${offset}::bigint
    order by ordinal`.execute(db.kysely)
  return Buffer.concat(rows.map(row => row.piece))
}

export const readChunk = async (db: Db, id: number, ordinal: number): Promise<Buffer | undefined> => {
  const { rows } = await sql<{ content: Buffer }>`
    select content from temporary_chunk where file_id = ${id} and ordinal = ${ordinal}`.execute(db.kysely)
  return rows[0]?.content
}

/** Records that the content is in the store; returns false if more bytes arrived meanwhile, or the file is gone. */
export const markTemporaryFinished = async (
  db: Db,
  id: number,
  content: { readonly size: number; readonly sha256: Buffer; readonly detectedType: string | null },
): Promise<boolean> => {
  const { rows } = await sql`
    update file set is_finished = true, sha256 = ${content.sha256}, detected_type = ${content.detectedType}
    where id = ${id} and size = ${content.size} and artifact_id is null and removed_at is null
    returning id`.execute(db.kysely)
  return rows.length > 0
}

export const deleteTemporaryFile = async (tx: Tx, id: number): Promise<void> => {
  await sql`delete from file where id = ${id} and artifact_id is null`.execute(tx)
}

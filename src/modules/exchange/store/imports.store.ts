import { sql } from 'kysely'
import { parseJsonb, type Queryable, type Tx } from '../../../platform/db/db.ts'
import {
  MAX_MESSAGES,
  type Import,
  type ImportCounts,
  type ImportMessage,
  type ImportOptions,
  type ImportStatus,
  type SheetHead,
} from '../model/import.ts'

interface Row {
  id: number
  project_id: number
  tracker_id: number | null
  submitted_by: number
  options: string
  is_dry_run: boolean
  undo_of: number | null
  file_id: number | null
  file_name: string
  file_size: number
  created_at: Date
  expires_at: Date
  finished_at: Date | null
  status: ImportStatus
  is_stopping: boolean
  head: string | null
  byte_offset: number
  lines_done: number
  link_offset: number | null
  link_lines: number
  has_links: boolean
  total: number
  done: number
  created: number
  updated: number
  unchanged: number
  refused: number
  more_messages: number
  invited: string[]
}

const toImport = (row: Row): Import => ({
  id: row.id,
  projectId: row.project_id,
  trackerId: row.tracker_id,
  submittedBy: row.submitted_by,
  options: parseJsonb<ImportOptions>(row.options),
  isDryRun: row.is_dry_run,
  undoOf: row.undo_of,
  fileId: row.file_id,
  fileName: row.file_name,
  fileSize: row.file_size,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  finishedAt: row.finished_at,
  status: row.status,
  isStopping: row.is_stopping,
  head: row.head === null ? null : parseJsonb<SheetHead>(row.head),
  byteOffset: row.byte_offset,
  linesDone: row.lines_done,
  linkOffset: row.link_offset,
  linkLines: row.link_lines,
  hasLinks: row.has_links,
  total: row.total,
  done: row.done,
  created: row.created,
  updated: row.updated,
  unchanged: row.unchanged,
  refused: row.refused,
  moreMessages: row.more_messages,
  invited: row.invited,
})

export type NewImport = Pick<
  Import,
  | 'projectId'
  | 'trackerId'
  | 'submittedBy'
  | 'options'
  | 'isDryRun'
  | 'undoOf'
  | 'fileId'
  | 'fileName'
  | 'fileSize'
  | 'createdAt'
  | 'expiresAt'
> & { readonly total?: number }

export const insertImport = async (tx: Tx, row: NewImport): Promise<number> => {
  const { id } = await tx
    .insertInto('artifact_import')
    .values({
      project_id: row.projectId,
      tracker_id: row.trackerId,
      submitted_by: row.submittedBy,
      options: JSON.stringify(row.options),
      is_dry_run: row.isDryRun,
      undo_of: row.undoOf,
      file_id: row.fileId,
      file_name: row.fileName,
      file_size: row.fileSize,
      created_at: row.createdAt,
      expires_at: row.expiresAt,
      total: row.total ?? 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Locks the project's imports until the transaction ends; returns the number of those that are not finished. */
export const lockAndCountOpen = async (tx: Tx, projectId: number): Promise<number> => {
  await sql`select pg_advisory_xact_lock(hashtext('artifact_import'), ${projectId}::int)`.execute(tx)
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from artifact_import
    where project_id = ${projectId} and status in ('waiting', 'checking', 'running')`.execute(tx)
  return rows[0]?.n ?? 0
}

export const findImport = async (db: Queryable, id: number, isLocking = false): Promise<Import | undefined> => {
  const { rows } = await sql<Row>`
    select * from artifact_import where id = ${id} ${sql.raw(isLocking ? 'for update' : '')}`.execute(db)
  return rows[0] && toImport(rows[0])
}

/** Imports of the project, latest first; with `submittedBy` only those of the account. */
export const listImports = async (
  db: Queryable,
  by: {
    readonly projectId: number
    readonly submittedBy: number | null
    readonly limit: number
    readonly offset: number
  },
): Promise<{ readonly imports: readonly Import[]; readonly size: number }> => {
  const condition = sql`project_id = ${by.projectId} and (${by.submittedBy}::bigint is null or submitted_by = ${by.submittedBy}::bigint)`
  const { rows } = await sql<Row>`
    select * from artifact_import where ${condition} order by id desc limit ${by.limit} offset ${by.offset}`.execute(db)
  const { rows: counted } = await sql<{ n: number }>`
    select count(*) as n from artifact_import where ${condition}`.execute(db)
  return { imports: rows.map(toImport), size: counted[0]?.n ?? 0 }
}

export const listMessages = async (db: Queryable, importId: number): Promise<ImportMessage[]> => {
  const { rows } = await sql<ImportMessage>`
    select line, "column", level, reason, text from artifact_import_message where import_id = ${importId}
    order by line nulls first, n`.execute(db)
  return rows
}

/** The undo of an import, if there is one that did not fail. */
export const findUndoOf = async (db: Queryable, id: number): Promise<number | undefined> => {
  const { rows } = await sql<{ id: number }>`
    select id from artifact_import where undo_of = ${id} and status <> 'failed' order by id desc limit 1`.execute(db)
  return rows[0]?.id
}

/** Imports to work on: complete, stopped, expired ones, undoings, and those of a dead process. */
export const listDueImports = async (db: Queryable, now: Date): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select i.id from artifact_import i left join file f on f.id = i.file_id
    where i.status in ('checking', 'running')
      or (i.status = 'waiting'
        and (i.undo_of is not null or f.id is null or f.is_finished or i.is_stopping or i.expires_at <= ${now}))
    order by i.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** The file of the import that the account still has to send. */
export const findWaitingFileId = async (db: Queryable, id: number, userId: number): Promise<number | undefined> => {
  const { rows } = await sql<{ file_id: number | null }>`
    select file_id from artifact_import
    where id = ${id} and submitted_by = ${userId} and status = 'waiting' and not is_stopping`.execute(db)
  return rows[0]?.file_id ?? undefined
}

export const isContentComplete = async (db: Queryable, fileId: number): Promise<boolean> => {
  const { rows } = await sql<{ is_finished: boolean }>`select is_finished from file where id = ${fileId}`.execute(db)
  return rows[0]?.is_finished === true
}

/** Starts the work, or counts another start after an interruption. The content does not expire from now on. */
export const beginImport = async (tx: Tx, id: number): Promise<number> => {
  const { rows } = await sql<{ attempts: number; file_id: number | null }>`
    update artifact_import set attempts = attempts + 1, status = case status when 'waiting' then 'checking' else status end
    where id = ${id} returning attempts, file_id`.execute(tx)
  const fileId = rows[0]?.file_id ?? null
  if (fileId !== null)
    await sql`update file set expires_at = now() + interval '90 days' where id = ${fileId}`.execute(tx)
  return rows[0]?.attempts ?? 0
}

/** After the check: the number of artifacts. */
export const startRunning = async (
  tx: Tx,
  id: number,
  { total, head }: { readonly total: number; readonly head: SheetHead | null },
): Promise<void> => {
  await sql`
    update artifact_import set status = 'running', total = ${total}, head = ${head && JSON.stringify(head)}::jsonb
    where id = ${id}`.execute(tx)
}

/** The end of an import; its content is erased. */
export const endImport = async (
  tx: Tx,
  id: number,
  { status, now }: { readonly status: 'done' | 'failed' | 'cancelled'; readonly now: Date },
): Promise<void> => {
  await sql`
    with ended as (
      update artifact_import i set status = ${status}, finished_at = ${now}, is_stopping = false, file_id = null
      from artifact_import before where i.id = ${id} and before.id = i.id returning before.file_id
    )
    delete from file where id in (select file_id from ended) and artifact_id is null`.execute(tx)
  await sql`delete from artifact_import_key where import_id = ${id}`.execute(tx)
}

export const requestStop = async (tx: Tx, id: number): Promise<void> => {
  await sql`update artifact_import set is_stopping = true where id = ${id}`.execute(tx)
}

export const isStopRequested = async (db: Queryable, id: number): Promise<boolean> => {
  const { rows } = await sql<{ is_stopping: boolean }>`
    select is_stopping from artifact_import where id = ${id}`.execute(db)
  return rows[0]?.is_stopping ?? true
}

/** How far an import is after a portion. */
export interface Progress {
  readonly counts: ImportCounts
  readonly messages: readonly ImportMessage[]
  readonly place: { readonly offset: number; readonly lines: number }
  readonly hasLinks?: boolean
  readonly invited?: readonly string[]
}

/** Counts what a portion did and moves the place behind it. */
export const moveOn = async (
  tx: Tx,
  id: number,
  { counts, messages, place, hasLinks, invited }: Progress,
): Promise<void> => {
  await insertMessages(tx, id, messages)
  await sql`
    update artifact_import set byte_offset = ${place.offset}, lines_done = ${place.lines}, done = done + ${counts.done},
      created = created + ${counts.created}, updated = updated + ${counts.updated},
      unchanged = unchanged + ${counts.unchanged}, refused = refused + ${counts.refused},
      has_links = has_links or ${hasLinks ?? false}, invited = invited || ${[...(invited ?? [])]}::text[], attempts = 1
    where id = ${id}`.execute(tx)
}

export const moveOnLinks = async (
  tx: Tx,
  id: number,
  { messages, place }: Pick<Progress, 'messages' | 'place'>,
): Promise<void> => {
  await insertMessages(tx, id, messages)
  await sql`
    update artifact_import set link_offset = ${place.offset}, link_lines = ${place.lines}, attempts = 1
    where id = ${id}`.execute(tx)
}

/** Keeps the first messages and counts the others. */
export const insertMessages = async (tx: Tx, importId: number, messages: readonly ImportMessage[]): Promise<void> => {
  if (messages.length === 0) return
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from artifact_import_message where import_id = ${importId}`.execute(tx)
  const room = Math.max(0, MAX_MESSAGES - (rows[0]?.n ?? 0))
  const kept = messages.slice(0, room)
  if (kept.length > 0)
    await tx
      .insertInto('artifact_import_message')
      .values(
        kept.map(({ line, column, level, reason, text }) => ({
          import_id: importId,
          line,
          column,
          level,
          reason,
          text,
        })),
      )
      .execute()
  if (kept.length < messages.length)
    await sql`
      update artifact_import set more_messages = more_messages + ${messages.length - kept.length}
      where id = ${importId}`.execute(tx)
}

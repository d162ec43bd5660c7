import { sql } from 'kysely'
import { parseJsonb, type Db, type Queryable, type Tx } from '../../../platform/db/db.ts'
import type { ImportMessage } from '../archive/import-messages.ts'

/** `waiting` for its bytes, then `importing`; the others are final. */
export type ArchiveStatus = 'waiting' | 'importing' | 'imported' | 'failed' | 'cancelled' | 'expired'

/** An archive from which a project is created (projects.md §3.4). */
export interface ProjectArchive {
  readonly id: number
  readonly projectId: number
  /** null: its bytes are erased. */
  readonly fileId: number | null
  readonly fileName: string
  readonly fileSize: number
  readonly submittedBy: number
  readonly expiresAt: Date
  readonly status: ArchiveStatus
  readonly messages: readonly ImportMessage[]
  readonly finishedAt: Date | null
}

interface Row {
  id: number
  project_id: number
  file_id: number | null
  file_name: string
  file_size: number
  submitted_by: number
  expires_at: Date
  status: ArchiveStatus
  messages: string
  finished_at: Date | null
}

const COLUMNS = sql.raw(
  'a.id, a.project_id, a.file_id, a.file_name, a.file_size, a.submitted_by, a.expires_at, a.status, a.messages, a.finished_at',
)

const toArchive = (row: Row): ProjectArchive => ({
  id: row.id,
  projectId: row.project_id,
  fileId: row.file_id,
  fileName: row.file_name,
  fileSize: row.file_size,
  submittedBy: row.submitted_by,
  expiresAt: row.expires_at,
  status: row.status,
  messages: parseJsonb(row.messages),
  finishedAt: row.finished_at,
})

export const insertArchive = async (
  tx: Tx,
  archive: Pick<ProjectArchive, 'projectId' | 'fileName' | 'fileSize' | 'submittedBy' | 'expiresAt'> & {
    readonly fileId: number
    readonly now: Date
  },
): Promise<number> => {
  const { id } = await tx
    .insertInto('project_archive')
    .values({
      project_id: archive.projectId,
      file_id: archive.fileId,
      file_name: archive.fileName,
      file_size: archive.fileSize,
      submitted_by: archive.submittedBy,
      created_at: archive.now,
      expires_at: archive.expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The file that the account still has to send. */
export const findWaitingFileId = async (db: Db, id: number, userId: number): Promise<number | undefined> => {
  const { rows } = await sql<{ file_id: number | null }>`
    select file_id from project_archive
    where id = ${id} and submitted_by = ${userId} and status = 'waiting'`.execute(db.kysely)
  return rows[0]?.file_id ?? undefined
}

export const findArchiveOfProject = async (db: Db, projectId: number): Promise<ProjectArchive | undefined> => {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from project_archive a where a.project_id = ${projectId}`.execute(db.kysely)
  return rows[0] && toArchive(rows[0])
}

/** Archives to work on: complete, cancelled or expired ones, and those of a dead process. */
export const listDueArchives = async (db: Queryable, now: Date): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select a.id from project_archive a left join file f on f.id = a.file_id
    where a.status = 'importing'
      or (a.status = 'waiting' and (f.id is null or f.is_finished or a.expires_at <= ${now}))
    order by a.id`.execute(db)
  return rows.map(row => row.id)
}

/** The current state, and whether all bytes have arrived. */
export const findArchive = async (
  db: Queryable,
  id: number,
): Promise<{ archive: ProjectArchive; isComplete: boolean } | undefined> => {
  const { rows } = await sql<Row & { is_complete: boolean | null }>`
    select ${COLUMNS}, f.is_finished as is_complete
    from project_archive a left join file f on f.id = a.file_id where a.id = ${id}`.execute(db)
  return rows[0] && { archive: toArchive(rows[0]), isComplete: rows[0].is_complete === true }
}

/** Number of starts, including this one. */
export const beginImport = async (db: Queryable, id: number): Promise<number> => {
  const { rows } = await sql<{ attempts: number }>`
    update project_archive set status = 'importing', attempts = attempts + 1 where id = ${id} returning attempts`.execute(
    db,
  )
  return rows[0]?.attempts ?? 0
}

/** Stores the result; the bytes are erased. */
export const endArchive = async (
  tx: Tx,
  id: number,
  end: { readonly status: ArchiveStatus; readonly messages: readonly ImportMessage[]; readonly now: Date },
): Promise<void> => {
  await sql`
    with ended as (
      update project_archive set status = ${end.status}, messages = ${JSON.stringify(end.messages)}::jsonb, finished_at = ${end.now}
      where id = ${id} returning file_id
    )
    delete from file where id in (select file_id from ended) and artifact_id is null`.execute(tx)
}

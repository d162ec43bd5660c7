import { sql } from 'kysely'
import { parseJsonb, type Queryable } from '../../../platform/db/db.ts'
import type { CommentVersion, Delta } from '../model/artifact.ts'
import { commentVersions, type CommentRow } from '../commit/comments.store.ts'

/** A changeset with all its data. */
export interface FullChangeset {
  readonly id: number
  readonly submittedBy: number
  readonly submittedByEmail: string | null
  readonly submittedOn: Date
  readonly delta: Delta
  /** Versions of the comment, oldest first; [] for none. */
  readonly comment: readonly CommentVersion[]
}

interface Row extends CommentRow {
  id: number
  artifact_id: number
  delta: string
}

/** Whole histories of several artifacts, oldest first, in one query. */
export const listFullHistories = async (
  db: Queryable,
  artifactIds: readonly number[],
): Promise<Map<number, FullChangeset[]>> => {
  const { rows } = await sql<Row>`
    select id, artifact_id, submitted_by, submitted_by_email, submitted_on, delta, comment_body, comment_format,
      comment_group_ids, comment_edited_by, comment_edited_by_email, comment_edited_on, comment_history
    from changeset where artifact_id = any(${artifactIds}::bigint[]) order by artifact_id, id`.execute(db)
  const histories = new Map(artifactIds.map(id => [id, [] as FullChangeset[]]))
  for (const row of rows) {
    histories.get(row.artifact_id)?.push({
      id: row.id,
      submittedBy: row.submitted_by,
      submittedByEmail: row.submitted_by_email,
      submittedOn: row.submitted_on,
      delta: parseJsonb<Delta>(row.delta),
      comment: commentVersions(row),
    })
  }
  return histories
}

/** Description of a file in an archive. */
export interface ExportedFile {
  readonly id: number
  readonly name: string
  readonly size: number
  readonly type: string
  readonly description: string
  /** Whether the artifact no longer holds the file: a job has erased its content, or will. */
  readonly isDetached: boolean
}

export const listExportedFiles = (db: Queryable, fileIds: readonly number[]): Promise<ExportedFile[]> =>
  db
    .selectFrom('file')
    .select(['id', 'name', 'size', 'type', 'description', eb => eb('removed_at', 'is not', null).as('isDetached')])
    .where('id', 'in', fileIds.length > 0 ? [...fileIds] : [0])
    .orderBy('id')
    .execute() as Promise<ExportedFile[]>

/** Artifacts of a tracker with an id greater than `after`, by id. */
export const listArtifactIds = async (
  db: Queryable,
  trackerId: number,
  after: number,
  limit: number,
): Promise<number[]> => {
  const rows = await db
    .selectFrom('artifact')
    .select('id')
    .where('tracker_id', '=', trackerId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(row => row.id)
}

/** The existing artifacts among these, with their trackers. */
export const listTrackersOfArtifacts = async (
  db: Queryable,
  artifactIds: readonly number[],
): Promise<Map<number, number>> => {
  if (artifactIds.length === 0) return new Map()
  const { rows } = await sql<{ id: number; tracker_id: number }>`
    select id, tracker_id from artifact where id = any(${[...artifactIds]}::bigint[])`.execute(db)
  return new Map(rows.map(row => [row.id, row.tracker_id]))
}

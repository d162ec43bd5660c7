import { parseJsonb, runWrite, statement, type Db, type Tx } from '../../../platform/db/db.ts'
import { isNamedBy } from '../store/links-and-references.store.ts'
import type { CommentFormat, CommentVersion, MentionedArtifact, NewComment } from '../model/artifact.ts'
import type { Authorship } from './write-artifact.store.ts'

/** The columns of a changeset that hold its comment. */
export interface CommentRow {
  submitted_by: number
  submitted_by_email: string | null
  submitted_on: Date
  comment_body: string
  comment_format: CommentFormat
  comment_group_ids: number[] | null
  comment_edited_by: number | null
  comment_edited_by_email: string | null
  comment_edited_on: Date | null
  comment_history: string | null
}

interface EarlierVersion {
  readonly body: string
  readonly format: CommentFormat
  readonly group_ids: number[] | null
  readonly by: number
  readonly by_email: string | null
  readonly on: string
}

/** Versions of the comment, oldest first, the current one last; [] if the changeset never had a comment. */
export const commentVersions = (row: CommentRow): CommentVersion[] => {
  const earlier = row.comment_history === null ? [] : parseJsonb<EarlierVersion[]>(row.comment_history)
  if (row.comment_body === '' && earlier.length === 0) return []
  return [
    ...earlier.map(version => ({
      body: version.body,
      format: version.format,
      groupIds: version.group_ids,
      by: version.by,
      byEmail: version.by_email,
      on: new Date(version.on),
    })),
    {
      body: row.comment_body,
      format: row.comment_format,
      groupIds: row.comment_group_ids,
      by: row.comment_edited_on ? (row.comment_edited_by ?? 0) : row.submitted_by,
      byEmail: row.comment_edited_on ? row.comment_edited_by_email : row.submitted_by_email,
      on: row.comment_edited_on ?? row.submitted_on,
    },
  ]
}

/** A comment with its author and all its versions. */
export interface WholeComment {
  readonly changesetId: number
  /** 0 = anonymous. */
  readonly authorId: number
  readonly versions: readonly [CommentVersion, ...CommentVersion[]]
}

const readStatement = statement<CommentRow>(
  'comment',
  `select submitted_by, submitted_by_email, submitted_on, comment_body, comment_format, comment_group_ids,
    comment_edited_by, comment_edited_by_email, comment_edited_on, comment_history
  from changeset where id = $1 and artifact_id = $2`,
)

/** undefined: the artifact has no such changeset, or the changeset never had a comment. */
export const readComment = async (
  db: Db,
  artifactId: number,
  changesetId: number,
): Promise<WholeComment | undefined> => {
  const [row] = await db.query(readStatement, [changesetId, artifactId])
  const [first, ...later] = row ? commentVersions(row) : []
  return row && first && { changesetId, authorId: row.submitted_by, versions: [first, ...later] }
}

export interface CommentEdit {
  readonly artifactId: number
  readonly trackerId: number
  /** Version of the tracker's definition that the edit was planned from. */
  readonly trackerVersion: number
  readonly changesetId: number
  /** Number of versions of the comment when it was read. */
  readonly basedOn: number
  readonly comment: NewComment
  readonly author: Authorship
  readonly references: readonly MentionedArtifact[]
}

/**
 * One statement moves the current version of the comment to its history and stores the new version, but only if the comment is unchanged
 * since it was read. The statement also updates the artifact's row without changing a value: other writers wait, and cached responses
 * become stale (ADR 25).
 */
const editStatement = statement<{ id: number }>(
  'edit-comment',
  `with holder as (
    update artifact set number = number where id = $1 and tracker_id = $2 and (select version from tracker where id = $2) = $3::bigint
    returning id, project_id, tracker_id
  ), edited as (
    update changeset c set comment_body = $6::text, comment_format = $7::text, comment_group_ids = $8::bigint[],
      comment_edited_by = $9::bigint, comment_edited_by_email = null, comment_edited_on = $10::timestamptz,
      comment_history = coalesce(c.comment_history, '[]') || jsonb_build_array(jsonb_build_object(
        'body', c.comment_body, 'format', c.comment_format, 'group_ids', c.comment_group_ids,
        'by', case when c.comment_edited_on is null then c.submitted_by else coalesce(c.comment_edited_by, 0) end,
        'by_email', case when c.comment_edited_on is null then c.submitted_by_email else c.comment_edited_by_email end,
        'on', coalesce(c.comment_edited_on, c.submitted_on)))
    from holder where c.id = $4 and c.artifact_id = holder.id and coalesce(jsonb_array_length(c.comment_history), 0) = $5::int - 1
    returning c.id, holder.id as artifact_id, holder.project_id, holder.tracker_id
  ), reference_rows as (
    insert into cross_reference (source_artifact_id, target_artifact_id, keyword)
    select edited.artifact_id, r.id, k from edited, unnest($11::bigint[], $12::text[]) as u (t, k) join artifact r on r.id = t
    where ${isNamedBy('k', 'r', 'edited.project_id')}
    on conflict do nothing
  ), event_row as (
    insert into event (kind, actor_id, means, project_id, tracker_id, artifact_id, payload)
    select 'comment.edited', $9, $13::text, project_id, tracker_id, artifact_id, jsonb_build_object('comment_changeset_id', id)
    from edited
  )
  select id from edited`,
)

/** false: nothing was written, because the comment, artifact or tracker changed after the edit was planned. */
export const writeComment = async (on: Db | Tx, edit: CommentEdit): Promise<boolean> => {
  const { comment, author, references } = edit
  const rows = await runWrite(on, editStatement, [
    edit.artifactId,
    edit.trackerId,
    edit.trackerVersion,
    edit.changesetId,
    edit.basedOn,
    comment.body,
    comment.format,
    comment.groupIds,
    author.userId,
    author.at,
    references.map(reference => reference.artifactId),
    references.map(reference => reference.keyword),
    author.means,
  ])
  return rows.length > 0
}

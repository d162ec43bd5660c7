import { parseJsonb, statement, type Db } from '../../../platform/db/db.ts'
import type { Artifact, CommentFormat, Delta } from '../model/artifact.ts'

export interface Changeset {
  readonly id: number
  readonly submittedBy: number
  readonly submittedByEmail: string | null
  readonly submittedOn: Date
  /** Name of the program that made the change for its author; null: none. */
  readonly agent: string | null
  readonly delta: Delta
  readonly comment: {
    readonly body: string
    readonly format: CommentFormat
    /** null = public. */
    readonly groupIds: readonly number[] | null
    /** Author and time of the last version. */
    readonly editedBy: number
    readonly editedByEmail: string | null
    readonly editedOn: Date
    /**
     * Number of versions, including the current one; 0 = there never was a comment. A comment that was emptied has versions and no body.
     */
    readonly versionCount: number
  }
  /** The tracker that this changeset moved the artifact from; null if it is no move. */
  readonly movedFromTrackerId: number | null
}

interface ChangesetRow {
  id: number
  submitted_by: number
  submitted_by_email: string | null
  submitted_on: Date
  agent: string | null
  delta: Delta
  comment_body: string
  comment_format: CommentFormat
  comment_group_ids: number[] | null
  comment_edited_by: number | null
  comment_edited_by_email: string | null
  comment_edited_on: Date | null
  earlier_count: number
  moved_from_tracker_id: number | null
}

const COLUMNS = `id, submitted_by, submitted_by_email, submitted_on, agent, delta, comment_body, comment_format, comment_group_ids,
    comment_edited_by, comment_edited_by_email, comment_edited_on, coalesce(jsonb_array_length(comment_history), 0) as earlier_count,
    moved_from_tracker_id`

/** For artifact `a` of the outer query: all changesets as JSON, unsorted, because sorting few rows in SQL costs more than reading them. */
export const HISTORY = `(
  select json_agg(json_build_array(h.id, h.submitted_by, h.submitted_by_email, h.submitted_on, h.delta, h.comment_body, h.comment_format,
    h.comment_group_ids, h.comment_edited_by, h.comment_edited_by_email, h.comment_edited_on,
    coalesce(jsonb_array_length(h.comment_history), 0), h.agent, h.moved_from_tracker_id))
  from changeset h where h.artifact_id = a.id)`

/** One changeset of `HISTORY`. */
export type HistoryRow = readonly [
  id: number,
  submittedBy: number,
  submittedByEmail: string | null,
  submittedOn: string,
  delta: Delta,
  commentBody: string,
  commentFormat: CommentFormat,
  commentGroupIds: number[] | null,
  commentEditedBy: number | null,
  commentEditedByEmail: string | null,
  commentEditedOn: string | null,
  earlierCount: number,
  agent: string | null,
  movedFromTrackerId: number | null,
]

/** The whole history, oldest first. The deltas up to a changeset add up to the values at its time. */
export const toHistory = (rows: readonly HistoryRow[]): Changeset[] =>
  rows
    .map(([id, submittedBy, submittedByEmail, submittedOn, delta, ...comment]) => {
      const [body, format, groupIds, editedBy, editedByEmail, editedOn, earlierCount, agent, movedFromTrackerId] =
        comment
      return toChangeset({
        id,
        submitted_by: submittedBy,
        submitted_by_email: submittedByEmail,
        submitted_on: new Date(submittedOn),
        agent,
        delta,
        comment_body: body,
        comment_format: format,
        comment_group_ids: groupIds,
        comment_edited_by: editedBy,
        comment_edited_by_email: editedByEmail,
        comment_edited_on: editedOn === null ? null : new Date(editedOn),
        earlier_count: earlierCount,
        moved_from_tracker_id: movedFromTrackerId,
      })
    })
    .sort((left, right) => left.id - right.id)

const editsStatement = statement<
  Omit<ChangesetRow, 'delta'> & { delta: string; is_first: boolean; commentator_ids: number[] }
>(
  'edits',
  `select ${COLUMNS},
    not exists (select from changeset e where e.artifact_id = c.artifact_id and e.id < c.id) as is_first,
    array(select distinct e.submitted_by from changeset e
      where e.artifact_id = c.artifact_id and e.id <= c.id and e.comment_body <> '') as commentator_ids
  from changeset c where id = any($1::bigint[])`,
)

const historiesStatement = statement<{
  artifact_id: number
  project_id: number
  tracker_id: number
  submitted_by: number
  granted_group_ids: number[] | null
  submitted_on: Date
  delta: string
}>(
  'histories',
  `select c.artifact_id, a.project_id, a.tracker_id, a.submitted_by, a.granted_group_ids, c.submitted_on, c.delta
  from changeset c join artifact a on a.id = c.artifact_id
  where c.artifact_id = any($1::bigint[]) order by c.artifact_id, c.id`,
)

export interface ValueHistory {
  /** The data on which the right to see the artifact depends. */
  readonly subject: Pick<Artifact, 'id' | 'projectId' | 'trackerId' | 'submittedBy' | 'grantedGroupIds'>
  readonly changesets: { readonly submittedOn: Date; readonly delta: Delta }[]
}

/** Changes of several artifacts, oldest first. */
export const listHistories = async (db: Db, artifactIds: readonly number[]): Promise<Map<number, ValueHistory>> => {
  const histories = new Map<number, ValueHistory>()
  for (const row of await db.query(historiesStatement, [artifactIds])) {
    let history = histories.get(row.artifact_id)
    if (!history) {
      const subject = {
        id: row.artifact_id,
        projectId: row.project_id,
        trackerId: row.tracker_id,
        submittedBy: row.submitted_by,
        grantedGroupIds: row.granted_group_ids,
      }
      histories.set(row.artifact_id, (history = { subject, changesets: [] }))
    }
    history.changesets.push({ submittedOn: row.submitted_on, delta: parseJsonb<Delta>(row.delta) })
  }
  return histories
}

/** One changeset, with facts about the earlier ones. */
export interface ChangesetInHistory {
  readonly changeset: Changeset
  readonly isFirst: boolean
  /** Authors of all versions of the comment. */
  readonly commentatorIds: ReadonlySet<number>
}

/** Edits by the number of the changeset. The cost does not depend on the length of the histories. */
export const listEdits = async (db: Db, changesetIds: readonly number[]): Promise<Map<number, ChangesetInHistory>> => {
  const rows = await db.query(editsStatement, [changesetIds])
  return new Map(
    rows.map(row => [
      row.id,
      {
        changeset: toChangeset({ ...row, delta: parseJsonb<Delta>(row.delta) }),
        isFirst: row.is_first,
        commentatorIds: new Set(row.commentator_ids),
      },
    ]),
  )
}

const toChangeset = (row: ChangesetRow): Changeset => ({
  id: row.id,
  submittedBy: row.submitted_by,
  submittedByEmail: row.submitted_by_email,
  submittedOn: row.submitted_on,
  agent: row.agent,
  delta: row.delta,
  comment: {
    body: row.comment_body,
    format: row.comment_format,
    groupIds: row.comment_group_ids,
    editedBy: row.comment_edited_on ? (row.comment_edited_by ?? 0) : row.submitted_by,
    editedByEmail: row.comment_edited_on ? row.comment_edited_by_email : row.submitted_by_email,
    editedOn: row.comment_edited_on ?? row.submitted_on,
    versionCount: row.earlier_count > 0 || row.comment_body !== '' ? row.earlier_count + 1 : 0,
  },
  movedFromTrackerId: row.moved_from_tracker_id,
})

import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/db.ts'
import { isNamedBy } from '../store/links-and-references.store.ts'
import type { Artifact, Delta, NewComment } from '../model/artifact.ts'

export interface ImportedArtifactRow extends Artifact {
  readonly index: readonly (readonly [fieldId: number, value: number])[]
  readonly texts: readonly { readonly fieldId: number; readonly content: string; readonly isTitle: boolean }[]
}

export interface ImportedChangesetRow {
  readonly id: number
  readonly artifactId: number
  readonly trackerId: number
  readonly submittedBy: number
  readonly submittedByEmail: string | null
  readonly submittedOn: Date
  readonly delta: Delta
  readonly comment: NewComment
  /** Author and time of the last edit of the comment; null if it was never edited. */
  readonly edited: { readonly by: number; readonly byEmail: string | null; readonly on: Date } | null
  readonly earlier: readonly object[]
}

export interface ImportedLinkRow {
  readonly sourceId: number
  readonly targetId: number
  readonly type: string
  readonly fieldId: number
}

const nextIds = async (tx: Tx, sequence: string, count: number): Promise<number[]> => {
  if (count === 0) return []
  const { rows } = await sql<{
    id: number
  }>`select nextval(${sequence}::regclass) as id from generate_series(1, ${count})`.execute(tx)
  return rows.map(row => row.id)
}

/** Allocates ids, in ascending order, for artifacts that the same transaction writes later (import.md §11.7). */
export const allocateArtifactIds = (tx: Tx, count: number): Promise<number[]> => nextIds(tx, 'artifact_id_seq', count)
export const nextChangesetIds = (tx: Tx, count: number): Promise<number[]> => nextIds(tx, 'changeset_id_seq', count)
export const allocateImportedStepIds = (tx: Tx, count: number): Promise<number[]> =>
  nextIds(tx, 'test_step_id_seq', count)

/** Adds `count` artifacts to the tracker's counter and returns the first of their numbers. */
export const allocateNumbers = async (tx: Tx, trackerId: number, count: number): Promise<number> => {
  const { rows } = await sql<{ first_number: number }>`
    insert into tracker_counter as c (tracker_id, artifact_count, last_number) values (${trackerId}, ${count}, ${count})
    on conflict (tracker_id) do update
      set artifact_count = c.artifact_count + ${count}, last_number = c.last_number + ${count}
    returning last_number - ${count} + 1 as first_number`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('the counter of a tracker returned no row')
  return row.first_number
}

/** Inserts artifacts, changesets and search rows: four statements for any number of rows. */
export const insertImportedArtifacts = async (
  tx: Tx,
  artifacts: readonly ImportedArtifactRow[],
  changesets: readonly ImportedChangesetRow[],
): Promise<void> => {
  const artifactRows = artifacts.map(artifact => ({
    id: artifact.id,
    project_id: artifact.projectId,
    tracker_id: artifact.trackerId,
    number: artifact.number,
    changeset_id: artifact.changesetId,
    document: artifact.document,
    title: artifact.title,
    submitted_by: artifact.submittedBy,
    submitted_by_email: artifact.submittedByEmail,
    submitted_on: artifact.submittedOn,
    updated_by: artifact.updatedBy,
    updated_by_email: artifact.updatedByEmail,
    updated_on: artifact.updatedOn,
    granted_group_ids: artifact.grantedGroupIds,
  }))
  await sql`
    insert into artifact (id, project_id, tracker_id, number, changeset_id, document, title, submitted_by,
      submitted_by_email, submitted_on, updated_by, updated_by_email, updated_on, granted_group_ids)
    select id, project_id, tracker_id, number, changeset_id, document, title, submitted_by,
      submitted_by_email, submitted_on, updated_by, updated_by_email, updated_on, granted_group_ids
    from jsonb_to_recordset(${JSON.stringify(artifactRows)}::jsonb) as r (id bigint, project_id bigint, tracker_id bigint,
      number bigint, changeset_id bigint, document jsonb, title text, submitted_by bigint, submitted_by_email text,
      submitted_on timestamptz, updated_by bigint, updated_by_email text, updated_on timestamptz,
      granted_group_ids bigint[])`.execute(tx)

  const changesetRows = changesets.map(changeset => ({
    id: changeset.id,
    artifact_id: changeset.artifactId,
    tracker_id: changeset.trackerId,
    submitted_by: changeset.submittedBy,
    submitted_by_email: changeset.submittedByEmail,
    submitted_on: changeset.submittedOn,
    delta: changeset.delta,
    comment_body: changeset.comment.body,
    comment_format: changeset.comment.format,
    comment_group_ids: changeset.comment.groupIds,
    comment_edited_by: changeset.edited?.by ?? null,
    comment_edited_by_email: changeset.edited?.byEmail ?? null,
    comment_edited_on: changeset.edited?.on ?? null,
    comment_history: changeset.earlier.length > 0 ? changeset.earlier : null,
  }))
  await sql`
    insert into changeset (id, artifact_id, tracker_id, submitted_by, submitted_by_email, submitted_on, delta, comment_body,
      comment_format, comment_group_ids, comment_edited_by, comment_edited_by_email, comment_edited_on, comment_history)
    select id, artifact_id, tracker_id, submitted_by, submitted_by_email, submitted_on, delta, comment_body,
      comment_format, comment_group_ids, comment_edited_by, comment_edited_by_email, comment_edited_on, comment_history
    from jsonb_to_recordset(${JSON.stringify(changesetRows)}::jsonb) as r (id bigint, artifact_id bigint, tracker_id bigint,
      submitted_by bigint, submitted_by_email text, submitted_on timestamptz, delta jsonb, comment_body text,
      comment_format text, comment_group_ids bigint[], comment_edited_by bigint, comment_edited_by_email text,
      comment_edited_on timestamptz, comment_history jsonb)`.execute(tx)

  const index = artifacts.flatMap(artifact =>
    artifact.index.map(([fieldId, value]) => [fieldId, value, artifact.id] as const),
  )
  await sql`
    insert into artifact_index (field_id, val, artifact_id)
    select * from unnest(${index.map(row => row[0])}::bigint[], ${index.map(row => row[1])}::float8[], ${index.map(row => row[2])}::bigint[])
    on conflict do nothing`.execute(tx)

  const texts = artifacts.flatMap(artifact => artifact.texts.map(text => ({ ...text, artifactId: artifact.id })))
  await sql`
    insert into artifact_text (artifact_id, field_id, content, is_title)
    select * from unnest(${texts.map(text => text.artifactId)}::bigint[], ${texts.map(text => text.fieldId)}::bigint[],
      ${texts.map(text => text.content)}::text[], ${texts.map(text => text.isTitle)}::boolean[])`.execute(tx)
}

export interface ImportedReferenceRow {
  readonly sourceId: number
  readonly artifactId: number
  readonly keyword: string
}

/** Links and references are staged in temporary tables until all artifacts exist: memory cannot hold the links of a whole archive. */
export const stageConnections = async (tx: Tx): Promise<void> => {
  await sql`
    create temporary table imported_link (place bigint generated always as identity, source_id bigint not null, target_id bigint not null,
      type text not null, field_id bigint not null) on commit drop`.execute(tx)
  await sql`
    create temporary table imported_reference (source_id bigint not null, target_id bigint not null, keyword text not null)
      on commit drop`.execute(tx)
}

export const stageLinks = async (tx: Tx, links: readonly ImportedLinkRow[]): Promise<void> => {
  if (links.length === 0) return
  await sql`
    insert into imported_link (source_id, target_id, type, field_id)
    select s, t, n, f from unnest(${links.map(link => link.sourceId)}::bigint[], ${links.map(link => link.targetId)}::bigint[],
      ${links.map(link => link.type)}::text[], ${links.map(link => link.fieldId)}::bigint[]) with ordinality as u (s, t, n, f, o)
    order by o`.execute(tx)
}

export const stageReferences = async (tx: Tx, references: readonly ImportedReferenceRow[]): Promise<void> => {
  if (references.length === 0) return
  await sql`
    insert into imported_reference (source_id, target_id, keyword)
    select * from unnest(${references.map(reference => reference.sourceId)}::bigint[],
      ${references.map(reference => reference.artifactId)}::bigint[],
      ${references.map(reference => reference.keyword)}::text[])`.execute(tx)
}

/** Inserts links in the given order, which is the order of display. */
export const insertStagedConnections = async (tx: Tx): Promise<void> => {
  await sql`
    insert into artifact_link (source_id, target_id, type, field_id)
    select source_id, target_id, type, field_id from imported_link order by place`.execute(tx)
  await sql`
    insert into cross_reference (source_artifact_id, target_artifact_id, keyword)
    select distinct r.source_id, a.id, r.keyword
    from imported_reference r join artifact a on a.id = r.target_id join artifact s on s.id = r.source_id
    where ${sql.raw(isNamedBy('r.keyword', 'a', 's.project_id'))}
    on conflict do nothing`.execute(tx)
  await sql`drop table imported_link, imported_reference`.execute(tx)
}

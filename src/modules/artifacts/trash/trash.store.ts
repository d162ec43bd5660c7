import { sql } from 'kysely'
import { parseJsonb, type Queryable, type Tx } from '../../../platform/db/db.ts'
import type { ArtifactDocument, IndexChanges } from '../model/artifact.ts'
import type { AccessFacts } from '../model/artifacts.events.ts'

/** An artifact in the trash, without its rows. */
export interface TrashedArtifact {
  readonly artifactId: number
  readonly projectId: number
  readonly trackerId: number
  readonly number: number
  readonly changesetId: number
  readonly changesetCount: number
  readonly title: string | null
  readonly deletedBy: number
  readonly deletedAt: Date
  readonly purgeOn: Date
  readonly access: AccessFacts
}

export interface TrashedLink {
  readonly sourceId: number
  readonly targetId: number
  readonly type: string
  readonly fieldId: number
}

/** The row of the artifact as it was, and its links. */
export interface TrashedRows {
  readonly document: ArtifactDocument
  readonly submittedBy: number
  readonly submittedByEmail: string | null
  readonly submittedOn: Date
  readonly updatedBy: number
  readonly updatedByEmail: string | null
  readonly updatedOn: Date
  readonly grantedGroupIds: readonly number[] | null
  /** In the order in which they were made. */
  readonly links: readonly TrashedLink[]
}

interface Row {
  artifact_id: number
  project_id: number
  tracker_id: number
  number: number
  changeset_id: number
  changeset_count: number
  title: string | null
  deleted_by: number
  deleted_at: Date
  purge_on: Date
  access: string
}

const COLUMNS =
  sql.raw(`artifact_id, project_id, tracker_id, number, changeset_id, changeset_count, title, deleted_by, deleted_at, purge_on,
  access`)

const toTrashed = (row: Row): TrashedArtifact => ({
  artifactId: row.artifact_id,
  projectId: row.project_id,
  trackerId: row.tracker_id,
  number: row.number,
  changesetId: row.changeset_id,
  changesetCount: row.changeset_count,
  title: row.title,
  deletedBy: row.deleted_by,
  deletedAt: row.deleted_at,
  purgeOn: row.purge_on,
  access: parseJsonb<AccessFacts>(row.access),
})

/** Artifacts of a tracker in the trash, latest deletion first; with `deletedBy` only those of this account. */
export const listTrashed = async (
  db: Queryable,
  by: {
    readonly trackerId: number
    readonly deletedBy: number | null
    readonly limit: number
    readonly offset: number
  },
): Promise<{ readonly trashed: readonly TrashedArtifact[]; readonly size: number }> => {
  const condition = sql`tracker_id = ${by.trackerId} and (${by.deletedBy}::bigint is null or deleted_by = ${by.deletedBy}::bigint)`
  const { rows } = await sql<Row>`
    select ${COLUMNS} from trashed_artifact where ${condition}
    order by deleted_at desc, artifact_id desc limit ${by.limit} offset ${by.offset}`.execute(db)
  const { rows: counted } = await sql<{ n: number }>`
    select count(*) as n from trashed_artifact where ${condition}`.execute(db)
  return { trashed: rows.map(toTrashed), size: counted[0]?.n ?? 0 }
}

interface StoredRows {
  readonly artifact: {
    readonly document: ArtifactDocument
    readonly submitted_by: number
    readonly submitted_by_email: string | null
    readonly submitted_on: string
    readonly updated_by: number
    readonly updated_by_email: string | null
    readonly updated_on: string
    readonly granted_group_ids: readonly number[] | null
  }
  readonly links: readonly {
    readonly id: number
    readonly source_id: number
    readonly target_id: number
    readonly type: string
    readonly field_id: number
  }[]
}

/** With a transaction the artifact is locked until it ends. */
export const findTrashed = async (
  on: Queryable,
  artifactId: number,
  isLocking = false,
): Promise<(TrashedArtifact & { readonly rows: TrashedRows }) | undefined> => {
  const { rows } = await sql<Row & { rows: string }>`
    select ${COLUMNS}, rows from trashed_artifact where artifact_id = ${artifactId} ${sql.raw(isLocking ? 'for update' : '')}`.execute(
    on,
  )
  const [row] = rows
  if (!row) return undefined
  const { artifact, links } = parseJsonb<StoredRows>(row.rows)
  return {
    ...toTrashed(row),
    rows: {
      document: artifact.document,
      submittedBy: artifact.submitted_by,
      submittedByEmail: artifact.submitted_by_email,
      submittedOn: new Date(artifact.submitted_on),
      updatedBy: artifact.updated_by,
      updatedByEmail: artifact.updated_by_email,
      updatedOn: new Date(artifact.updated_on),
      grantedGroupIds: artifact.granted_group_ids,
      links: [...links]
        .sort((left, right) => left.id - right.id)
        .map(link => ({ sourceId: link.source_id, targetId: link.target_id, type: link.type, fieldId: link.field_id })),
    },
  }
}

/** Locks the counter of the tracker, and finds out whether another artifact has the number. */
export const isNumberTaken = async (tx: Tx, trackerId: number, number: number): Promise<boolean> => {
  await sql`
    insert into tracker_counter (tracker_id, artifact_count, last_number) values (${trackerId}, 0, 0) on conflict do nothing`.execute(
    tx,
  )
  await sql`select from tracker_counter where tracker_id = ${trackerId} for update`.execute(tx)
  const { rows } = await sql`select from artifact where tracker_id = ${trackerId} and number = ${number}`.execute(tx)
  return rows.length > 0
}

export interface RestoredRows {
  readonly artifactId: number
  readonly trackerId: number
  /** null: the next one of the tracker. */
  readonly number: number | null
  readonly document: ArtifactDocument
  readonly title: string | null
  readonly grantedGroupIds: readonly number[] | null
  readonly index: IndexChanges
  readonly links: readonly TrashedLink[]
  /** Fields of the tracker: files of others have no place any more. */
  readonly fieldIds: readonly number[]
  readonly comment: string
  readonly userId: number
  readonly at: Date
}

/**
 * Moves an artifact with its rows back from the trash. Returns its new changeset, its number, and the ids in other systems that another
 * artifact has by now.
 */
export const restoreRows = async (
  tx: Tx,
  rows: RestoredRows,
): Promise<{
  readonly changesetId: number
  readonly number: number
  readonly lostExternalIds: readonly string[]
}> => {
  const { artifactId, trackerId } = rows
  const { rows: counted } = await sql<{ number: number; changeset_id: number }>`
    update tracker_counter set artifact_count = artifact_count + 1,
      last_number = greatest(last_number, coalesce(${rows.number}::bigint, last_number + 1))
    where tracker_id = ${trackerId}
    returning coalesce(${rows.number}::bigint, last_number) as number, nextval('changeset_id_seq') as changeset_id`.execute(
    tx,
  )
  const { number = 0, changeset_id: changesetId = 0 } = counted[0] ?? {}
  const changed = {
    number,
    changeset_id: changesetId,
    document: rows.document,
    title: rows.title,
    granted_group_ids: rows.grantedGroupIds,
    updated_by: rows.userId,
    updated_by_email: null,
    updated_on: rows.at,
  }
  const stored = sql`trashed_artifact t where t.artifact_id = ${artifactId}`
  const elements = (name: string) => sql`trashed_artifact t, jsonb_array_elements(t.rows -> ${sql.lit(name)}) element`
  await sql`
    insert into artifact select (jsonb_populate_record(null::artifact, t.rows -> 'artifact' || ${JSON.stringify(changed)}::jsonb
      || case when exists (select from artifact where rank = t.rows #>> '{artifact,rank}')
           then jsonb_build_object('rank', artifact_rank_key(nextval('artifact_rank_seq'))) else '{}' end)).*
    from ${stored}`.execute(tx)
  await sql`
    insert into changeset select (jsonb_populate_record(null::changeset, c.row)).* from trashed_changeset c
    where c.artifact_id = ${artifactId}`.execute(tx)
  await sql`
    insert into changeset (id, artifact_id, tracker_id, submitted_by, submitted_on, delta, comment_body, comment_format)
    values (${changesetId}, ${artifactId}, ${trackerId}, ${rows.userId}, ${rows.at}, '{}', ${rows.comment}, 'text')`.execute(
    tx,
  )
  await sql`
    insert into file select (jsonb_populate_record(null::file, element)).* from ${elements('files')}
    where t.artifact_id = ${artifactId}`.execute(tx)
  await sql`
    update file set removed_at = ${rows.at}
    where artifact_id = ${artifactId} and removed_at is null and field_id <> all(${[...rows.fieldIds]}::bigint[])`.execute(
    tx,
  )
  await sql`
    insert into artifact_index (field_id, val, artifact_id)
    select distinct f, v, ${artifactId}::bigint
    from unnest(${rows.index.added.map(([field]) => field)}::bigint[], ${rows.index.added.map(([, value]) => value)}::float8[]) u (f, v)`.execute(
    tx,
  )
  await sql`
    insert into artifact_text (artifact_id, field_id, content, is_title)
    select ${artifactId}::bigint, f, c, t
    from unnest(${rows.index.texts.map(text => text.fieldId)}::bigint[], ${rows.index.texts.map(text => text.content)}::text[],
                ${rows.index.texts.map(text => text.isTitle)}::boolean[]) u (f, c, t)`.execute(tx)
  await sql`
    insert into artifact_link (source_id, target_id, type, field_id)
    select s, t, n, f from unnest(${rows.links.map(link => link.sourceId)}::bigint[], ${rows.links.map(link => link.targetId)}::bigint[],
      ${rows.links.map(link => link.type)}::text[], ${rows.links.map(link => link.fieldId)}::bigint[])
      with ordinality as u (s, t, n, f, o) order by o on conflict do nothing`.execute(tx)
  await sql`
    insert into cross_reference (source_artifact_id, target_artifact_id, keyword)
    select r.source_artifact_id, r.target_artifact_id, r.keyword
    from ${elements('references')}, jsonb_populate_record(null::cross_reference, element) r
      join artifact source on source.id = r.source_artifact_id join artifact target on target.id = r.target_artifact_id
    where t.artifact_id = ${artifactId} on conflict do nothing`.execute(tx)
  await sql`
    insert into subscription select s.* from ${elements('subscriptions')}, jsonb_populate_record(null::subscription, element) s
      join users on users.id = s.user_id
    where t.artifact_id = ${artifactId} on conflict do nothing`.execute(tx)
  await sql`
    insert into svn_revision_reference
    select r.* from ${elements('commits')}, jsonb_populate_record(null::svn_revision_reference, element) r
      join svn_revision using (repository_id, revision)
    where t.artifact_id = ${artifactId} on conflict do nothing`.execute(tx)
  await sql`
    insert into svn_artifact_reference
    select r.* from ${elements('mentioned_commits')}, jsonb_populate_record(null::svn_artifact_reference, element) r
    where t.artifact_id = ${artifactId} on conflict do nothing`.execute(tx)
  const { rows: lost } = await sql<{ text: string }>`
    with stored as (
      select e.* from ${elements('external_ids')}, jsonb_populate_record(null::artifact_external_id, element) e
      where t.artifact_id = ${artifactId}
    ), restored as (
      insert into artifact_external_id select * from stored on conflict do nothing returning source, external_id
    )
    select source || ':' || external_id as text from (table stored) s
    where not exists (select from restored r where r.source = s.source and r.external_id = s.external_id)`.execute(tx)
  await sql`delete from trashed_artifact where artifact_id = ${artifactId}`.execute(tx)
  return { changesetId, number, lostExternalIds: lost.map(({ text }) => text) }
}

/** Artifacts whose time is over, or whose tracker is gone; locked until the transaction ends. */
export const lockExpired = async (tx: Tx, now: Date, limit: number): Promise<TrashedArtifact[]> => {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from trashed_artifact
    where purge_on <= ${now} or not exists (select from tracker where id = tracker_id and deleted_at is null)
    order by purge_on limit ${limit} for update skip locked`.execute(tx)
  return rows.map(toTrashed)
}

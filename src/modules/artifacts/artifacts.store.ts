import { CompiledQuery, sql } from 'kysely'
import { parseJsonb, statement, type Db, type Statement, type Tx } from '../../platform/db/db.ts'
import { keyRows, sizedQuery } from '../../platform/db/sized-statement.ts'
import type { Means } from '../../platform/events/event-log.ts'
import type {
  ArtifactWithLinks,
  FileChanges,
  FoundPage,
  FoundReference,
  IndexChanges,
  LinkChanges,
  NewComment,
  StateMark,
} from './artifact.ts'
import { CONNECTIONS, connectionChangesOf, toConnections, type ConnectionRow } from './connections.store.ts'
import type { Consequences } from './consequences.ts'
import { pageColumns, toPage, type PageRow } from './state-mark.store.ts'

interface ArtifactRow {
  id: number
  project_id: number
  tracker_id: number
  number: number
  changeset_id: number
  document: string
  title: string | null
  submitted_by: number
  submitted_by_email: string | null
  submitted_on: Date
  updated_by: number
  updated_by_email: string | null
  updated_on: Date
  granted_group_ids: number[] | null
  rank: number | null
  connections: ConnectionRow[] | null
}

const COLUMNS = `a.id, a.project_id, a.tracker_id, a.number, a.changeset_id, a.document, a.title,
  a.submitted_by, a.submitted_by_email, a.submitted_on, a.updated_by, a.updated_by_email, a.updated_on,
  a.granted_group_ids, a.rank`

const MAX_READ = 128
const readSeveral = sizedQuery<ArtifactRow>('artifacts', {
  max: MAX_READ,
  width: 1,
  text: size => `select ${COLUMNS}, ${CONNECTIONS} as connections
    from (values ${keyRows(size, ['bigint'])}) as k (id) join artifact a on a.id = k.id`,
})

const listText = (direction: 'asc' | 'desc'): string => `with page as materialized (
    select id from artifact where tracker_id = $1 order by id ${direction} limit $2 offset $3)
  select ${pageColumns('$4')},
    (select artifact_count from tracker_counter where tracker_id = $1) as size`
const listAscending = statement<PageRow>('artifacts-of-tracker', listText('asc'))
const listDescending = statement<PageRow>('artifacts-of-tracker-desc', listText('desc'))

const countOfTracker = statement<{ artifact_count: number }>(
  'artifact-count',
  'select artifact_count from tracker_counter where tracker_id = $1',
)

const toArtifact = (row: ArtifactRow): ArtifactWithLinks => ({
  id: row.id,
  projectId: row.project_id,
  trackerId: row.tracker_id,
  number: row.number,
  changesetId: row.changeset_id,
  document: parseJsonb(row.document),
  title: row.title,
  submittedBy: row.submitted_by,
  submittedByEmail: row.submitted_by_email,
  submittedOn: row.submitted_on,
  updatedBy: row.updated_by,
  updatedByEmail: row.updated_by_email,
  updatedOn: row.updated_on,
  grantedGroupIds: row.granted_group_ids,
  rank: row.rank ?? row.id,
  ...toConnections(row.connections),
})

export const findArtifacts = async (db: Db, ids: readonly number[]): Promise<Map<number, ArtifactWithLinks>> => {
  const found = new Map<number, ArtifactWithLinks>()
  for (let at = 0; at < ids.length; at += MAX_READ) {
    const keys = ids.slice(at, at + MAX_READ).map(id => [id])
    for (const row of await readSeveral(db, keys)) found.set(row.id, toArtifact(row))
  }
  return found
}

/** By id; hidden ones too. */
export const listArtifactsOfTracker = async (
  db: Db,
  trackerId: number,
  page: { limit: number; offset: number; order: 'asc' | 'desc'; withMarks: boolean },
): Promise<FoundPage> => {
  const list = page.order === 'asc' ? listAscending : listDescending
  const [row] = await db.query(list, [trackerId, page.limit, page.offset, page.withMarks])
  if (!row) throw new Error('a list has one row')
  return toPage(row)
}

export const countArtifactsOfTracker = async (db: Db, trackerId: number): Promise<number> =>
  (await db.query(countOfTracker, [trackerId]))[0]?.artifact_count ?? 0

/** Who did it, when, and by which door: on every changeset and event. */
export interface Authorship {
  readonly userId: number
  readonly email: string | null
  readonly at: Date
  readonly means: Means
}

/** Everything that a creation writes. */
export interface CreationRows {
  readonly projectId: number
  readonly trackerId: number
  /** Of the definition that it was planned from. */
  readonly trackerVersion: number
  /** JSON text of the document, and of the first changeset's delta. */
  readonly document: string
  readonly delta: string
  readonly title: string | null
  readonly grantedGroupIds: readonly number[] | null
  readonly author: Authorship
  readonly index: IndexChanges
  readonly links: LinkChanges | null
  readonly references: readonly FoundReference[]
  readonly files: FileChanges
  /** undefined: none. */
  readonly consequences?: Consequences | undefined
}

export interface CreatedRow {
  artifact_id: number
  changeset_id: number
}

/**
 * One statement: number, document, first changeset, search rows, links, references, event. Nothing is written, and no row comes back,
 * when the tracker has another definition by now.
 * The counter's row is what makes numbers unique inside a tracker; creations in one tracker wait for each other there.
 */
const createStatement = statement<CreatedRow>(
  'create-artifact',
  `with ids as materialized (
    select nextval('artifact_id_seq') as artifact_id, nextval('changeset_id_seq') as changeset_id
    where (select version from tracker where id = $2) = $21::bigint
  ), counter as (
    insert into tracker_counter as c (tracker_id, artifact_count, last_number) select $2, 1, 1 from ids
    on conflict (tracker_id) do update set artifact_count = c.artifact_count + 1, last_number = c.last_number + 1
    returning last_number
  ), artifact_row as (
    insert into artifact (id, project_id, tracker_id, number, changeset_id, document, title, submitted_by,
      submitted_by_email, submitted_on, updated_by, updated_by_email, updated_on, granted_group_ids)
    select artifact_id, $1::bigint, $2::bigint, last_number, changeset_id, $3::jsonb, $5::text, $6::bigint,
      $7::text, $8::timestamptz, $6, $7, $8, $9::bigint[]
    from ids, counter
  ), changeset_row as (
    insert into changeset (id, artifact_id, tracker_id, submitted_by, submitted_by_email, submitted_on, delta)
    select changeset_id, artifact_id, $2, $6, $7, $8, $4::jsonb from ids
  ), index_rows as (
    insert into artifact_index (field_id, val, artifact_id)
    select f, v, artifact_id from ids, unnest($10::bigint[], $11::float8[]) as u (f, v)
  ), text_rows as (
    insert into artifact_text (artifact_id, field_id, content, is_title, is_indexed)
    select artifact_id, f, c, t, t from ids, unnest($12::bigint[], $13::text[], $14::boolean[]) as u (f, c, t)
  ), link_rows as (
    insert into artifact_link (source_id, target_id, type, field_id)
    select artifact_id, t, n, $17::bigint from ids, unnest($15::bigint[], $16::text[]) with ordinality as u (t, n, o) order by o
  ), reference_rows as (
    insert into cross_reference (source_artifact_id, target_artifact_id, keyword)
    select ids.artifact_id, r.id, k from ids, unnest($18::bigint[], $19::text[]) as u (t, k) join artifact r on r.id = t
    on conflict do nothing
  ), event_row as (
    insert into event (kind, actor_id, means, project_id, tracker_id, artifact_id, changeset_id)
    select 'artifact.created', $6, $20::text, $1, $2, artifact_id, changeset_id from ids
  )
  select artifact_id, changeset_id from ids`,
)

const creationValues = (rows: CreationRows): unknown[] => [
  rows.projectId,
  rows.trackerId,
  rows.document,
  rows.delta,
  rows.title,
  rows.author.userId,
  rows.author.email,
  rows.author.at,
  rows.grantedGroupIds,
  rows.index.added.map(([fieldId]) => fieldId),
  rows.index.added.map(([, value]) => value),
  rows.index.texts.map(text => text.fieldId),
  rows.index.texts.map(text => text.content),
  rows.index.texts.map(text => text.isTitle),
  rows.links?.written.map(link => link.id) ?? [],
  rows.links?.written.map(link => link.type) ?? [],
  rows.links?.fieldId ?? null,
  rows.references.map(reference => reference.artifactId),
  rows.references.map(reference => reference.keyword),
  rows.author.means,
  rows.trackerVersion,
]

/** Everything that an update writes, and the version on which it was planned. */
export interface UpdateRows {
  readonly artifactId: number
  readonly projectId: number
  readonly trackerId: number
  readonly basedOn: number
  /** Of the definition that it was planned from. */
  readonly trackerVersion: number
  /** JSON text of the changed part of the document, and of the changeset's delta. */
  readonly document: string
  readonly delta: string
  readonly title: string | null
  readonly grantedGroupIds: readonly number[] | null
  readonly comment: NewComment
  readonly author: Authorship
  readonly index: IndexChanges
  readonly links: LinkChanges | null
  readonly references: readonly FoundReference[]
  readonly files: FileChanges
  /** undefined: none. */
  readonly consequences?: Consequences | undefined
  /** Where it was planned from memory, the state that it must still be in; else its version is all that counts. */
  readonly mark?: StateMark | undefined
}

export interface UpdatedRow {
  changeset_id: number
  /** As in the mark of the state that it made. */
  written_by: string
}

/** Titles are indexed at once, other texts by `index-texts.ts`. */
export const WRITE_TEXTS_AGAIN = `on conflict (artifact_id, field_id)
      do update set content = excluded.content, is_title = excluded.is_title, is_indexed = excluded.is_indexed`

// Parts of the update that many changes do not need: to set up a part of a plan costs much also when it writes nothing.
const TEXT_ROWS = `), text_rows as (
    insert into artifact_text (artifact_id, field_id, content, is_title, is_indexed)
    select id, f, c, t, t from moved, unnest($17::bigint[], $18::text[], $19::boolean[]) as u (f, c, t)
    ${WRITE_TEXTS_AGAIN}
  `
const CONNECTION_ROWS = `), links_removed as (
    delete from artifact_link l using moved where l.source_id = moved.id and l.field_id = $22::bigint and l.target_id = any($23::bigint[])
  ), link_rows as (
    insert into artifact_link (source_id, target_id, type, field_id)
    select id, t, n, $22 from moved, unnest($20::bigint[], $21::text[]) with ordinality as u (t, n, o) order by o
    on conflict (source_id, target_id, field_id) do update set type = excluded.type
  ), reference_rows as (
    insert into cross_reference (source_artifact_id, target_artifact_id, keyword)
    select moved.id, r.id, k from moved, unnest($24::bigint[], $25::text[]) as u (t, k) join artifact r on r.id = t
    on conflict do nothing
  `

/**
 * One statement that takes effect only if artifact and tracker still have the versions that it was planned from: no row comes back otherwise.
 * Everything below `moved` reads from it, so nothing of a change that was overtaken is written. `parameters` is never run: it gives
 * a type to each parameter, also where the part that takes it is left out.
 */
const updateText = (hasTexts: boolean, hasConnections: boolean): string => `with parameters as (
    select $17::bigint[], $18::text[], $19::boolean[], $20::bigint[], $21::text[], $22::bigint, $23::bigint[], $24::bigint[], $25::text[]
  ), moved as (
    update artifact set document = document || $3::jsonb, changeset_id = nextval('changeset_id_seq'), title = $5,
      updated_by = $6, updated_by_email = $7, updated_on = $8, granted_group_ids = $9::bigint[]
    where id = $1 and changeset_id = $2 and (select version from tracker where id = $27) = $28::bigint
      and ($29::xid is null or (xmin = $29 and ${connectionChangesOf('$1')} = $30::bigint))
    returning id, project_id, tracker_id, changeset_id, xmin as written_by
  ), changeset_row as (
    insert into changeset (id, artifact_id, tracker_id, submitted_by, submitted_by_email, submitted_on, delta,
      comment_body, comment_format, comment_group_ids)
    select changeset_id, id, tracker_id, $6, $7, $8, $4::jsonb, $10::text, $11::text, $12::bigint[] from moved
  ), index_removed as (
    delete from artifact_index i using moved, unnest($13::bigint[], $14::float8[]) as u (f, v)
    where i.field_id = u.f and i.val = u.v and i.artifact_id = moved.id
  ), index_added as (
    insert into artifact_index (field_id, val, artifact_id)
    select f, v, id from moved, unnest($15::bigint[], $16::float8[]) as u (f, v)
  ${hasTexts ? TEXT_ROWS : ''}${hasConnections ? CONNECTION_ROWS : ''}), event_row as (
    insert into event (kind, actor_id, means, project_id, tracker_id, artifact_id, changeset_id)
    select 'artifact.updated', $6, $26::text, project_id, tracker_id, id, changeset_id from moved
  )
  select changeset_id, written_by from moved`

const updateStatement = (name: string, hasTexts: boolean, hasConnections: boolean): Statement<UpdatedRow> =>
  statement(name, updateText(hasTexts, hasConnections))
const updateValuesOnly = updateStatement('update-artifact-values', false, false)
const updateTexts = updateStatement('update-artifact-texts', true, false)
const updateAll = updateStatement('update-artifact', true, true)

/** The smallest of the statements that writes all of the change. */
const updateStatementFor = ({ index, links, references }: UpdateRows): Statement<UpdatedRow> => {
  if (references.length > 0 || (links && links.written.length + links.removedIds.length > 0)) return updateAll
  return index.texts.length > 0 ? updateTexts : updateValuesOnly
}

const updateValues = (rows: UpdateRows): unknown[] => [
  rows.artifactId,
  rows.basedOn,
  rows.document,
  rows.delta,
  rows.title,
  rows.author.userId,
  rows.author.email,
  rows.author.at,
  rows.grantedGroupIds,
  rows.comment.body,
  rows.comment.format,
  rows.comment.groupIds,
  rows.index.removed.map(([fieldId]) => fieldId),
  rows.index.removed.map(([, value]) => value),
  rows.index.added.map(([fieldId]) => fieldId),
  rows.index.added.map(([, value]) => value),
  rows.index.texts.map(text => text.fieldId),
  rows.index.texts.map(text => text.content),
  rows.index.texts.map(text => text.isTitle),
  rows.links?.written.map(link => link.id) ?? [],
  rows.links?.written.map(link => link.type) ?? [],
  rows.links?.fieldId ?? null,
  rows.links?.removedIds ?? [],
  rows.references.map(reference => reference.artifactId),
  rows.references.map(reference => reference.keyword),
  rows.author.means,
  rows.trackerId,
  rows.trackerVersion,
  rows.mark?.writtenBy ?? null,
  rows.mark?.connectionChanges ?? null,
]

/** Runs a prepared statement outside or inside of a transaction. */
const run = async <Row>(on: Db | Tx, prepared: Statement<Row>, values: readonly unknown[]): Promise<Row[]> =>
  'query' in on
    ? on.query(prepared, values)
    : (await on.executeQuery<Row>(CompiledQuery.raw(prepared.text, [...values]))).rows

/** The new ids, or undefined when the tracker no longer has the definition that the artifact was planned from. */
export const insertArtifact = async (on: Db | Tx, rows: CreationRows): Promise<CreatedRow | undefined> =>
  (await run(on, createStatement, creationValues(rows)))[0]

/** Undefined when artifact or tracker are no longer in the state that the change was planned from: nothing is written then. */
export const updateArtifactRow = async (on: Db | Tx, rows: UpdateRows): Promise<UpdatedRow | undefined> =>
  (await run(on, updateStatementFor(rows), updateValues(rows)))[0]

/** Texts of these artifacts that are not in their index yet get into it; those that somebody writes again at this moment are passed by. */
export const indexTexts = async (tx: Tx, artifactIds: readonly number[]): Promise<void> => {
  await sql`
    with fresh as (
      select artifact_id, field_id from artifact_text
      where artifact_id = any(${artifactIds}::bigint[]) and not is_title and not is_indexed
      for update skip locked
    )
    update artifact_text t set is_indexed = true
    from fresh where t.artifact_id = fresh.artifact_id and t.field_id = fresh.field_id`.execute(tx)
}

/** Values that a change types into open lists; a unique violation means that somebody else was faster. */
export const insertOpenValues = async (
  tx: Tx,
  values: readonly { readonly id: number; readonly fieldId: number; readonly label: string }[],
): Promise<void> => {
  await tx
    .insertInto('open_value')
    .values(values.map(({ id, fieldId, label }) => ({ id, field_id: fieldId, label })))
    .execute()
}

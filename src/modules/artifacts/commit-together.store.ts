import { isRefused, statement, type Db, type Statement } from '../../platform/db/db.ts'
import { together } from '../../platform/db/together.ts'
import type { IndexChanges } from './artifact.ts'
import {
  insertArtifact,
  updateArtifactRow,
  WRITE_TEXTS_AGAIN,
  type CreatedRow,
  type CreationRows,
  type UpdatedRow,
  type UpdateRows,
} from './artifacts.store.ts'
import { connectionChangesOf } from './connections.store.ts'

// Writes that arrive while another is under way are committed with one statement: it writes the same rows as one statement for each
// (`commit-together.store.test.ts` compares them), for half of the price. Each is judged by itself: where the database refuses the
// common statement nothing of it is written, and each is tried alone; an update that finds another version is none of the others'
// concern. Where one was planned from a definition of its tracker that no longer stands nothing is written, and each is tried alone.
// Links and references are written alone.

/** Of one statement at most. */
const MAX_TOGETHER = 32
/** Characters of a document from which it is written alone. */
const LARGE = 100_000

/** As the database reads an array: made here, because the driver takes each number apart. */
const numbers = (list: readonly number[]): string => `{${list.join()}}`
const numbersOrNull = (list: readonly number[] | null): string | null => list && numbers(list)

interface Numbered<Item> {
  readonly place: number
  readonly item: Item
}

/** What belongs to several rows, each with the place of its row, from 1. */
const numbered = <Row, Item>(rows: readonly Row[], itemsOf: (row: Row) => readonly Item[]): Numbered<Item>[] =>
  rows.flatMap((row, index) => itemsOf(row).map(item => ({ place: index + 1, item })))

const places = (list: readonly Numbered<unknown>[]): string => numbers(list.map(({ place }) => place))
const pairArrays = (pairs: readonly Numbered<readonly [number, number]>[]): string[] => [
  places(pairs),
  numbers(pairs.map(({ item }) => item[0])),
  numbers(pairs.map(({ item }) => item[1])),
]
const textArrays = (texts: readonly Numbered<IndexChanges['texts'][number]>[]): unknown[] => [
  places(texts),
  numbers(texts.map(({ item }) => item.fieldId)),
  texts.map(({ item }) => item.content),
  texts.map(({ item }) => item.isTitle),
]

const distinct = (list: readonly number[]): number[] => [...new Set(list)]

/** The definitions that the rows were planned from, each once. */
const trackerArrays = (rows: readonly UpdateRows[]): string[] => {
  const planned = [...new Map(rows.map(row => [`${row.trackerId} ${row.trackerVersion}`, row])).values()]
  return [numbers(planned.map(row => row.trackerId)), numbers(planned.map(row => row.trackerVersion))]
}

/** What could not be decided together: it is tried alone, and the others do not wait for it. */
const ALONE = Symbol('alone')

/** One by its own statement, several by one; each by its own when that is refused. */
const allAtOnce =
  <Row, Result>(
    one: (row: Row) => Promise<Result>,
    several: (rows: readonly Row[]) => Promise<(Result | typeof ALONE)[]>,
  ) =>
  async (rows: readonly Row[]): Promise<(Result | typeof ALONE)[]> => {
    if (rows.length === 1) return Promise.all(rows.map(one))
    try {
      return await several(rows)
    } catch (error) {
      if (isRefused(error)) return rows.map(() => ALONE)
      throw error
    }
  }

// --- creations ---------------------------------------------------------------------------------------------------------------

const createText = `with given as materialized (
    select nextval('artifact_id_seq') as artifact_id, nextval('changeset_id_seq') as changeset_id, u.*
    from unnest($3::text[], $4::text[], $5::text[], $6::bigint[], $7::text[], $8::timestamptz[], $9::text[], $10::text[])
      with ordinality as u (document, delta, title, submitted_by, email, at, groups, means, place)
    where (select version from tracker where id = $2) = all ($19::bigint[])
  ), counter as (
    insert into tracker_counter as c (tracker_id, artifact_count, last_number)
      select $2, $11::bigint, $11 where exists (select from given)
    on conflict (tracker_id) do update
      set artifact_count = c.artifact_count + excluded.artifact_count, last_number = c.last_number + excluded.last_number
    returning last_number
  ), artifact_rows as (
    insert into artifact (id, project_id, tracker_id, number, changeset_id, document, title, submitted_by,
      submitted_by_email, submitted_on, updated_by, updated_by_email, updated_on, granted_group_ids)
    select artifact_id, $1::bigint, $2::bigint, last_number - $11 + place, changeset_id, document::jsonb, title, submitted_by,
      email, at, submitted_by, email, at, groups::bigint[]
    from given, counter
  ), changeset_rows as (
    insert into changeset (id, artifact_id, tracker_id, submitted_by, submitted_by_email, submitted_on, delta)
    select changeset_id, artifact_id, $2, submitted_by, email, at, delta::jsonb from given
  ), index_rows as (
    insert into artifact_index (field_id, val, artifact_id)
    select f, v, artifact_id from unnest($12::bigint[], $13::bigint[], $14::float8[]) as u (place, f, v) join given using (place)
  ), text_rows as (
    insert into artifact_text (artifact_id, field_id, content, is_title, is_indexed)
    select artifact_id, f, c, t, t
    from unnest($15::bigint[], $16::bigint[], $17::text[], $18::boolean[]) as u (place, f, c, t) join given using (place)
  ), event_rows as (
    insert into event (kind, actor_id, means, project_id, tracker_id, artifact_id, changeset_id)
    select 'artifact.created', submitted_by, means, $1, $2, artifact_id, changeset_id from given
  )
  select artifact_id, changeset_id from given order by place`
const createSeveral = statement<CreatedRow>('create-artifacts', createText)

/** In the order of the rows, all of one tracker. */
const insertSeveral = async (db: Db, rows: readonly CreationRows[]): Promise<(CreatedRow | typeof ALONE)[]> => {
  const created = await db.query(createSeveral, [
    rows[0]?.projectId,
    rows[0]?.trackerId,
    rows.map(row => row.document),
    rows.map(row => row.delta),
    rows.map(row => row.title),
    numbers(rows.map(row => row.author.userId)),
    rows.map(row => row.author.email),
    rows.map(row => row.author.at.toISOString()),
    rows.map(row => numbersOrNull(row.grantedGroupIds)),
    rows.map(row => row.author.means),
    rows.length,
    ...pairArrays(numbered(rows, row => row.index.added)),
    ...textArrays(numbered(rows, row => row.index.texts)),
    numbers(distinct(rows.map(row => row.trackerVersion))),
  ])
  return created.length > 0 ? created : rows.map(() => ALONE)
}

const isAlone = ({ document, links, references }: CreationRows | UpdateRows): boolean =>
  document.length > LARGE || references.length > 0 || (links?.written.length ?? 0) + (links?.removedIds.length ?? 0) > 0

// --- updates -----------------------------------------------------------------------------------------------------------------

const TEXT_ROWS = `, text_rows as (
    insert into artifact_text (artifact_id, field_id, content, is_title, is_indexed)
    select id, f, c, t, t
    from unnest($24::bigint[], $25::bigint[], $26::text[], $27::boolean[]) as u (place, f, c, t) join moved using (place)
    ${WRITE_TEXTS_AGAIN}
  )`

/**
 * Rows that somebody else holds are passed over, not waited for: several that wait for several others could wait in a circle, and none
 * shall wait for what another waits for.
 */
const updateText = (hasTexts: boolean): string => `with given as materialized (
    select * from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::text[], $8::timestamptz[],
      $9::text[], $10::text[], $11::text[], $12::text[], $13::text[], $22::xid[], $23::bigint[])
      with ordinality as u (id, based_on, document, delta, title, by, email, at, groups, comment, format, comment_groups, means,
        written_by, connection_changes, place)
  ), free as materialized (
    select a.id from artifact a join given on given.id = a.id and given.based_on = a.changeset_id
    where (given.written_by is null
        or (a.xmin = given.written_by and ${connectionChangesOf('a.id')} = given.connection_changes))
      and not exists (select from unnest($20::bigint[], $21::bigint[]) as planned (id, version)
        left join tracker t using (id) where t.version is distinct from planned.version)
    for no key update of a skip locked
  ), moved as (
    update artifact a set document = a.document || given.document::jsonb, changeset_id = nextval('changeset_id_seq'),
      title = given.title, updated_by = given.by, updated_by_email = given.email, updated_on = given.at,
      granted_group_ids = given.groups::bigint[]
    from given join free using (id) where a.id = given.id and a.changeset_id = given.based_on
    returning a.id, a.project_id, a.tracker_id, a.changeset_id, a.xmin as written_by, given.delta, given.by, given.email, given.at,
      given.comment, given.format, given.comment_groups, given.means, given.place
  ), changeset_rows as (
    insert into changeset (id, artifact_id, tracker_id, submitted_by, submitted_by_email, submitted_on, delta,
      comment_body, comment_format, comment_group_ids)
    select changeset_id, id, tracker_id, by, email, at, delta::jsonb, comment, format, comment_groups::bigint[] from moved
  ), index_removed as (
    delete from artifact_index i using moved join unnest($14::bigint[], $15::bigint[], $16::float8[]) as u (place, f, v) using (place)
    where i.field_id = u.f and i.val = u.v and i.artifact_id = moved.id
  ), index_added as (
    insert into artifact_index (field_id, val, artifact_id)
    select f, v, id from unnest($17::bigint[], $18::bigint[], $19::float8[]) as u (place, f, v) join moved using (place)
  )${hasTexts ? TEXT_ROWS : ''}, event_rows as (
    insert into event (kind, actor_id, means, project_id, tracker_id, artifact_id, changeset_id)
    select 'artifact.updated', by, means, project_id, tracker_id, id, changeset_id from moved
  )
  select id, changeset_id, written_by from moved`

interface MovedRow extends UpdatedRow {
  id: number
}
const updateValues = statement<MovedRow>('update-artifacts-values', updateText(false))
const updateTexts = statement<MovedRow>('update-artifacts-texts', updateText(true))

const updateSeveral = async (db: Db, rows: readonly UpdateRows[]): Promise<Map<number, UpdatedRow>> => {
  const texts = numbered(rows, row => row.index.texts)
  const prepared: Statement<MovedRow> = texts.length > 0 ? updateTexts : updateValues
  const moved = await db.query(prepared, [
    numbers(rows.map(row => row.artifactId)),
    numbers(rows.map(row => row.basedOn)),
    rows.map(row => row.document),
    rows.map(row => row.delta),
    rows.map(row => row.title),
    numbers(rows.map(row => row.author.userId)),
    rows.map(row => row.author.email),
    rows.map(row => row.author.at.toISOString()),
    rows.map(row => numbersOrNull(row.grantedGroupIds)),
    rows.map(row => row.comment.body),
    rows.map(row => row.comment.format),
    rows.map(row => numbersOrNull(row.comment.groupIds)),
    rows.map(row => row.author.means),
    ...pairArrays(numbered(rows, row => row.index.removed)),
    ...pairArrays(numbered(rows, row => row.index.added)),
    ...trackerArrays(rows),
    rows.map(row => row.mark?.writtenBy ?? null),
    rows.map(row => row.mark?.connectionChanges ?? null),
    ...(texts.length > 0 ? textArrays(texts) : []),
  ])
  return new Map(moved.map(({ id, ...updated }) => [id, updated]))
}

/** One change an artifact: of several on the same version only one can win. */
const moveSeveral = async (db: Db, rows: readonly UpdateRows[]): Promise<(UpdatedRow | undefined | typeof ALONE)[]> => {
  const first = new Map<number, UpdateRows>()
  for (const row of rows) if (!first.has(row.artifactId)) first.set(row.artifactId, row)
  const moved = await updateSeveral(db, [...first.values()])
  return rows.map(row => {
    const updated = moved.get(row.artifactId)
    const winner = first.get(row.artifactId)
    if (updated && winner === row) return updated
    if (updated && winner?.basedOn === row.basedOn) return undefined
    // Overtaken, passed over, or another's tracker was changed: alone it waits, and is told.
    return ALONE
  })
}

// --- queues ------------------------------------------------------------------------------------------------------------------

interface Queues {
  readonly creationsOf: (trackerId: number) => (row: CreationRows) => Promise<CreatedRow | undefined | typeof ALONE>
  readonly update: (row: UpdateRows) => Promise<UpdatedRow | undefined | typeof ALONE>
}
const queues = new WeakMap<Db, Queues>()

const queuesOf = (db: Db): Queues => {
  let found = queues.get(db)
  if (!found) queues.set(db, (found = createQueues(db)))
  return found
}

/** Trackers that creations were made in, before their queues are made anew. */
const MAX_QUEUES = 1_000

const createQueues = (db: Db): Queues => {
  // Creations in one tracker wait for each other at its counter; those in others need not.
  const byTracker = new Map<number, ReturnType<Queues['creationsOf']>>()
  return {
    creationsOf: trackerId => {
      let queue = byTracker.get(trackerId)
      if (!queue) {
        if (byTracker.size >= MAX_QUEUES) byTracker.clear()
        queue = together({
          run: allAtOnce(
            row => insertArtifact(db, row),
            rows => insertSeveral(db, rows),
          ),
          maxItems: MAX_TOGETHER,
          awaitsReturning: true,
          tracing: db.tracing,
        })
        byTracker.set(trackerId, queue)
      }
      return queue
    },
    update: together({
      run: allAtOnce(
        row => updateArtifactRow(db, row),
        rows => moveSeveral(db, rows),
      ),
      maxItems: MAX_TOGETHER,
      crowd: 8,
      maxRuns: 2,
      awaitsReturning: true,
      tracing: db.tracing,
    }),
  }
}

/** One round trip, shared with creations of the same moment in the tracker; undefined when the tracker was changed since the plan. */
export const insertArtifactTogether = async (db: Db, row: CreationRows): Promise<CreatedRow | undefined> => {
  const created = isAlone(row) ? ALONE : await queuesOf(db).creationsOf(row.trackerId)(row)
  return created === ALONE ? insertArtifact(db, row) : created
}

/** The same for an update: undefined when artifact or tracker are no longer in the state that it was planned from. */
export const updateArtifactTogether = async (db: Db, row: UpdateRows): Promise<UpdatedRow | undefined> => {
  const updated = isAlone(row) ? ALONE : await queuesOf(db).update(row)
  return updated === ALONE ? updateArtifactRow(db, row) : updated
}

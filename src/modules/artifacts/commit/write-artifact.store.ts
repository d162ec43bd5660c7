import { sql } from 'kysely'
import { runWrite, statement, type Db, type Statement, type Tx } from '../../../platform/db/db.ts'
import type { Means } from '../../../platform/events/event-log.ts'
import type { IdempotentCall } from '../../../platform/idempotency/idempotency-key.ts'
import type {
  FileChanges,
  MentionedArtifact,
  IndexChanges,
  LinkChanges,
  NewComment,
  RowVersion,
} from '../model/artifact.ts'
import type { ExternalId } from '../store/external-ids.store.ts'
import { connectionChangesOf, isNamedBy } from '../store/links-and-references.store.ts'
import type { SideEffects } from '../workflow/side-effects.ts'

/** Author, time and channel of every changeset and event. */
export interface Authorship {
  readonly userId: number
  readonly email: string | null
  readonly at: Date
  readonly means: Means
}

/** All data that a creation writes. */
export interface CreationRows {
  /** Id from the sequence, for all rows of a statement or for none: other rows of a batch may name it already. Not beside a call. */
  readonly artifactId?: number
  readonly projectId: number
  readonly trackerId: number
  /** Version of the tracker's definition that the creation was planned from. */
  readonly trackerVersion: number
  /** JSON text of the document, and of the first changeset's delta. */
  readonly document: string
  readonly delta: string
  readonly title: string | null
  readonly grantedGroupIds: readonly number[] | null
  readonly author: Authorship
  readonly index: IndexChanges
  readonly links: LinkChanges | null
  readonly references: readonly MentionedArtifact[]
  readonly files: FileChanges
  /** JSON text of the event's payload; absent: empty. */
  readonly eventPayload?: string | null
  /** undefined for none. */
  readonly sideEffects?: SideEffects | undefined
  /** Written by a statement of its own. */
  readonly externalId?: ExternalId | undefined
  /** The call that the statement records with the creation. */
  readonly call?: IdempotentCall | undefined
}

export interface CreatedRow {
  artifact_id: number
  changeset_id: number
}

/** The key of a call is taken: nothing was written for it. */
export const KEY_TAKEN = Symbol('key taken')

/** All data that an update writes, and the version on which it was planned. */
export interface UpdateRows {
  readonly artifactId: number
  readonly projectId: number
  readonly trackerId: number
  readonly basedOn: number
  /** Version of the tracker's definition that the update was planned from. */
  readonly trackerVersion: number
  /** JSON text of the changed part of the document, and of the changeset's delta. */
  readonly document: string
  readonly delta: string
  readonly title: string | null
  readonly grantedGroupIds: readonly number[] | null
  readonly comment: NewComment
  /** JSON text of the event's payload; absent: empty. */
  readonly eventPayload?: string | null
  readonly author: Authorship
  readonly index: IndexChanges
  readonly links: LinkChanges | null
  readonly references: readonly MentionedArtifact[]
  readonly files: FileChanges
  /** undefined for none. */
  readonly sideEffects?: SideEffects | undefined
  /**
   * For an update planned from a cached state: the row version that must still be current. Otherwise only the artifact's version counts.
   */
  readonly rowVersion?: RowVersion | undefined
  /** The call that the statement records with the update. */
  readonly call?: IdempotentCall | undefined
}

export interface UpdatedRow {
  changeset_id: number
  /** `writtenBy` of the row version after the update. */
  written_by: string
}

// --- parameters ---
// Each statement takes arrays with one entry per artifact, so the same statement writes one artifact or thirty. Rows that belong to an
// artifact (index, texts, links, references) refer to it by its position in these arrays, from 1.

/** PostgreSQL's text form of an array. The driver would convert each number separately. */
const numbers = (list: readonly number[]): string => `{${list.join()}}`
const numbersOrNull = (list: readonly number[] | null): string | null => list && numbers(list)

interface RowItem<Item> {
  readonly rowNumber: number
  readonly item: Item
}
const itemsOfRows = <Row, Item>(rows: readonly Row[], itemsOf: (row: Row) => readonly Item[]): RowItem<Item>[] =>
  rows.flatMap((row, index) => itemsOf(row).map(item => ({ rowNumber: index + 1, item })))
const rowNumbersOf = (list: readonly RowItem<unknown>[]): string => numbers(list.map(({ rowNumber: place }) => place))

const pairArrays = (pairs: readonly RowItem<readonly [number, number]>[]): string[] => [
  rowNumbersOf(pairs),
  numbers(pairs.map(({ item }) => item[0])),
  numbers(pairs.map(({ item }) => item[1])),
]
const textArrays = (texts: readonly RowItem<IndexChanges['texts'][number]>[]): unknown[] => [
  rowNumbersOf(texts),
  numbers(texts.map(({ item }) => item.fieldId)),
  texts.map(({ item }) => item.content),
  texts.map(({ item }) => item.isTitle),
]
/** Arrays for the written links, then arrays for the references. */
const connectionArrays = (rows: readonly (CreationRows | UpdateRows)[]): unknown[] => {
  const links = itemsOfRows(rows, ({ links: changes }) =>
    (changes?.written ?? []).map(link => ({ ...link, fieldId: changes?.fieldId ?? 0 })),
  )
  const references = itemsOfRows(rows, row => row.references)
  return [
    rowNumbersOf(links),
    numbers(links.map(({ item }) => item.fieldId)),
    numbers(links.map(({ item }) => item.id)),
    links.map(({ item }) => item.type),
    rowNumbersOf(references),
    numbers(references.map(({ item }) => item.artifactId)),
    references.map(({ item }) => item.keyword),
  ]
}

export const hasConnections = ({ links, references }: CreationRows | UpdateRows): boolean =>
  references.length > 0 || (links?.written.length ?? 0) + (links?.removedIds.length ?? 0) > 0

// --- calls with an Idempotency-Key (ADR 62) ---

type Call = Pick<CreationRows, 'call'>

/** Columns of `given` that `callArrays` fills; null for rows without a key. */
const CALL_COLUMNS = 'key_account, key_hash, fingerprint, key_lock'
const callParameters = (first: number): string =>
  `$${first}::bigint[], $${first + 1}::text[], $${first + 2}::text[], $${first + 3}::bigint[]`
const callArrays = (rows: readonly Call[]): unknown[] => [
  rows.map(({ call }) => call?.accountId ?? null),
  rows.map(({ call }) => call?.keyHash ?? null),
  rows.map(({ call }) => call?.fingerprint ?? null),
  rows.map(({ call }) => call?.lock ?? null),
]
const hasCall = ({ call }: Call): boolean => call !== undefined

/**
 * Whether the row may go on: it has no key, or nobody else runs with its key. Without the lock, the index of the records would wait for the
 * other transaction.
 */
const HAS_LOCK = 'key_lock is null or pg_try_advisory_xact_lock(key_lock)'

/** Inserts the records of the rows in `numbered`; returns those that did not have one yet. */
const claimedRows = (status: 200 | 201): string => `claimed as (
    insert into idempotency_record (account_id, key_hash, fingerprint, status, artifact_id, changeset_id, modified_at, at)
    select key_account, decode(key_hash, 'hex'), decode(fingerprint, 'hex'), ${status}, artifact_id, changeset_id, at, at
    from numbered where key_account is not null
    on conflict do nothing returning changeset_id
  )`
const IS_CLAIMED = 'key_account is null or changeset_id in (select changeset_id from claimed)'

// --- creations ---

/**
 * Writes links and references of the artifacts in `rows` (SQL: place, artifact_id) of `projectId`; parameters from `$first` on are
 * `connectionArrays`.
 */
const connectionRows = (rows: string, projectId: string, first: number): string => `, link_rows as (
    insert into artifact_link (source_id, target_id, type, field_id)
    select artifact_id, t, n, f
    from unnest($${first}::bigint[], $${first + 1}::bigint[], $${first + 2}::bigint[], $${first + 3}::text[])
      with ordinality as u (place, f, t, n, o) join ${rows} using (place)
    order by o
    on conflict (source_id, target_id, field_id) do update set type = excluded.type
  ), reference_rows as (
    insert into cross_reference (source_artifact_id, target_artifact_id, keyword)
    select artifact_id, r.id, k
    from unnest($${first + 4}::bigint[], $${first + 5}::bigint[], $${first + 6}::text[]) as u (place, t, k)
      join ${rows} using (place) join artifact r on r.id = t
    where ${isNamedBy('k', 'r', projectId)}
    on conflict do nothing
  )`

/** The program that makes the change for its author, by the payload of the event. */
const AGENT = `payload::jsonb #>> '{cause,agent}'`

/** `once`: rows may have keys of calls. `given`: the rows name the ids of their artifacts. */
type IdsOf = 'new' | 'once' | 'given'

/**
 * Writes numbers, documents, first changesets, search rows, links, references and events of artifacts of one tracker. If the tracker's
 * definition is not the one of every plan, the statement writes nothing and returns no row. The counter's row makes numbers unique in a
 * tracker: creations in one tracker wait for each other there.
 */
const creationText = (withConnections: boolean, ids: IdsOf): string => {
  const withCalls = ids === 'once'
  const first = withConnections ? 28 : 21
  return `with ${
    withCalls ? callsCreationRows(first) : ids === 'given' ? creationRows(first) : creationRows(undefined)
  }, counter as (
    insert into tracker_counter as c (tracker_id, artifact_count, last_number)
      ${withCalls ? COUNT_OF_GIVEN : 'select $2, $11::bigint, $11 where exists (select from given)'}
    on conflict (tracker_id) do update
      set artifact_count = c.artifact_count + excluded.artifact_count, last_number = c.last_number + excluded.last_number
    returning last_number
  ), artifact_rows as (
    insert into artifact (id, project_id, tracker_id, number, changeset_id, document, title, submitted_by,
      submitted_by_email, submitted_on, updated_by, updated_by_email, updated_on, granted_group_ids)
    select artifact_id, $1::bigint, $2::bigint, ${withCalls ? NUMBER_OF_GIVEN : 'last_number - $11 + place'}, changeset_id,
      document::jsonb, title, submitted_by, email, at, submitted_by, email, at, groups::bigint[]
    from given, counter
  ), changeset_rows as (
    insert into changeset (id, artifact_id, tracker_id, submitted_by, submitted_by_email, submitted_on, delta, agent)
    select changeset_id, artifact_id, $2, submitted_by, email, at, delta::jsonb, ${AGENT} from given
  ), index_rows as (
    insert into artifact_index (field_id, val, artifact_id)
    select f, v, artifact_id from unnest($12::bigint[], $13::bigint[], $14::float8[]) as u (place, f, v) join given using (place)
  ), text_rows as (
    insert into artifact_text (artifact_id, field_id, content, is_title, is_indexed)
    select artifact_id, f, c, t, t
    from unnest($15::bigint[], $16::bigint[], $17::text[], $18::boolean[]) as u (place, f, c, t) join given using (place)
  )${withConnections ? connectionRows('given', '$1::bigint', 21) : ''}, event_rows as (
    insert into event (kind, actor_id, means, project_id, tracker_id, artifact_id, changeset_id, payload)
    select 'artifact.created', submitted_by, means, $1, $2, artifact_id, changeset_id, coalesce(payload, '{}')::jsonb from given
  )
  ${
    withCalls
      ? 'select given.artifact_id, given.changeset_id from locked left join given using (place) order by place'
      : 'select artifact_id, changeset_id from given order by place'
  }`
}

/** `ids`: number of the parameter with the ids of the artifacts; otherwise the statement takes new ones. */
const creationRows = (ids: number | undefined): string => `given as materialized (
    select ${ids === undefined ? "nextval('artifact_id_seq') as artifact_id, " : ''}nextval('changeset_id_seq') as changeset_id, u.*
    from unnest($3::text[], $4::text[], $5::text[], $6::bigint[], $7::text[], $8::timestamptz[], $9::text[], $10::text[],
        $20::text[]${ids === undefined ? '' : `, $${ids}::bigint[]`})
      with ordinality as u (document, delta, title, submitted_by, email, at, groups, means, payload, ${ids === undefined ? '' : 'artifact_id, '}place)
    where (select version from tracker where id = $2) = all ($19::bigint[])
  )`

/** The rows without a key, and the rows whose key this statement records. */
const callsCreationRows = (first: number): string => `planned as materialized (
    select u.*
    from unnest($3::text[], $4::text[], $5::text[], $6::bigint[], $7::text[], $8::timestamptz[], $9::text[], $10::text[],
        $20::text[], ${callParameters(first)})
      with ordinality as u (document, delta, title, submitted_by, email, at, groups, means, payload, ${CALL_COLUMNS}, place)
    where (select version from tracker where id = $2) = all ($19::bigint[])
  ), locked as materialized (
    select planned.*, ${HAS_LOCK} as is_locked from planned
  ), numbered as materialized (
    select nextval('artifact_id_seq') as artifact_id, nextval('changeset_id_seq') as changeset_id, locked.* from locked where is_locked
  ), ${claimedRows(201)}, given as materialized (
    select * from numbered where ${IS_CLAIMED}
  )`
const COUNT_OF_GIVEN = 'select $2, count(*), count(*) from given having count(*) <= $11::bigint and count(*) > 0'
const NUMBER_OF_GIVEN = 'last_number - (select count(*) from given) + row_number() over (order by place)'

/** null: the key of the call is taken. */
interface CreatedOrTaken {
  artifact_id: number | null
  changeset_id: number | null
}
const createStatements = [false, true].flatMap(withConnections =>
  (['new', 'once', 'given'] as const).map(ids => ({
    withConnections,
    ids,
    prepared: statement<CreatedOrTaken>(
      `create-artifacts${withConnections ? '-connected' : ''}${ids === 'new' ? '' : `-${ids}`}`,
      creationText(withConnections, ids),
    ),
  })),
)

/**
 * Creates artifacts of one tracker. Results have the order of the rows. If the tracker changed after one of the plans, nothing is written
 * and the result is empty.
 */
export const insertArtifacts = async (
  on: Db | Tx,
  rows: readonly CreationRows[],
): Promise<(CreatedRow | typeof KEY_TAKEN)[]> => {
  const withConnections = rows.some(hasConnections)
  const withCalls = rows.some(hasCall)
  const ids: IdsOf = withCalls ? 'once' : rows[0]?.artifactId === undefined ? 'new' : 'given'
  const found = createStatements.find(one => one.withConnections === withConnections && one.ids === ids)
  if (!found) throw new Error('there is no statement for these creations')
  const created = await runWrite(on, found.prepared, [
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
    ...pairArrays(itemsOfRows(rows, row => row.index.added)),
    ...textArrays(itemsOfRows(rows, row => row.index.texts)),
    numbers([...new Set(rows.map(row => row.trackerVersion))]),
    rows.map(row => row.eventPayload ?? null),
    ...(withConnections ? connectionArrays(rows) : []),
    ...(withCalls ? callArrays(rows) : []),
    ...(ids === 'given' ? [numbers(rows.map(row => row.artifactId ?? 0))] : []),
  ])
  return created.map(({ artifact_id, changeset_id }) =>
    artifact_id === null || changeset_id === null ? KEY_TAKEN : { artifact_id, changeset_id },
  )
}

// --- updates ---

/** Titles are indexed at once; `index-texts.ts` indexes other texts later. */
const TEXT_ROWS = `, text_rows as (
    insert into artifact_text (artifact_id, field_id, content, is_title, is_indexed)
    select artifact_id, f, c, t, t
    from unnest($25::bigint[], $26::bigint[], $27::text[], $28::boolean[]) as u (place, f, c, t) join moved using (place)
    on conflict (artifact_id, field_id)
      do update set content = excluded.content, is_title = excluded.is_title, is_indexed = excluded.is_indexed
  )`
const REMOVED_LINKS = `, links_removed as (
    delete from artifact_link l
    using unnest($29::bigint[], $30::bigint[], $31::bigint[]) as u (place, f, t) join moved using (place)
    where l.source_id = moved.artifact_id and l.field_id = u.f and l.target_id = u.t
  )`

type UpdateParts = 'values' | 'texts' | 'connections'

/** Whether artifact `a` and its tracker are unchanged since `given` was planned. */
const IS_AS_PLANNED = `a.id = given.id and a.changeset_id = given.based_on
      and (given.written_by is null
        or (a.xmin = given.written_by and ${connectionChangesOf('a.id')} = given.connection_changes))
      and not exists (select from unnest($20::bigint[], $21::bigint[]) as planned (id, version)
        left join tracker t using (id) where t.version is distinct from planned.version)`

/**
 * Updates the artifacts that are unchanged since their change was planned, and returns a row for each. All other parts of the statement
 * read from `moved`. A single update waits for another transaction that holds its row. A batch skips such rows (`skip locked`), since two
 * batches that wait for each other's rows would deadlock.
 * The text contains only the parts that the changes need: each part of a query plan costs time even if it writes nothing.
 */
const updateText = (parts: UpdateParts, isBatch: boolean, withCalls: boolean): string => `with given as materialized (
    select * from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::text[], $8::timestamptz[],
      $9::text[], $10::text[], $11::text[], $12::text[], $13::text[], $22::xid[], $23::bigint[], $24::text[]${
        withCalls ? `, ${callParameters(FIRST_AFTER[parts])}` : ''
      })
      with ordinality as u (id, based_on, document, delta, title, by, email, at, groups, comment, format, comment_groups, means,
        written_by, connection_changes, payload, ${withCalls ? `${CALL_COLUMNS}, ` : ''}place)
  )${
    isBatch || withCalls
      ? `, free as materialized (
    select a.id, given.place from artifact a, given where ${IS_AS_PLANNED} for no key update of a ${isBatch ? 'skip locked' : ''}
  )`
      : ''
  }${withCalls ? CALLS_UPDATE_ROWS : ''}, moved as (
    update artifact a set document = a.document || given.document::jsonb,
      changeset_id = ${withCalls ? 'chosen.changeset_id' : "nextval('changeset_id_seq')"}, title = given.title, updated_by = given.by, updated_by_email = given.email, updated_on = given.at,
      granted_group_ids = given.groups::bigint[]
    from given ${
      isBatch || withCalls
        ? `join ${withCalls ? 'chosen using (place)' : 'free using (place)'} where a.id = given.id and a.changeset_id = given.based_on`
        : `where ${IS_AS_PLANNED}`
    }
    returning a.id as artifact_id, a.project_id, a.tracker_id, a.changeset_id, a.xmin as written_by, given.delta, given.by, given.email,
      given.at, given.comment, given.format, given.comment_groups, given.means, given.payload, given.place
  ), changeset_rows as (
    insert into changeset (id, artifact_id, tracker_id, submitted_by, submitted_by_email, submitted_on, delta,
      comment_body, comment_format, comment_group_ids, agent)
    select changeset_id, artifact_id, tracker_id, by, email, at, delta::jsonb, comment, format, comment_groups::bigint[],
      ${AGENT} from moved
  ), index_removed as (
    delete from artifact_index i using moved join unnest($14::bigint[], $15::bigint[], $16::float8[]) as u (place, f, v) using (place)
    where i.field_id = u.f and i.val = u.v and i.artifact_id = moved.artifact_id
  ), index_added as (
    insert into artifact_index (field_id, val, artifact_id)
    select f, v, artifact_id from unnest($17::bigint[], $18::bigint[], $19::float8[]) as u (place, f, v) join moved using (place)
  )${parts === 'values' ? '' : TEXT_ROWS}${parts === 'connections' ? REMOVED_LINKS + connectionRows('moved', 'moved.project_id', 32) : ''}, event_rows as (
    insert into event (kind, actor_id, means, project_id, tracker_id, artifact_id, changeset_id, payload)
    select 'artifact.updated', by, means, project_id, tracker_id, artifact_id, changeset_id, coalesce(payload, '{}')::jsonb from moved
  )
  ${
    withCalls
      ? 'select locked.artifact_id, moved.changeset_id, moved.written_by from locked left join moved using (place)'
      : 'select artifact_id, changeset_id, written_by from moved'
  }`

/** Number of the first parameter after those of the parts. */
const FIRST_AFTER: Readonly<Record<UpdateParts, number>> = { values: 25, texts: 29, connections: 39 }

/** The row locks come first: so the ids of an artifact's changesets grow, and only a row of the planned version takes a key. */
const CALLS_UPDATE_ROWS = `, locked as materialized (
    select free.id as artifact_id, place, given.at, ${CALL_COLUMNS}, ${HAS_LOCK} as is_locked from free join given using (place)
  ), numbered as materialized (
    select locked.*, nextval('changeset_id_seq') as changeset_id from locked where is_locked
  ), ${claimedRows(200)}, chosen as materialized (
    select place, changeset_id from numbered where ${IS_CLAIMED}
  )`

interface UpdatedRowWithId {
  artifact_id: number
  /** null: the key of the call is taken. */
  changeset_id: number | null
  written_by: string | null
}
const updateStatements = (['values', 'texts', 'connections'] as const).flatMap(parts =>
  [false, true].map(withCalls => {
    const suffix = `${parts}${withCalls ? '-once' : ''}`
    return {
      parts,
      withCalls,
      one: statement<UpdatedRowWithId>(`update-artifact-${suffix}`, updateText(parts, false, withCalls)),
      batch: statement<UpdatedRowWithId>(`update-artifacts-${suffix}`, updateText(parts, true, withCalls)),
    }
  }),
)

/** The smallest statement that writes all of these changes. */
const updateStatementFor = (rows: readonly UpdateRows[], parts: UpdateParts): Statement<UpdatedRowWithId> => {
  const withCalls = rows.some(hasCall)
  const found = updateStatements.find(entry => entry.parts === parts && entry.withCalls === withCalls)
  if (!found) throw new Error(`there is no statement for ${parts}`)
  return rows.length === 1 ? found.one : found.batch
}

/** The tracker definitions that the rows were planned from, each once. */
const trackerArrays = (rows: readonly UpdateRows[]): string[] => {
  const planned = [...new Map(rows.map(row => [`${row.trackerId} ${row.trackerVersion}`, row])).values()]
  return [numbers(planned.map(row => row.trackerId)), numbers(planned.map(row => row.trackerVersion))]
}

/**
 * `rows` holds at most one change per artifact. The result has an entry for each written artifact. An artifact is missing if it or its
 * tracker changed after the plan, or, in a batch, if another transaction holds it.
 */
export const updateArtifacts = async (
  on: Db | Tx,
  rows: readonly UpdateRows[],
): Promise<Map<number, UpdatedRow | typeof KEY_TAKEN>> => {
  const texts = itemsOfRows(rows, row => row.index.texts)
  const parts = rows.some(hasConnections) ? 'connections' : texts.length > 0 ? 'texts' : 'values'
  const removed = itemsOfRows(rows, ({ links }) =>
    (links?.removedIds ?? []).map(id => ({ id, fieldId: links?.fieldId ?? 0 })),
  )
  const moved = await runWrite(on, updateStatementFor(rows, parts), [
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
    ...pairArrays(itemsOfRows(rows, row => row.index.removed)),
    ...pairArrays(itemsOfRows(rows, row => row.index.added)),
    ...trackerArrays(rows),
    rows.map(row => row.rowVersion?.writtenBy ?? null),
    rows.map(row => row.rowVersion?.connectionChanges ?? null),
    rows.map(row => row.eventPayload ?? null),
    ...(parts === 'values' ? [] : textArrays(texts)),
    ...(parts === 'connections'
      ? [
          rowNumbersOf(removed),
          numbers(removed.map(({ item }) => item.fieldId)),
          numbers(removed.map(({ item }) => item.id)),
          ...connectionArrays(rows),
        ]
      : []),
    ...(rows.some(hasCall) ? callArrays(rows) : []),
  ])
  return new Map(
    moved.map(({ artifact_id, changeset_id, written_by }) => [
      artifact_id,
      changeset_id === null || written_by === null ? KEY_TAKEN : { changeset_id, written_by },
    ]),
  )
}

// --- rows beside an artifact ---

/** Adds the texts of these artifacts to their index if they are missing there. Texts that another transaction is writing are skipped. */
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

/** Inserts the values that a change types into open lists; a unique violation means that another writer was faster. */
export const insertOpenValues = async (
  tx: Tx,
  values: readonly { readonly id: number; readonly fieldId: number; readonly label: string }[],
): Promise<void> => {
  await tx
    .insertInto('open_value')
    .values(values.map(({ id, fieldId, label }) => ({ id, field_id: fieldId, label })))
    .execute()
}

import { sql, type RawBuilder } from 'kysely'
import type { Queryable } from '../../../platform/db/db.ts'
import type { Bounds, Condition, NumberColumn, SeenArtifacts } from '../../fields/index.ts'

/** SQL of a boolean. */
type SqlTest = RawBuilder<boolean>
/** SQL of an artifact's id. */
export type IdExpression = RawBuilder<unknown>

const joinTests = (tests: readonly SqlTest[], separator: 'and' | 'or'): SqlTest =>
  sql<boolean>`(${sql.join(tests, sql.raw(` ${separator} `))})`

const withinBounds = (number: RawBuilder<unknown>, { gte, gt, lte, lt }: Bounds): SqlTest => {
  const tests: SqlTest[] = []
  if (gte !== undefined && gte === lte) tests.push(sql`${number} = ${gte}::float8`)
  else {
    if (gte !== undefined) tests.push(sql`${number} >= ${gte}::float8`)
    if (lte !== undefined) tests.push(sql`${number} <= ${lte}::float8`)
  }
  if (gt !== undefined) tests.push(sql`${number} > ${gt}::float8`)
  if (lt !== undefined) tests.push(sql`${number} < ${lt}::float8`)
  return tests.length === 0 ? sql`true` : joinTests(tests, 'and')
}

const oneOf = (number: RawBuilder<unknown>, values: readonly number[]): SqlTest =>
  values.length === 1 ? sql`${number} = ${values[0]}::float8` : sql`${number} = any(${values}::float8[])`

const columns: Readonly<Record<Exclude<NumberColumn, 'rank'>, RawBuilder<unknown>>> = {
  id: sql`x.id`,
  number: sql`x.number`,
}

/** Key of the artifact at a place; beyond the last one a text after all keys. */
const keyAt = (place: number): RawBuilder<unknown> =>
  sql`coalesce((select r.rank from artifact r order by r.rank limit 1 offset ${place - 1}::bigint), '~')`

/** The places of a bound are found once, whatever the number of artifacts. */
const rankWithin = ({ gte, gt, lte, lt }: Bounds): SqlTest => {
  const first = Math.max(
    1,
    ...(gte === undefined ? [] : [Math.ceil(gte)]),
    ...(gt === undefined ? [] : [Math.floor(gt) + 1]),
  )
  const last = Math.min(
    Number.MAX_SAFE_INTEGER,
    ...(lte === undefined ? [] : [Math.floor(lte)]),
    ...(lt === undefined ? [] : [Math.ceil(lt) - 1]),
  )
  if (last < first || first > Number.MAX_SAFE_INTEGER) return sql`false`
  const tests: SqlTest[] = [sql`x.rank >= ${keyAt(first)}`]
  if (last < Number.MAX_SAFE_INTEGER) tests.push(sql`x.rank <= ${keyAt(last)}`)
  return joinTests(tests, 'and')
}

const rankMatches = (pattern: string): SqlTest =>
  sql`x.id in (select r.id from (select id, row_number() over (order by rank) as place from artifact) r where r.place::text ~ ${pattern})`

/** The text in a pattern for `like`, without a meaning of its characters. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** Pattern for `like` that finds the text anywhere. */
const containsPattern = (text: string): string => `%${escapeLike(text)}%`

/** The tracker that is searched. */
export interface SearchedTracker {
  readonly trackerId: number
  /** Field whose texts are in the index of titles. */
  readonly titleFieldId: number | undefined
  /** Absent: the tables. */
  readonly relations?: SearchedRelations
}

/** Relations with the columns of the tables that conditions read, each as `x` of a `from`. */
export interface SearchedRelations {
  readonly index: RawBuilder<unknown>
  readonly texts: RawBuilder<unknown>
  readonly links: RawBuilder<unknown>
  readonly artifacts: RawBuilder<unknown>
  readonly changesets: RawBuilder<unknown>
}

const TABLES: SearchedRelations = {
  index: sql`artifact_index x`,
  texts: sql`artifact_text x`,
  links: sql`artifact_link x`,
  artifacts: sql`artifact x`,
  changesets: sql`changeset x`,
}

/** Rows of a table about artifacts: a test for the rows, and the column with the artifact's id. */
interface MatchingRows {
  readonly from: RawBuilder<unknown>
  readonly id: RawBuilder<unknown>
  readonly where: SqlTest
  /** Whether no artifact has more than one row. */
  readonly isDistinct: boolean
}

type AtomicCondition = Exclude<Condition, { kind: 'all' | 'none' | 'and' | 'or' | 'not' | 'granted' }>

const indexRows = (from: RawBuilder<unknown>, fieldId: number, test: SqlTest, isDistinct: boolean): MatchingRows => ({
  from,
  id: sql`x.artifact_id`,
  where: sql`x.field_id = ${fieldId} and ${test}`,
  isDistinct,
})

const textRows = (from: RawBuilder<unknown>, fieldId: number, test: SqlTest): MatchingRows => ({
  from,
  id: sql`x.artifact_id`,
  where: sql`x.field_id = ${fieldId} and ${test}`,
  isDistinct: true,
})

const columnRows = (from: RawBuilder<unknown>, trackerId: number, test: SqlTest): MatchingRows => ({
  from,
  id: sql`x.id`,
  where: sql`x.tracker_id = ${trackerId} and ${test}`,
  isDistinct: true,
})

const commentRows = (
  from: RawBuilder<unknown>,
  trackerId: number,
  { words, groupIds }: Extract<Condition, { kind: 'comment' }>,
): MatchingRows => {
  const tests: SqlTest[] = [sql`x.tracker_id = ${trackerId}`, sql`x.comment_body <> ''`]
  if (words !== null) tests.push(sql`to_tsvector('simple', x.comment_body) @@ plainto_tsquery('simple', ${words})`)
  if (groupIds) tests.push(sql`(x.comment_group_ids is null or x.comment_group_ids && ${groupIds}::bigint[])`)
  return { from, id: sql`x.artifact_id`, where: joinTests(tests, 'and'), isDistinct: false }
}

/** Whether a viewer sees the artifact `o`. */
export const isSeen = (parts: readonly SeenArtifacts[]): SqlTest => {
  const tests = parts.map(({ trackerIds, groupIds, submittedBy, condition }) => {
    const all: SqlTest[] = [sql`o.tracker_id = any(${trackerIds}::bigint[])`]
    if (groupIds) all.push(sql`(o.granted_group_ids is null or o.granted_group_ids && ${groupIds}::bigint[])`)
    if (submittedBy !== null) all.push(sql`o.submitted_by = ${submittedBy}`)
    if (condition.kind !== 'all')
      all.push(probe(condition, sql`o.id`, { trackerId: trackerIds[0] ?? 0, titleFieldId: undefined }))
    return joinTests(all, 'and')
  })
  return tests.length === 0 ? sql`false` : joinTests(tests, 'or')
}

type Link = Extract<Condition, { kind: 'link' }>

const linkRows = (
  { direction, type, fieldIds, other }: Link,
  { relations = TABLES }: SearchedTracker,
): MatchingRows => {
  const [own, far] =
    direction === 'forward' ? [sql`x.source_id`, sql`x.target_id`] : [sql`x.target_id`, sql`x.source_id`]
  const tests: SqlTest[] = [sql`x.field_id = any(${fieldIds}::bigint[])`]
  if (type !== null) tests.push(sql`x.type = ${type}`)
  if (other.kind === 'artifact') tests.push(sql`${far} = ${other.id}`)
  else tests.push(sql`exists (select 1 from artifact o where o.id = ${far} and ${isSeen(other.parts)} offset 0)`)
  return { from: relations.links, id: own, where: joinTests(tests, 'and'), isDistinct: false }
}

/** Links are indexed by their ends for all trackers together, so a scan of links needs a test for the searched tracker. */
const walkOfLink = (condition: Link, searched: SearchedTracker): IndexScan => {
  const rows = linkRows(condition, searched)
  const isOfTracker = sql<boolean>`exists (select 1 from artifact t where t.id = ${rows.id} and t.tracker_id = ${searched.trackerId})`
  return scanOfRows({ ...rows, where: joinTests([rows.where, isOfTracker], 'and') })
}

/** Types of the visible links that start in the tracker: values of these fields, from and to these artifacts. */
export const readLinkTypes = async (
  db: Queryable,
  trackerId: number,
  seen: {
    readonly fieldIds: readonly number[]
    readonly own: readonly SeenArtifacts[]
    readonly far: readonly SeenArtifacts[]
  },
): Promise<string[]> => {
  const { rows } = await sql<{ type: string }>`
    select distinct x.type from artifact o join artifact_link x on x.source_id = o.id
    where o.tracker_id = ${trackerId} and x.field_id = any(${seen.fieldIds}::bigint[])
      and ${isSeen(seen.own)}
      and exists (select 1 from artifact o where o.id = x.target_id and ${isSeen(seen.far)})
    order by x.type`.execute(db)
  return rows.map(row => row.type)
}

type TextCondition = Extract<Condition, { kind: 'text' }>

const containsAll = ({ fieldId, contains }: TextCondition, titleFieldId: number | undefined): SqlTest =>
  joinTests(
    [
      // One index holds the titles of all trackers, another holds all other texts.
      fieldId === titleFieldId ? sql<boolean>`x.is_title` : sql<boolean>`not x.is_title`,
      ...contains.map(text => sql<boolean>`lower(x.content) like lower(${containsPattern(text)})`),
    ],
    'and',
  )

/** The rows that make the condition true. */
const rowsOf = (atom: AtomicCondition, searched: SearchedTracker): MatchingRows => {
  const { trackerId, titleFieldId, relations = TABLES } = searched
  const { index, texts, artifacts } = relations
  switch (atom.kind) {
    case 'values':
      return indexRows(index, atom.fieldId, oneOf(sql`x.val`, atom.values), atom.isSingle || atom.values.length === 1)
    case 'range':
      return indexRows(index, atom.fieldId, withinBounds(sql`x.val`, atom.bounds), true)
    case 'anyValue':
      return indexRows(index, atom.fieldId, sql`true`, false)
    case 'numberPattern':
      return indexRows(index, atom.fieldId, sql`x.val::text ~ ${atom.pattern}`, true)
    case 'column':
      return columnRows(
        artifacts,
        trackerId,
        atom.column === 'rank' ? rankWithin(atom.bounds) : withinBounds(columns[atom.column], atom.bounds),
      )
    case 'restricted':
      return columnRows(
        artifacts,
        atom.trackerId,
        atom.groupIds ? sql`x.granted_group_ids && ${atom.groupIds}::bigint[]` : sql`x.granted_group_ids is not null`,
      )
    case 'columnPattern':
      return columnRows(
        artifacts,
        trackerId,
        atom.column === 'rank' ? rankMatches(atom.pattern) : sql`${columns[atom.column]}::text ~ ${atom.pattern}`,
      )
    case 'text':
      return textRows(texts, atom.fieldId, containsAll(atom, titleFieldId))
    case 'anyText':
      return textRows(texts, atom.fieldId, sql`x.content <> ''`)
    case 'textPattern':
      return textRows(texts, atom.fieldId, sql`x.content ~* ${atom.pattern}`)
    case 'comment':
      return commentRows(relations.changesets, trackerId, atom)
    case 'link':
      return linkRows(atom, searched)
  }
}

/**
 * Whether the condition holds for the artifact with this id, as an index probe for each part. `offset 0` keeps the planner from turning the
 * probe into a join, which is five times slower here (DESIGN.md §3). `id` must not be a column of a relation named x, the name of the probed one.
 */
export const probe = (condition: Condition, id: IdExpression, searched: SearchedTracker): SqlTest =>
  testOf(condition, id, atom => {
    // One index probe for each value: for several values at once the planner would choose a slower index.
    if (atom.kind === 'values' && atom.values.length > 1 && atom.values.length <= MAX_STEPS)
      return joinTests(
        atom.values.map(value => exists({ ...atom, values: [value] }, id, searched)),
        'or',
      )
    return exists(atom, id, searched)
  })

/**
 * Whether the condition holds for the artifact with this id. The rows of each part are read once, whatever the number of ids. The planner
 * takes them for few and would join them row by row; as the test of a boolean it hashes them.
 */
export const isAmong = (condition: Condition, id: IdExpression, searched: SearchedTracker): SqlTest =>
  testOf(condition, id, atom => {
    const rows = rowsOf(atom, searched)
    return sql`(${id} in (select ${rows.id} from ${rows.from} where ${rows.where})) is true`
  })

const testOf = (condition: Condition, id: IdExpression, testAtom: (atom: AtomicCondition) => SqlTest): SqlTest => {
  switch (condition.kind) {
    case 'all':
      return sql`true`
    case 'none':
      return sql`false`
    case 'and':
    case 'or':
      return joinTests(
        condition.parts.map(part => testOf(part, id, testAtom)),
        condition.kind,
      )
    case 'not':
      return sql`not ${testOf(condition.part, id, testAtom)}`
    case 'granted':
      return sql`${id} not in (select r.id from artifact r where r.tracker_id = ${condition.trackerId}
        and r.granted_group_ids is not null and not r.granted_group_ids && ${condition.groupIds}::bigint[])`
    default:
      return testAtom(condition)
  }
}

const MAX_STEPS = 8

const exists = (atom: AtomicCondition, id: IdExpression, searched: SearchedTracker): SqlTest => {
  const rows = rowsOf(atom, searched)
  return sql`exists (select 1 from ${rows.from} where ${rows.id} = ${id} and ${rows.where} offset 0)`
}

/** A condition for `narrow`: rows of the search index with one of a few values. */
export type NarrowingCondition = Extract<Condition, { kind: 'values' }>

export const isNarrowing = (condition: Condition): condition is NarrowingCondition =>
  condition.kind === 'values' && condition.values.length <= MAX_STEPS

/**
 * The ids for which the condition holds, each once. All ids are looked up together, in one pass over the index entries with the value: an
 * id costs a fifth of a probe. `ids` may hold an id several times.
 */
export const narrow = (
  ids: RawBuilder<unknown>,
  { fieldId, values, isSingle }: NarrowingCondition,
  serverVersion: number,
): RawBuilder<unknown> => {
  const valueOfRow = sql.raw(serverVersion < FIRST_VERSION_WITH_ARRAY_SCANS ? 'x.val + 0' : 'x.val')
  const withValue = (value: number | undefined, among: RawBuilder<unknown>) =>
    sql`select x.artifact_id as id from artifact_index x where x.field_id = ${fieldId} and ${valueOfRow} = ${value}::float8
      and x.artifact_id = any(${among})`
  if (values.length === 1) return withValue(values[0], sql`array(${ids})`)
  return sql`with given as materialized (select array(${ids}) as ids) ${sql.join(
    values.map(value => withValue(value, sql`(select ids from given)::bigint[]`)),
    sql.raw(isSingle ? ' union all ' : ' union '),
  )}`
}

/**
 * `server_version_num` of PostgreSQL 17. If earlier versions expect few rows, they may find them by field and value alone, and compare each
 * row with all ids. So they must not use that index; they look up the ids one by one in the index by artifact.
 */
const FIRST_VERSION_WITH_ARRAY_SCANS = 170_000

/** Ids of the artifacts for which a condition holds, each once, for a scan. */
export interface IndexScan {
  readonly ids: RawBuilder<unknown>
  /** The same ids, but possibly repeated: cheaper input for `narrow`. */
  readonly repeated: RawBuilder<unknown>
  /** Counts the ids up to the limit; undefined if counting first does not pay off. */
  readonly counted: ((limit: number) => RawBuilder<unknown>) | undefined
}

/** A scan of the artifacts for which a condition holds, by an index for this condition; undefined if the condition can only be probed. */
export const scanOf = (condition: Condition, searched: SearchedTracker): IndexScan | undefined => {
  switch (condition.kind) {
    case 'all':
    case 'none':
    case 'and':
    case 'not':
    case 'granted':
    case 'numberPattern':
    case 'columnPattern':
    case 'anyText':
    case 'textPattern':
      return undefined
    case 'or':
      return scanOfAny(condition.parts, searched)
    case 'link':
      return condition.other.kind === 'artifact' ? walkOfLink(condition, searched) : undefined
    case 'comment':
      return condition.words === null ? undefined : scanOfRows(rowsOf(condition, searched), false)
    case 'text':
      return scanOfTexts(condition, searched)
    case 'column':
    case 'restricted':
    case 'values':
    case 'range':
    case 'anyValue':
      return scanOfRows(rowsOf(condition, searched))
  }
}

const scanOfRows = ({ from, id, where, isDistinct }: MatchingRows, isCounted = true): IndexScan => ({
  ids: sql`select ${sql.raw(isDistinct ? '' : 'distinct')} ${id} as id from ${from} where ${where}`,
  repeated: sql`select ${id} as id from ${from} where ${where}`,
  counted: isCounted
    ? limit => sql`(select count(*) from (select 1 from ${from} where ${where} limit ${limit}) as c)`
    : undefined,
})

/** Titles by their index; other texts by their index and, one by one, the texts that are not indexed yet (`index-texts.ts`). */
const scanOfTexts = (condition: TextCondition, searched: SearchedTracker): IndexScan => {
  const rows = rowsOf(condition, searched)
  if (condition.fieldId === searched.titleFieldId) return scanOfRows(rows, false)
  const rowsWhere = (where: SqlTest) => scanOfRows({ ...rows, where: joinTests([where, rows.where], 'and') }, false).ids
  const ids = sql`${rowsWhere(sql`x.is_indexed`)} union all ${rowsWhere(sql`not x.is_indexed`)}`
  return { ids, repeated: ids, counted: undefined }
}

const scanOfAny = (parts: readonly Condition[], searched: SearchedTracker): IndexScan | undefined => {
  const walks: IndexScan[] = []
  for (const part of parts) {
    const scan = scanOf(part, searched)
    if (!scan) return undefined
    walks.push(scan)
  }
  const combined = (separator: 'union' | 'union all'): RawBuilder<unknown> =>
    sql`select u.id from (${sql.join(
      walks.map(scan => sql`(${scan.repeated})`),
      sql.raw(` ${separator} `),
    )}) as u`
  return {
    ids: combined('union'),
    repeated: combined('union all'),
    counted: walks.every(({ counted }) => counted)
      ? limit =>
          sql`(${sql.join(
            walks.map(({ counted }) => counted?.(limit)),
            sql` + `,
          )})`
      : undefined,
  }
}

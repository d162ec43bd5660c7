import { sql, type RawBuilder } from 'kysely'
import { parseJsonb, type Db, type Tx } from '../../../platform/db/db.ts'
import { Invalid } from '../../../platform/errors.ts'
import { ALL, and, type Condition, type SortKey } from '../../fields/index.ts'
import { isAmong, probe, type SearchedRelations } from '../queries/conditions.store.ts'
import {
  chooseScan,
  countMatches,
  fewMatches,
  isById,
  isCheapWalk,
  isOrderScanned,
  matchesOf,
  planningContext,
  refusingQueries,
  runInTransaction,
  searchInTransaction,
  sortValue,
  trackerScan,
  type PlanningContext,
  type Search,
  type SearchWays,
  type SortBy,
} from '../queries/find-artifacts.store.ts'
import { versionAt } from '../store/past-artifacts.store.ts'
import { stampFields, type PastNeeds, type PastRows, type TouchedArtifact, type UndoneValue } from './past-rows.ts'

/** A search as of a time: `condition` is judged by the values of then, `visible` by those of now. */
export interface PastSearch extends Omit<Search, 'withRowVersions'> {
  readonly visible: Condition
  readonly until: Date
  /** Fields that the condition reads, and fields of the order. */
  readonly needs: { readonly condition: PastNeeds; readonly order: PastNeeds }
  /** Rows of the past in the form of the search tables. */
  readonly pastRows: (needs: PastNeeds, touched: readonly TouchedArtifact[], undone: readonly UndoneValue[]) => PastRows
}

export interface PastPage {
  readonly ids: readonly number[]
  readonly size: number
}

/** Maximum artifacts with a changeset after the time. */
export const MAX_TOUCHED = 50_000
/** Artifacts whose rows of the past are in memory at the same time; texts may be long. */
const AT_ONCE = 5_000
const TEXTS_AT_ONCE = 500

const EMPTY: PastPage = { ids: [], size: 0 }

/**
 * A page of the artifacts that matched at a time, and their exact total. An artifact without a changeset since is found by the search tables;
 * one with a changeset since is judged by the same conditions over its rows of then. All of it sees one snapshot of the database.
 */
export const findPastPage = (db: Db, search: PastSearch, ways: SearchWays = {}): Promise<PastPage> =>
  search.condition.kind === 'none' || search.visible.kind === 'none'
    ? Promise.resolve(EMPTY)
    : refusingQueries(search, async () => {
        const guide = await planningContext(db, ways)
        return searchInTransaction(db, search, async tx => {
          const touched = await findTouched(tx, search)
          const matches = await matchTouched(tx, search, touched)
          return findUnion(tx, search, guide, touched, matches)
        })
      })

// --- artifacts with a changeset since ---

interface TouchedRow {
  id: number
  version: number | null
  updated_by: number
  updated_on: number
}

/** With the version of the time; null: the artifact was not there. */
type Touched = TouchedArtifact | { readonly id: number; readonly version: null }

const wasThere = (touched: Touched): touched is TouchedArtifact => touched.version !== null

/** The pseudo-field of the last update tells whether the version of now is a later one: no changeset has to be read for that. */
const findTouched = async (tx: Tx, search: PastSearch): Promise<Touched[]> => {
  const { trackerId, until, visible } = search
  const [lastUpdate] = stampFields(trackerId)
  const { rows } = await sql<TouchedRow>`
    select t.id, v.id as version, v.submitted_by as updated_by, extract(epoch from v.submitted_on)::float8 as updated_on
    from (select ${until}::timestamptz as until) bound cross join (
      select i.artifact_id as id from artifact_index i
      where i.field_id = ${lastUpdate} and i.val > ${until.getTime() / 1_000}::float8
        and ${probe(visible, sql`i.artifact_id`, search)}
      limit ${MAX_TOUCHED + 1}) t
      left join lateral ${sql.raw(versionAt('t.id'))} v on true`.execute(tx)
  if (rows.length > MAX_TOUCHED)
    throw new Invalid(
      `More than ${MAX_TOUCHED} artifacts have changed since: ask for a later time, or for less than the whole tracker`,
      { reason: 'as_of.too_many', parameter: 'as_of', limit: MAX_TOUCHED },
    )
  return rows.map(({ id, version, updated_by, updated_on }) =>
    version === null ? { id, version } : { id, version, updatedBy: updated_by, updatedOn: updated_on },
  )
}

/** PostgreSQL's text form of an array: the driver would convert each number separately. */
const numbers = (list: readonly number[]): string => `{${list.join()}}`
const ids = (touched: readonly { readonly id: number }[]): string => numbers(touched.map(({ id }) => id))

/** Artifacts that matched at the time, with the keys of the order. */
interface PastMatches {
  readonly ids: readonly number[]
  /** One list for each key of the order. */
  readonly keys: readonly (readonly (number | string | null)[])[]
}

/** First the condition, and then the keys of those that match: keys may be long texts. */
const matchTouched = async (tx: Tx, search: PastSearch, touched: readonly Touched[]): Promise<PastMatches> => {
  const there = touched.filter(wasThere)
  const keys = keysOf(search)
  const { condition, needs } = search
  const matched = condition.kind === 'all' ? there : await filterTouched(tx, search, there)
  const matches = { ids: [] as number[], keys: keys.map((): (number | string | null)[] => []) }
  if (keys.length === 0) return { ids: matched.map(({ id }) => id), keys: [] }
  for (const part of portionsOf(matched, needs.order)) {
    const rows = search.pastRows(needs.order, part, await findUndone(tx, needs.order, part))
    for (const match of await matchRows(tx, { ...search, condition: ALL }, keys, part, rows, needs.order)) {
      matches.ids.push(match.id)
      keys.forEach((_, index) => matches.keys[index]?.push(match[`k${index}`] ?? null))
    }
  }
  return matches
}

const filterTouched = async (
  tx: Tx,
  search: PastSearch,
  touched: readonly TouchedArtifact[],
): Promise<TouchedArtifact[]> => {
  const needs = search.needs.condition
  const matched = new Set<number>()
  for (const part of portionsOf(touched, needs)) {
    const rows = search.pastRows(needs, part, await findUndone(tx, needs, part))
    for (const { id } of await matchRows(tx, search, [], part, rows, needs)) matched.add(id)
  }
  return touched.filter(({ id }) => matched.has(id))
}

const portionsOf = (touched: readonly TouchedArtifact[], { texts }: PastNeeds): TouchedArtifact[][] => {
  const atOnce = texts.size > 0 ? TEXTS_AT_ONCE : AT_ONCE
  return Array.from({ length: Math.ceil(touched.length / atOnce) }, (_, part) =>
    touched.slice(part * atOnce, (part + 1) * atOnce),
  )
}

/** Values of the fields before their first change after the version. Every artifact loses its values of the pseudo-fields. */
const findUndone = async (
  tx: Tx,
  { index, texts, links }: PastNeeds,
  touched: readonly TouchedArtifact[],
): Promise<UndoneValue[]> => {
  const fieldIds = [...new Set([...index, ...texts, ...links])].filter(id => id > 0)
  if (fieldIds.length === 0) return []
  const { rows } = await sql<{ artifact_id: number; field_id: number; before: string | null }>`
    select distinct on (t.id, f.id) t.id as artifact_id, f.id as field_id, (c.delta -> f.id::text -> 'b')::text as before
    from unnest(${ids(touched)}::bigint[], ${numbers(touched.map(({ version }) => version))}::bigint[]) as t (id, version)
      join changeset c on c.artifact_id = t.id and c.id > t.version
      join unnest(${numbers(fieldIds)}::bigint[]) as f (id) on c.delta ? f.id::text
    order by t.id, f.id, c.id`.execute(tx)
  return rows.map(({ artifact_id, field_id, before }) => ({
    artifactId: artifact_id,
    fieldId: field_id,
    before: before === null ? undefined : parseJsonb(before),
  }))
}

// --- conditions over the rows of the past ---

const RELATIONS: SearchedRelations = {
  index: sql`past_index x`,
  texts: sql`past_text x`,
  links: sql`past_link x`,
  artifacts: sql`past p join artifact x on x.id = p.id`,
  changesets: sql`past p join changeset x on x.artifact_id = p.id and x.id <= p.version`,
}

/** A row of `matchRows`: the id, and `k0`, `k1` … */
type MatchRow = { id: number } & Record<`k${number}`, number | string | null>

const matchRows = async (
  tx: Tx,
  search: PastSearch,
  keys: readonly SortBy[],
  touched: readonly TouchedArtifact[],
  rows: PastRows,
  needs: PastNeeds,
): Promise<MatchRow[]> => {
  const past = { ...search, relations: RELATIONS }
  const sorted = keys.map((key, index) => pastKey(key, sql.raw(`k${index}`)))
  const found = await sql<MatchRow>`
    with ${pastTables(search, touched, rows, needs)}
    select ${sql.join([sql`p.id`, ...sorted.map(({ column }, index) => sql`${column} as ${sql.raw(`k${index}`)}`)])}
    from past p ${sql.join([sql``, ...sorted.map(({ join }) => join)], sql` `)}
    where ${isAmong(search.condition, sql`p.id`, past)}`.execute(tx)
  return found.rows
}

/** Rows of now that are those of then, too, with the rows that changed since. */
const pastTables = (
  { trackerId, titleFieldId }: PastSearch,
  touched: readonly TouchedArtifact[],
  rows: PastRows,
  needs: PastNeeds,
): RawBuilder<unknown> => {
  const stamps = stampFields(trackerId)
  const pairs = (list: readonly (readonly number[])[], place: number) => numbers(list.map(row => row[place] ?? 0))
  const isReplaced = (artifactId: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`(${artifactId}, x.field_id) in (select a, f from unnest(${pairs(rows.replaced, 0)}::bigint[], ${pairs(rows.replaced, 1)}::bigint[]) r (a, f))`
  const fields = (list: ReadonlySet<number>) => numbers([...list].filter(id => !stamps.includes(id)))
  return sql`past as materialized (
      select id, version
      from unnest(${ids(touched)}::bigint[], ${numbers(touched.map(({ version }) => version))}::bigint[]) u (id, version)
    ), past_index as materialized (
      select x.field_id, x.val, x.artifact_id
      from past p join artifact_index x on x.artifact_id = p.id and x.field_id = any(${fields(needs.index)}::bigint[])
      where not ${isReplaced(sql`x.artifact_id`)}
      union all select f, v, a
      from unnest(${pairs(rows.index, 0)}::bigint[], ${pairs(rows.index, 1)}::float8[], ${pairs(rows.index, 2)}::bigint[]) u (f, v, a)
    ), past_text as materialized (
      select x.artifact_id, x.field_id, x.content, x.is_title
      from past p join artifact_text x on x.artifact_id = p.id and x.field_id = any(${fields(needs.texts)}::bigint[])
      where not ${isReplaced(sql`x.artifact_id`)}
      union all select a, f, c, f is not distinct from ${titleFieldId ?? null}::bigint
      from unnest(${numbers(rows.texts.map(({ artifactId }) => artifactId))}::bigint[],
        ${numbers(rows.texts.map(({ fieldId }) => fieldId))}::bigint[], ${rows.texts.map(({ content }) => content)}::text[]) u (a, f, c)
    ), past_link as materialized (
      select x.source_id, x.target_id, x.type, x.field_id
      from past p join artifact_link x on x.source_id = p.id and x.field_id = any(${fields(needs.links)}::bigint[])
      where not ${isReplaced(sql`x.source_id`)}
      union all select a, t, n, f
      from unnest(${numbers(rows.links.map(({ artifactId }) => artifactId))}::bigint[], ${numbers(rows.links.map(({ id }) => id))}::bigint[],
        ${rows.links.map(({ type }) => type)}::text[], ${numbers(rows.links.map(({ fieldId }) => fieldId))}::bigint[]) u (a, t, n, f)
    )`
}

// --- order ---

/** The keys that decide the order. Ids are the last one, and beyond them nothing decides. */
const keysOf = ({ order }: Pick<Search, 'order'>): readonly SortBy[] => {
  const byId = order.findIndex(({ key }) => isById(key))
  return byId < 0 ? order : order.slice(0, byId)
}

const isIdDescending = ({ order }: Pick<Search, 'order'>): boolean =>
  (order.find(({ key }) => isById(key)) ?? order.at(-1))?.isDescending ?? false

const isText = ({ kind }: SortKey): boolean => kind === 'text' || kind === 'login'

/** The sort key of the artifacts of `past p` as a join and its column: the least value, the greatest in descending order. */
const pastKey = (
  { key, isDescending }: SortBy,
  name: RawBuilder<unknown>,
): { readonly join: RawBuilder<unknown>; readonly column: RawBuilder<unknown> } => {
  const extreme = sql.raw(isDescending ? 'max' : 'min')
  const ofIndex = (value: RawBuilder<unknown>, fieldId: number, more = sql``) => ({
    join: sql`left join (select s.artifact_id, ${extreme}(${value}) as v from past_index s ${more}
      where s.field_id = ${fieldId} group by s.artifact_id) ${name} on ${name}.artifact_id = p.id`,
    column: sql`${name}.v`,
  })
  switch (key.kind) {
    case 'column':
      return { join: sql`left join artifact ${name} on ${name}.id = p.id`, column: sql`${name}.number` }
    case 'number':
      return ofIndex(sql`s.val`, key.fieldId)
    case 'place':
      return ofIndex(sql`array_position(${key.values}::float8[], s.val)`, key.fieldId)
    case 'login':
      return ofIndex(sql`lower(u.login)`, key.fieldId, sql`join users u on u.id = s.val::bigint`)
    case 'text':
      return {
        join: sql`left join past_text ${name} on ${name}.artifact_id = p.id and ${name}.field_id = ${key.fieldId}`,
        column: sql`nullif(lower(left(${name}.content, 200)), '')`,
      }
  }
}

// --- both together ---

/** The page and the total of what has not changed since and what matched then. */
const findUnion = async (
  tx: Tx,
  search: PastSearch,
  guide: PlanningContext,
  touched: readonly Touched[],
  matches: PastMatches,
): Promise<PastPage> => {
  const { trackerId, limit, offset } = search
  const now: Search = { ...search, withRowVersions: false, condition: and(search.condition, search.visible) }
  const untouched = (found: RawBuilder<unknown>) =>
    sql`select n.id from (${found}) as n where n.id not in (select unnest(${ids(touched)}::bigint[]))`
  const choice = await chooseScan(runInTransaction(tx), now, guide)
  const few = fewMatches(choice, now, guide)
  if (few) return pageOf(tx, search, withKeys(search, untouched(few)), matches)
  const { scan, rest } = choice
  const found = scan && matchesOf(scan, rest, now, guide)
  const nowSize = await countMatches(tx, now, found, rest, guide)
  const size = nowSize - (await countAmong(tx, now, touched)) + matches.ids.length
  if (offset >= size) return { ids: [], size }
  const walked = await walkInOrder(tx, now, nowSize, guide, touched)
  const rows =
    walked ?? withKeys(search, untouched(found ?? matchesOf(trackerScan(trackerId), rest, now, guide)), nowSize > limit)
  const { ids: page } = await pageOf(tx, search, rows, matches, false)
  return { ids: page, size }
}

/** Touched artifacts among the matches of now. */
const countAmong = async (tx: Tx, now: Search, touched: readonly Touched[]): Promise<number> => {
  if (touched.length === 0) return 0
  const { rows } = await sql<{ size: number }>`
    select count(*) as size from unnest(${ids(touched)}::bigint[]) t (id) where ${probe(now.condition, sql`t.id`, now)}`.execute(
    tx,
  )
  return rows[0]?.size ?? 0
}

/** Rows with id and keys, which are probed one by one or, for many rows, joined. */
const withKeys = (search: PastSearch, found: RawBuilder<unknown>, isMany = false): RawBuilder<unknown> => {
  const joins: RawBuilder<unknown>[] = []
  const columns = keysOf(search).map(({ key, isDescending }, index) => {
    const name = sql.raw(`k${index}`)
    const isJoined = isMany && (key.kind === 'number' || (key.kind === 'place' && key.isSingle))
    if (!isJoined) return sql`${asKey(key, sortValue(key, sql`m.id`, isDescending))} as ${name}`
    joins.push(
      sql`left join artifact_index ${name} on ${name}.artifact_id = m.id and ${name}.field_id = ${key.fieldId}`,
    )
    const value = key.kind === 'number' ? sql`${name}.val` : sql`array_position(${key.values}::float8[], ${name}.val)`
    return sql`${asKey(key, value)} as ${name}`
  })
  return sql`select ${sql.join([sql`m.id`, ...columns])} from (${found}) as m ${sql.join(joins, sql` `)}`
}

const asKey = (key: SortKey, value: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(${value})::${sql.raw(isText(key) ? 'text' : 'float8')}`

/** For many matches: as many as the page may need, in the order of an index. */
const walkInOrder = async (
  tx: Tx,
  now: Search,
  nowSize: number,
  { thresholds }: PlanningContext,
  touched: readonly Touched[],
): Promise<RawBuilder<unknown> | undefined> => {
  const { trackerId, condition, limit, offset, order } = now
  const keys = keysOf(now)
  const [first] = keys
  if (first && !isOrderScanned({ ...now, order: keys })) return undefined
  if (nowSize > 0 && !(await isCheapWalk(tx, now, nowSize, thresholds.cheapWalk))) return undefined
  const isOthers = (id: RawBuilder<unknown>) => sql`${id} not in (select unnest(${ids(touched)}::bigint[]))`
  const direction = sql.raw(isIdDescending(now) ? 'desc' : 'asc')
  if (!first)
    return sql`select w.id from artifact w where w.tracker_id = ${trackerId} and ${isOthers(sql`w.id`)}
      and ${probe(condition, sql`w.id`, now)} order by w.id ${direction} limit ${offset + limit}`
  if (first.key.kind !== 'number' || order.length > 1) return undefined
  return sql`select w.artifact_id as id, w.val as k0 from artifact_index w where w.field_id = ${first.key.fieldId}
    and ${isOthers(sql`w.artifact_id`)} and ${probe(condition, sql`w.artifact_id`, now)}
    order by w.val ${direction}, w.artifact_id ${direction} limit ${offset + limit}`
}

/** The page of rows with keys and the matches of the past; the total too, if the rows are complete. */
const pageOf = async (
  tx: Tx,
  search: PastSearch,
  rows: RawBuilder<unknown>,
  matches: PastMatches,
  isCounted = true,
): Promise<PastPage> => {
  const keys = keysOf(search)
  const names = keys.map((_, index) => sql.raw(`k${index}`))
  const lists = keys.map(({ key }, index) => {
    const list = matches.keys[index] ?? []
    return isText(key) ? sql`${list}::text[]` : sql`${`{${list.map(value => value ?? 'null').join()}}`}::float8[]`
  })
  const order = sql.join([
    ...keys.map(({ isDescending }, index) => sql`${names[index]} ${sql.raw(isDescending ? 'desc' : 'asc')} nulls last`),
    sql`id ${sql.raw(isIdDescending(search) ? 'desc' : 'asc')}`,
  ])
  const { rows: found } = await sql<{ ids: number[]; size: number }>`
    with found as materialized (
      select * from (${rows}) as untouched
      union all
      select ${sql.join([sql`id`, ...names])}
      from unnest(${sql.join([sql`${numbers(matches.ids)}::bigint[]`, ...lists])}) as u (${sql.join([sql`id`, ...names])})
    )
    select array(select id from found order by ${order} limit ${search.limit} offset ${search.offset}) as ids,
      ${isCounted ? sql`(select count(*) from found)` : sql`0`} as size`.execute(tx)
  return { ids: found[0]?.ids ?? [], size: found[0]?.size ?? 0 }
}

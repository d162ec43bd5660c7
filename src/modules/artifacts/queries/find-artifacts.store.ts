import { sql, type RawBuilder } from 'kysely'
import { sqlState, type Db, type Tx } from '../../../platform/db/db.ts'
import { Invalid } from '../../../platform/errors.ts'
import type { Page } from '../../../platform/http/pagination.ts'
import { type Condition, type SortKey } from '../../fields/index.ts'
import { probe, walkOf, type IdExpression, type Searched, type Walk } from './conditions.store.ts'

export interface SortBy {
  readonly key: SortKey
  readonly isDescending: boolean
}

export interface FoundPage {
  /** Of the page, in its order. */
  readonly ids: readonly number[]
  /** All that match. */
  readonly size: number
}

export interface Search extends Page, Searched {
  readonly condition: Condition
  /** [] = by id, ascending. */
  readonly order: readonly SortBy[]
  readonly timeoutSeconds: number
}

/** Rows of a walk that are read at once: above it, page and total are found in different ways. */
const FEW = 20_000
/** To this the parts are counted when all of them are longer. */
const MANY = 300_000
/** Probes of a walk by id that cost less than to find all matches and sort them. */
const CHEAP_WALK = 50_000

const QUERY_CANCELED = '57014'
const INVALID_REGULAR_EXPRESSION = '2201B'

/** Ids of a page and the exact total, both of the same moment. */
export const findPage = async (db: Db, search: Search): Promise<FoundPage> => {
  try {
    return await db.kysely
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async tx => {
        // Compiling a plan takes longer than running it here.
        await sql`select set_config('statement_timeout', ${String(search.timeoutSeconds * 1000)}, true),
          set_config('jit', 'off', true), set_config('work_mem', '32MB', true)`.execute(tx)
        return find(tx, search)
      })
  } catch (error) {
    const state = sqlState(error)
    if (state === QUERY_CANCELED)
      throw new Invalid(`The query takes longer than ${secondsInWords(search.timeoutSeconds)}: narrow it down`)
    if (state === INVALID_REGULAR_EXPRESSION)
      throw new Invalid(`A regular expression is not valid: ${(error as Error).message}`)
    throw error
  }
}

const secondsInWords = (seconds: number): string => (seconds === 1 ? '1 second' : `${seconds} seconds`)

const find = async (tx: Tx, search: Search): Promise<FoundPage> => {
  const { trackerId, condition } = search
  if (condition.kind === 'none') return { ids: [], size: 0 }
  const { walk, rest, isFew } = await chooseWalk(tx, search)
  if (walk && isFew) return findAll(tx, search, matchesOf(walk, rest, search))
  const size = await countMatches(tx, search, walk, rest)
  if (size === 0 || search.offset >= size) return { ids: [], size }
  const ordered = await orderedWalk(tx, search, size)
  if (ordered) return { ids: await idsOf(tx, ordered), size }
  return { ids: await idsOf(tx, pageOf(search, matchesOf(walk ?? walkOfTracker(trackerId), rest, search))), size }
}

/** Which part of the condition is walked, and what is then probed. `isFew`: the walk is known to be short. */
interface Choice {
  readonly walk: Walk | undefined
  readonly rest: Condition
  readonly isFew: boolean
}

/**
 * The part with the fewest rows leads, the others are probed row by row. Rows are counted to a limit beforehand, one round trip for
 * all parts: statistics know nothing of one value in one field of one tracker.
 */
const chooseWalk = async (tx: Tx, search: Search): Promise<Choice> => {
  const { condition } = search
  const parts = condition.kind === 'and' ? condition.parts : [condition]
  const candidates = parts.flatMap(part => {
    const walk = walkOf(part, search)
    return walk ? [{ part, walk }] : []
  })
  const countable = candidates.filter(({ walk }) => walk.counted)
  const choose = (chosen: (typeof candidates)[number] | undefined, isFew: boolean): Choice => ({
    walk: chosen?.walk,
    rest: allOf(parts.filter(part => part !== chosen?.part)),
    isFew,
  })
  // Texts and comments: their indexes find what there is at once.
  const searched = candidates.find(({ walk }) => !walk.counted)
  if (countable.length === 0) return choose(searched, searched !== undefined)
  const counted = countable.flatMap(({ walk }) => walk.counted ?? [])
  const shortestOf = (counts: readonly number[]) => countable[counts.indexOf(Math.min(...counts))]
  const counts = await countWalks(tx, counted, FEW)
  if (Math.min(...counts) < FEW) return choose(shortestOf(counts), true)
  if (searched) return choose(searched, true)
  // Which of the long ones is the shortest is worth another look: each of its rows is a probe of all the others.
  if (countable.length === 1 || parts.length === 1) return choose(countable[0], false)
  return choose(shortestOf(await countWalks(tx, counted, MANY)), false)
}

const allOf = (parts: readonly Condition[]): Condition => {
  const [first] = parts
  if (!first) return { kind: 'all' }
  return parts.length === 1 ? first : { kind: 'and', parts }
}

const countWalks = async (
  tx: Tx,
  counted: readonly ((limit: number) => RawBuilder<unknown>)[],
  limit: number,
): Promise<number[]> => {
  const { rows } = await sql<{ counts: number[] }>`
    select array[${sql.join(counted.map(count => count(limit)))}]::bigint[] as counts`.execute(tx)
  return rows[0]?.counts ?? []
}

const walkOfTracker = (trackerId: number): Walk => ({
  ids: sql`select x.id from artifact x where x.tracker_id = ${trackerId}`,
  counted: undefined,
})

/** Ids that a walk leads to and that the rest lets through. */
const matchesOf = (walk: Walk, rest: Condition, searched: Searched): RawBuilder<unknown> =>
  rest.kind === 'all' ? walk.ids : sql`select w.id from (${walk.ids}) as w where ${probe(rest, sql`w.id`, searched)}`

/** Few matches: found once, then counted and sorted. */
const findAll = async (tx: Tx, search: Search, matches: RawBuilder<unknown>): Promise<FoundPage> => {
  const { rows } = await sql<{ size: number; ids: number[] }>`
    with found as materialized (${matches})
    select (select count(*) from found) as size,
      array(select f.id from found f order by ${orderBy(search, sql`f.id`)} limit ${search.limit} offset ${search.offset})
        as ids`.execute(tx)
  return rows[0] ?? { size: 0, ids: [] }
}

const pageOf = (search: Search, matches: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select m.id from (${matches}) as m order by ${orderBy(search, sql`m.id`)} limit ${search.limit} offset ${search.offset}`

const idsOf = async (tx: Tx, query: RawBuilder<unknown>): Promise<number[]> =>
  (await sql<{ id: number }>`${query}`.execute(tx)).rows.map(row => row.id)

const countOf = async (tx: Tx, matches: RawBuilder<unknown>): Promise<number> =>
  (await sql<{ size: number }>`select count(*) as size from (${matches}) as m`.execute(tx)).rows[0]?.size ?? 0

const countTracker = async (tx: Tx, trackerId: number): Promise<number> =>
  (
    await sql<{
      size: number
    }>`select artifact_count as size from tracker_counter where tracker_id = ${trackerId}`.execute(tx)
  ).rows[0]?.size ?? 0

const countMatches = async (tx: Tx, search: Search, walk: Walk | undefined, rest: Condition): Promise<number> => {
  const { trackerId } = search
  if (walk) return countOf(tx, matchesOf(walk, rest, search))
  if (rest.kind === 'all') return countTracker(tx, trackerId)
  // All but those that match the opposite, which is found by its index.
  const opposite = rest.kind === 'not' ? walkOf(rest.part, search) : undefined
  if (opposite) return (await countTracker(tx, trackerId)) - (await countOf(tx, opposite.ids))
  return countOf(tx, matchesOf(walkOfTracker(trackerId), rest, search))
}

/**
 * Many matches: walked in the wanted order until the page is full, as long as that is soon. Possible by id, and by what is known of
 * every artifact.
 */
const orderedWalk = async (tx: Tx, search: Search, size: number): Promise<RawBuilder<unknown> | undefined> => {
  const { trackerId, condition, limit, offset, order } = search
  const steps = ((offset + limit) * (await countTracker(tx, trackerId))) / size
  if (steps > CHEAP_WALK) return undefined
  const [first, second] = order
  const page = sql`limit ${limit} offset ${offset}`
  if (!first || (first.key.kind === 'column' && first.key.column === 'id')) {
    const direction = sql.raw(first?.isDescending ? 'desc' : 'asc')
    return sql`select w.id from artifact w where w.tracker_id = ${trackerId}
      and ${probe(condition, sql`w.id`, search)} order by w.id ${direction} ${page}`
  }
  if (second || first.key.kind !== 'number' || !first.key.isOnEach) return undefined
  const direction = sql.raw(first.isDescending ? 'desc' : 'asc')
  return sql`select w.artifact_id as id from artifact_index w where w.field_id = ${first.key.fieldId}
    and ${probe(condition, sql`w.artifact_id`, search)}
    order by w.val ${direction}, w.artifact_id ${direction} ${page}`
}

/** Artifacts without a value come last, in both directions; equal ones by id, in the direction of the last key. */
const orderBy = ({ order }: Search, id: IdExpression): RawBuilder<unknown> => {
  const direction = (isDescending: boolean) => sql.raw(isDescending ? 'desc' : 'asc')
  return sql.join([
    ...order.map(
      ({ key, isDescending }) => sql`${sortValue(key, id, isDescending)} ${direction(isDescending)} nulls last`,
    ),
    sql`${id} ${direction(order.at(-1)?.isDescending ?? false)}`,
  ])
}

/** The least value of the artifact, the greatest where the order is descending. */
const sortValue = (key: SortKey, id: IdExpression, isDescending: boolean): RawBuilder<unknown> => {
  const extreme = sql.raw(isDescending ? 'max' : 'min')
  const ofIndex = (value: RawBuilder<unknown>, fieldId: number) =>
    sql`(select ${extreme}(${value}) from artifact_index s where s.artifact_id = ${id} and s.field_id = ${fieldId})`
  switch (key.kind) {
    case 'column':
      if (key.column === 'id') return sql`${id}`
      return sql`(select ${key.column === 'number' ? sql`s.number` : sql`coalesce(s.rank, s.id)`} from artifact s where s.id = ${id})`
    case 'number':
      return ofIndex(sql`s.val`, key.fieldId)
    case 'place':
      return ofIndex(sql`array_position(${key.values}::float8[], s.val)`, key.fieldId)
    case 'login':
      return sql`(select ${extreme}(lower(u.login)) from artifact_index s join users u on u.id = s.val::bigint
        where s.artifact_id = ${id} and s.field_id = ${key.fieldId})`
    case 'text':
      return sql`(select nullif(lower(left(s.content, 200)), '') from artifact_text s
        where s.artifact_id = ${id} and s.field_id = ${key.fieldId})`
  }
}

import { sql, type RawBuilder } from 'kysely'
import { LRUCache } from 'lru-cache'
import {
  runningTransaction,
  serverVersionOf,
  sqlState,
  type Db,
  type RunningTransaction,
  type Tx,
} from '../../../platform/db/db.ts'
import { PLANNER } from '../../../platform/db/searches.ts'
import { QUERY_CANCELED } from '../../../platform/db/sql-state.ts'
import { whileWanted } from '../../../platform/db/while-wanted.ts'
import { Invalid } from '../../../platform/errors.ts'
import type { Page } from '../../../platform/http/pagination.ts'
import { type Condition, type SortKey } from '../../fields/index.ts'
import type { FoundPage } from '../artifact.ts'
import { NO_MARKS, pageColumns, toPage, type PageRow } from '../state-mark.store.ts'
import { isNarrowing, narrow, probe, walkOf, type IdExpression, type Searched, type Walk } from './conditions.store.ts'

export interface SortBy {
  readonly key: SortKey
  readonly isDescending: boolean
}

export interface Search extends Page, Searched {
  readonly condition: Condition
  /** [] = by id, ascending. */
  readonly order: readonly SortBy[]
  /** Marks are found where that takes no statement of its own. */
  readonly withMarks: boolean
  readonly timeoutSeconds: number
  /** Aborted when nobody waits for it any more. */
  readonly signal: AbortSignal | undefined
}

/** From which numbers on a search takes another way. What it finds does not depend on them. */
export interface Turns {
  /** Rows of a walk that are read at once: above it, page and total are found in different ways. */
  readonly few: number
  /** The same for a walk that is narrowed before anything else is done with it. */
  readonly fewToNarrow: number
  /** To these numbers the parts are counted, one after the other, until one of them is shorter. */
  readonly countedTo: readonly number[]
  /** Matches of which it costs less than another round trip to find out what they are sorted by. */
  readonly fewToSort: number
  /** Steps in the wanted order that cost less than to find all matches again. */
  readonly cheapWalk: number
}

const TURNS: Turns = {
  few: 20_000,
  fewToNarrow: 100_000,
  countedTo: [20_000, 200_000],
  fewToSort: 2_000,
  cheapWalk: 5_000,
}

const INVALID_REGULAR_EXPRESSION = '2201B'

const plannerSettings = sql.join(
  Object.entries(PLANNER).map(([name, value]) => sql`set_config(${name}, ${value}, true)`),
)

/** Ids of a page and the exact total, both of the same moment. What is found depends neither on the turns nor on the version. */
export const findPage = async (
  db: Db,
  search: Search,
  { turns = TURNS, serverVersion }: { readonly turns?: Turns; readonly serverVersion?: number } = {},
): Promise<FoundPage> => {
  try {
    const guide = {
      turns,
      sizes: turns === TURNS ? walkSizesOf(db) : createWalkSizes(),
      serverVersion: serverVersion ?? (await serverVersionOf(db)),
    }
    return (await findAtOnce(db, search, guide)) ?? (await findInSteps(db, search, guide))
  } catch (error) {
    const state = sqlState(error)
    if (state === QUERY_CANCELED)
      throw new Invalid(`The query takes longer than ${secondsInWords(search.timeoutSeconds)}: narrow it down`, {
        reason: 'limit.size',
      })
    if (state === INVALID_REGULAR_EXPRESSION)
      throw new Invalid(`A regular expression is not valid: ${(error as Error).message}`, { reason: 'parameter.range' })
    throw error
  }
}

/**
 * By one statement, which needs no transaction around it, where that is known to be the way; undefined otherwise. It is planned without its
 * values, so it is not for words: how to find them depends on which they are.
 */
const findAtOnce = async (db: Db, search: Search, guide: Guide): Promise<FoundPage | undefined> => {
  const { searches } = db
  if (!searches || !isOfNumbers(search.condition)) return undefined
  const limits = { timeoutMs: search.timeoutSeconds * 1_000, signal: search.signal }
  const run: Run = async statement => {
    const { sql: text, parameters: values } = statement.compile(db.kysely)
    return searches.ask({ text, values }, limits)
  }
  const matches = fewMatches(await chooseWalk(run, search, guide), search, guide)
  return matches && findAll(run, search, matches)
}

/** Found by numbers alone, which one index has. */
const isOfNumbers = (condition: Condition): boolean => {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return condition.parts.every(isOfNumbers)
    case 'not':
      return isOfNumbers(condition.part)
    case 'values':
    case 'range':
    case 'anyValue':
    case 'granted':
      return true
    default:
      return false
  }
}

/** In a transaction of its own, where it takes several statements. */
const findInSteps = (db: Db, search: Search, guide: Guide): Promise<FoundPage> =>
  db.kysely
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async tx => {
      const transaction = await begin(tx, search.timeoutSeconds)
      return whileWanted(
        () => db.cancel(transaction),
        search.signal,
        () => find(tx, search, guide),
      )
    })

/** Asks one statement. */
type Run = <Row>(statement: RawBuilder<Row>) => Promise<Row[]>
const runIn =
  (tx: Tx): Run =>
  async statement =>
    (await statement.execute(tx)).rows

const begin = async (tx: Tx, timeoutSeconds: number): Promise<RunningTransaction> => {
  const { rows } = await sql<RunningTransaction>`select ${runningTransaction},
    set_config('statement_timeout', ${String(timeoutSeconds * 1000)}, true), ${plannerSettings}`.execute(tx)
  return rows[0] as RunningTransaction
}

const secondsInWords = (seconds: number): string => (seconds === 1 ? '1 second' : `${seconds} seconds`)

interface Guide {
  readonly turns: Turns
  readonly sizes: WalkSizes
  readonly serverVersion: number
}

const NOTHING: FoundPage = { ids: [], size: 0, marks: NO_MARKS }

const find = async (tx: Tx, search: Search, guide: Guide): Promise<FoundPage> => {
  const { trackerId, condition } = search
  if (condition.kind === 'none') return NOTHING
  const choice = await chooseWalk(runIn(tx), search, guide)
  const few = fewMatches(choice, search, guide)
  if (few) return findAll(runIn(tx), search, few)
  const { walk, rest } = choice
  const matches = walk && matchesOf(walk, rest, search, guide)
  const size = await countMatches(tx, search, matches, rest, guide)
  if (size === 0 || search.offset >= size) return { ...NOTHING, size }
  const ordered = await orderedWalk(tx, search, size, guide.turns)
  if (ordered) return { ids: await idsOf(tx, ordered), size, marks: NO_MARKS }
  const all = matches ?? matchesOf(walkOfTracker(trackerId), rest, search, guide)
  return { ids: await idsOf(tx, pageOf(search, all)), size, marks: NO_MARKS }
}

/** What matches, where it is so few that page and total are found at once. */
const fewMatches = ({ walk, rest, size }: Choice, search: Search, guide: Guide): RawBuilder<unknown> | undefined => {
  const { turns } = guide
  const isFew = size < (isNarrowed(rest) ? turns.fewToNarrow : turns.few)
  if (!walk || !isFew || (size > turns.fewToSort && isOrderWalked(search))) return undefined
  return matchesOf(walk, rest, search, guide)
}

/** Which part of the condition is walked, and what is then asked of each of its rows. */
interface Choice {
  readonly walk: Walk | undefined
  readonly rest: Condition
  /** Of the walk, as far as it was counted; 0: its index finds what there is at once. */
  readonly size: number
}

/** How long walks were when they were last counted, or how long at least: what is found does not depend on it. */
type WalkSizes = LRUCache<string, { readonly size: number; readonly limit: number }>

const createWalkSizes = (): WalkSizes => new LRUCache({ max: 10_000, ttl: 10 * 60_000 })
const walkSizes = new WeakMap<Db, WalkSizes>()
const walkSizesOf = (db: Db): WalkSizes => {
  let sizes = walkSizes.get(db)
  if (!sizes) walkSizes.set(db, (sizes = createWalkSizes()))
  return sizes
}

/**
 * The part with the fewest rows leads, the others are asked of what it finds. Rows are counted to a limit beforehand, one round trip for
 * all parts, none where that is known: statistics know nothing of one value in one field of one tracker.
 */
const chooseWalk = async (run: Run, search: Search, { sizes, turns }: Guide): Promise<Choice> => {
  const { condition } = search
  const parts = partsOf(condition)
  const candidates = parts.flatMap(part => {
    const walk = walkOf(part, search)
    return walk ? [{ part, walk, name: JSON.stringify([search.trackerId, part]) }] : []
  })
  const choose = (chosen: (typeof candidates)[number] | undefined, size: number): Choice => ({
    walk: chosen?.walk,
    rest: allOf(parts.filter(part => part !== chosen?.part)),
    size,
  })
  // Texts and comments: their indexes find what there is at once.
  const searched = candidates.find(({ walk }) => !walk.counted)
  const countable = candidates.filter(({ walk }) => walk.counted)
  if (countable.length === 0) return choose(searched, 0)
  for (const limit of turns.countedTo) {
    const unknown = countable.filter(({ name }) => (sizes.get(name)?.limit ?? 0) < limit)
    const counts = await countWalks(
      run,
      unknown.flatMap(({ walk }) => walk.counted ?? []),
      limit,
    )
    unknown.forEach(({ name }, index) => {
      const size = counts[index] ?? limit
      sizes.set(name, { size, limit: size < limit ? Infinity : limit })
    })
    const sizeOf = ({ name }: (typeof countable)[number]): number => sizes.get(name)?.size ?? limit
    const shortest = countable.reduce((best, next) => (sizeOf(next) < sizeOf(best) ? next : best))
    const size = sizeOf(shortest)
    if (size < limit) return choose(shortest, size)
    if (searched) return choose(searched, 0)
    // Which of the long ones is the shortest is worth another look, where there is more to ask.
    if (parts.length === 1 || limit === turns.countedTo.at(-1)) return choose(shortest, size)
  }
  return choose(countable[0], Infinity)
}

const partsOf = (condition: Condition): readonly Condition[] => {
  if (condition.kind === 'all') return []
  return condition.kind === 'and' ? condition.parts : [condition]
}

const isNarrowed = (rest: Condition): boolean => partsOf(rest).some(isNarrowing)

const allOf = (parts: readonly Condition[]): Condition => {
  const [first] = parts
  if (!first) return { kind: 'all' }
  return parts.length === 1 ? first : { kind: 'and', parts }
}

const countWalks = async (
  run: Run,
  counted: readonly ((limit: number) => RawBuilder<unknown>)[],
  limit: number,
): Promise<number[]> => {
  if (counted.length === 0) return []
  const rows = await run(
    sql<{ counts: number[] }>`select array[${sql.join(counted.map(count => count(limit)))}]::bigint[] as counts`,
  )
  return rows[0]?.counts ?? []
}

const walkOfTracker = (trackerId: number): Walk => {
  const ids = sql`select x.id from artifact x where x.tracker_id = ${trackerId}`
  return { ids, repeated: ids, counted: undefined }
}

/** Ids that a walk leads to and that the rest lets through. */
const matchesOf = (walk: Walk, rest: Condition, searched: Searched, { serverVersion }: Guide): RawBuilder<unknown> => {
  const parts = partsOf(rest)
  // The last one leaves each id once: cheapest where no artifact has several of the values.
  const narrowing = parts.filter(isNarrowing).sort((left, right) => Number(left.isSingle) - Number(right.isSingle))
  const ids = narrowing.reduce(
    (found, next) => narrow(found, next, serverVersion),
    narrowing.length > 0 ? walk.repeated : walk.ids,
  )
  const probed = allOf(parts.filter(part => !isNarrowing(part)))
  return probed.kind === 'all' ? ids : sql`select w.id from (${ids}) as w where ${probe(probed, sql`w.id`, searched)}`
}

/** Few matches: found once, then counted and sorted. */
const findAll = async (run: Run, search: Search, matches: RawBuilder<unknown>): Promise<FoundPage> => {
  const [row] = await run(sql<PageRow>`
    with found as materialized (${matches}),
      page as materialized (
        select f.id from found f order by ${orderBy(search, sql`f.id`)} limit ${search.limit} offset ${search.offset})
    select (select count(*) from found) as size, ${sql.raw(pageColumns(String(search.withMarks)))}`)
  return row ? toPage(row) : NOTHING
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

const countMatches = async (
  tx: Tx,
  search: Search,
  matches: RawBuilder<unknown> | undefined,
  rest: Condition,
  guide: Guide,
): Promise<number> => {
  const { trackerId } = search
  if (matches) return countOf(tx, matches)
  if (rest.kind === 'all') return countTracker(tx, trackerId)
  // All but those that match the opposite, which is found by its index.
  const opposite = rest.kind === 'not' ? walkOf(rest.part, search) : undefined
  if (opposite) return (await countTracker(tx, trackerId)) - (await countOf(tx, opposite.ids))
  return countOf(tx, matchesOf(walkOfTracker(trackerId), rest, search, guide))
}

const isById = (key: SortKey | undefined): boolean => !key || (key.kind === 'column' && key.column === 'id')

/** The order is that of an index which has every artifact, and is not that by id. */
const isOrderWalked = ({ order: [first, second] }: Search): boolean =>
  first?.key.kind === 'number' && first.key.isOnEach && !second

/**
 * Many matches: walked in the wanted order until the page is full, as long as that is soon. Possible by id, and by what is known of
 * every artifact.
 */
const orderedWalk = async (
  tx: Tx,
  search: Search,
  size: number,
  { cheapWalk }: Turns,
): Promise<RawBuilder<unknown> | undefined> => {
  const { trackerId, condition, limit, offset, order } = search
  const steps = ((offset + limit) * (await countTracker(tx, trackerId))) / size
  // A step costs about as much as to find what one match is sorted by.
  if (steps > Math.max(cheapWalk, size)) return undefined
  const [first] = order
  const page = sql`limit ${limit} offset ${offset}`
  const direction = sql.raw(first?.isDescending ? 'desc' : 'asc')
  if (isById(first?.key))
    return sql`select w.id from artifact w where w.tracker_id = ${trackerId}
      and ${probe(condition, sql`w.id`, search)} order by w.id ${direction} ${page}`
  if (!isOrderWalked(search) || first?.key.kind !== 'number') return undefined
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

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
import { SEARCH_PLANNER_SETTINGS } from '../../../platform/db/search-pool.ts'
import { QUERY_CANCELED } from '../../../platform/db/sql-state.ts'
import { cancelOnAbort } from '../../../platform/db/cancel-on-disconnect.ts'
import { Invalid } from '../../../platform/errors.ts'
import type { Page } from '../../../platform/http/routes/pagination.ts'
import { type Condition, type SortKey } from '../../fields/index.ts'
import type { ArtifactIdPage } from '../model/artifact.ts'
import { NO_ROW_VERSIONS, pageColumns, toPage, type PageRow } from '../store/row-version.store.ts'
import {
  isNarrowing,
  narrow,
  probe,
  scanOf,
  type IdExpression,
  type SearchedTracker,
  type IndexScan,
} from './conditions.store.ts'

export interface SortBy {
  readonly key: SortKey
  readonly isDescending: boolean
}

export interface Search extends Page, SearchedTracker {
  readonly condition: Condition
  /** [] = by id, ascending. */
  readonly order: readonly SortBy[]
  /** Marks are found where that takes no statement of its own. */
  readonly withRowVersions: boolean
  readonly timeoutSeconds: number
  /** Aborted when nobody waits for it any more. */
  readonly signal: AbortSignal | undefined
}

/** From which numbers on a search takes another way. What it finds does not depend on them. */
export interface PlanThresholds {
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

const DEFAULT_THRESHOLDS: PlanThresholds = {
  few: 20_000,
  fewToNarrow: 100_000,
  countedTo: [20_000, 200_000],
  fewToSort: 2_000,
  cheapWalk: 5_000,
}

const INVALID_REGULAR_EXPRESSION = '2201B'

const plannerSettings = sql.join(
  Object.entries(SEARCH_PLANNER_SETTINGS).map(([name, value]) => sql`set_config(${name}, ${value}, true)`),
)

/** Ids of a page and the exact total, both of the same moment. What is found depends neither on the turns nor on the version. */
export const findPage = async (
  db: Db,
  search: Search,
  {
    thresholds = DEFAULT_THRESHOLDS,
    serverVersion,
  }: { readonly thresholds?: PlanThresholds; readonly serverVersion?: number } = {},
): Promise<ArtifactIdPage> => {
  try {
    const guide = {
      thresholds,
      sizes: thresholds === DEFAULT_THRESHOLDS ? scanSizesOf(db) : createScanSizes(),
      serverVersion: serverVersion ?? (await serverVersionOf(db)),
    }
    return (await findByOneStatement(db, search, guide)) ?? (await findInTransaction(db, search, guide))
  } catch (error) {
    const state = sqlState(error)
    if (state === QUERY_CANCELED)
      throw new Invalid(`The query takes longer than ${describeSeconds(search.timeoutSeconds)}: narrow it down`, {
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
const findByOneStatement = async (
  db: Db,
  search: Search,
  guide: PlanningContext,
): Promise<ArtifactIdPage | undefined> => {
  const { searchPool: searches } = db
  if (!searches || !isOfNumbers(search.condition)) return undefined
  const limits = { timeoutMs: search.timeoutSeconds * 1_000, signal: search.signal }
  const run: RunStatement = async statement => {
    const { sql: text, parameters: values } = statement.compile(db.kysely)
    return searches.ask({ text, values }, limits)
  }
  const matches = fewMatches(await chooseScan(run, search, guide), search, guide)
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
const findInTransaction = (db: Db, search: Search, guide: PlanningContext): Promise<ArtifactIdPage> =>
  db.kysely
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async tx => {
      const transaction = await begin(tx, search.timeoutSeconds)
      return cancelOnAbort(
        () => db.cancel(transaction),
        search.signal,
        () => find(tx, search, guide),
      )
    })

/** Asks one statement. */
type RunStatement = <Row>(statement: RawBuilder<Row>) => Promise<Row[]>
const runInTransaction =
  (tx: Tx): RunStatement =>
  async statement =>
    (await statement.execute(tx)).rows

const begin = async (tx: Tx, timeoutSeconds: number): Promise<RunningTransaction> => {
  const { rows } = await sql<RunningTransaction>`select ${runningTransaction},
    set_config('statement_timeout', ${String(timeoutSeconds * 1000)}, true), ${plannerSettings}`.execute(tx)
  return rows[0] as RunningTransaction
}

const describeSeconds = (seconds: number): string => (seconds === 1 ? '1 second' : `${seconds} seconds`)

interface PlanningContext {
  readonly thresholds: PlanThresholds
  readonly sizes: ScanSizes
  readonly serverVersion: number
}

const EMPTY_PAGE: ArtifactIdPage = { ids: [], size: 0, rowVersions: NO_ROW_VERSIONS }

const find = async (tx: Tx, search: Search, guide: PlanningContext): Promise<ArtifactIdPage> => {
  const { trackerId, condition } = search
  if (condition.kind === 'none') return EMPTY_PAGE
  const choice = await chooseScan(runInTransaction(tx), search, guide)
  const few = fewMatches(choice, search, guide)
  if (few) return findAll(runInTransaction(tx), search, few)
  const { scan, rest } = choice
  const matches = scan && matchesOf(scan, rest, search, guide)
  const size = await countMatches(tx, search, matches, rest, guide)
  if (size === 0 || search.offset >= size) return { ...EMPTY_PAGE, size }
  const ordered = await orderedScan(tx, search, size, guide.thresholds)
  if (ordered) return { ids: await idsOf(tx, ordered), size, rowVersions: NO_ROW_VERSIONS }
  const all = matches ?? matchesOf(trackerScan(trackerId), rest, search, guide)
  return { ids: await idsOf(tx, pageOf(search, all)), size, rowVersions: NO_ROW_VERSIONS }
}

/** What matches, where it is so few that page and total are found at once. */
const fewMatches = (
  { scan, rest, size }: ScanChoice,
  search: Search,
  guide: PlanningContext,
): RawBuilder<unknown> | undefined => {
  const { thresholds } = guide
  const isFew = size < (isNarrowed(rest) ? thresholds.fewToNarrow : thresholds.few)
  if (!scan || !isFew || (size > thresholds.fewToSort && isOrderScanned(search))) return undefined
  return matchesOf(scan, rest, search, guide)
}

/** Which part of the condition is walked, and what is then asked of each of its rows. */
interface ScanChoice {
  readonly scan: IndexScan | undefined
  readonly rest: Condition
  /** Of the walk, as far as it was counted; 0: its index finds what there is at once. */
  readonly size: number
}

/** How long walks were when they were last counted, or how long at least: what is found does not depend on it. */
type ScanSizes = LRUCache<string, { readonly size: number; readonly limit: number }>

const createScanSizes = (): ScanSizes => new LRUCache({ max: 10_000, ttl: 10 * 60_000 })
const scanSizes = new WeakMap<Db, ScanSizes>()
const scanSizesOf = (db: Db): ScanSizes => {
  let sizes = scanSizes.get(db)
  if (!sizes) scanSizes.set(db, (sizes = createScanSizes()))
  return sizes
}

/**
 * The part with the fewest rows leads, the others are asked of what it finds. Rows are counted to a limit beforehand, one round trip for
 * all parts, none where that is known: statistics know nothing of one value in one field of one tracker.
 */
const chooseScan = async (
  run: RunStatement,
  search: Search,
  { sizes, thresholds }: PlanningContext,
): Promise<ScanChoice> => {
  const { condition } = search
  const parts = partsOf(condition)
  const candidates = parts.flatMap(part => {
    const scan = scanOf(part, search)
    return scan ? [{ part, scan, name: JSON.stringify([search.trackerId, part]) }] : []
  })
  const choose = (chosen: (typeof candidates)[number] | undefined, size: number): ScanChoice => ({
    scan: chosen?.scan,
    rest: allOf(parts.filter(part => part !== chosen?.part)),
    size,
  })
  // Texts and comments: their indexes find what there is at once.
  const searched = candidates.find(({ scan }) => !scan.counted)
  const countable = candidates.filter(({ scan }) => scan.counted)
  if (countable.length === 0) return choose(searched, 0)
  for (const limit of thresholds.countedTo) {
    const unknown = countable.filter(({ name }) => (sizes.get(name)?.limit ?? 0) < limit)
    const counts = await countScans(
      run,
      unknown.flatMap(({ scan }) => scan.counted ?? []),
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
    if (parts.length === 1 || limit === thresholds.countedTo.at(-1)) return choose(shortest, size)
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

const countScans = async (
  run: RunStatement,
  counted: readonly ((limit: number) => RawBuilder<unknown>)[],
  limit: number,
): Promise<number[]> => {
  if (counted.length === 0) return []
  const rows = await run(
    sql<{ counts: number[] }>`select array[${sql.join(counted.map(count => count(limit)))}]::bigint[] as counts`,
  )
  return rows[0]?.counts ?? []
}

const trackerScan = (trackerId: number): IndexScan => {
  const ids = sql`select x.id from artifact x where x.tracker_id = ${trackerId}`
  return { ids, repeated: ids, counted: undefined }
}

/** Ids that a walk leads to and that the rest lets through. */
const matchesOf = (
  scan: IndexScan,
  rest: Condition,
  searched: SearchedTracker,
  { serverVersion }: PlanningContext,
): RawBuilder<unknown> => {
  const parts = partsOf(rest)
  // The last one leaves each id once: cheapest where no artifact has several of the values.
  const narrowing = parts.filter(isNarrowing).sort((left, right) => Number(left.isSingle) - Number(right.isSingle))
  const ids = narrowing.reduce(
    (found, next) => narrow(found, next, serverVersion),
    narrowing.length > 0 ? scan.repeated : scan.ids,
  )
  const probed = allOf(parts.filter(part => !isNarrowing(part)))
  return probed.kind === 'all' ? ids : sql`select w.id from (${ids}) as w where ${probe(probed, sql`w.id`, searched)}`
}

/** Few matches: found once, then counted and sorted. */
const findAll = async (run: RunStatement, search: Search, matches: RawBuilder<unknown>): Promise<ArtifactIdPage> => {
  const [row] = await run(sql<PageRow>`
    with found as materialized (${matches}),
      page as materialized (
        select f.id from found f order by ${orderBy(search, sql`f.id`)} limit ${search.limit} offset ${search.offset})
    select (select count(*) from found) as size, ${sql.raw(pageColumns(String(search.withRowVersions)))}`)
  return row ? toPage(row) : EMPTY_PAGE
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
  guide: PlanningContext,
): Promise<number> => {
  const { trackerId } = search
  if (matches) return countOf(tx, matches)
  if (rest.kind === 'all') return countTracker(tx, trackerId)
  // All but those that match the opposite, which is found by its index.
  const opposite = rest.kind === 'not' ? scanOf(rest.part, search) : undefined
  if (opposite) return (await countTracker(tx, trackerId)) - (await countOf(tx, opposite.ids))
  return countOf(tx, matchesOf(trackerScan(trackerId), rest, search, guide))
}

const isById = (key: SortKey | undefined): boolean => !key || (key.kind === 'column' && key.column === 'id')

/** The order is that of an index which has every artifact, and is not that by id. */
const isOrderScanned = ({ order: [first, second] }: Search): boolean =>
  first?.key.kind === 'number' && first.key.isOnEach && !second

/**
 * Many matches: walked in the wanted order until the page is full, as long as that is soon. Possible by id, and by what is known of
 * every artifact.
 */
const orderedScan = async (
  tx: Tx,
  search: Search,
  size: number,
  { cheapWalk }: PlanThresholds,
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
  if (!isOrderScanned(search) || first?.key.kind !== 'number') return undefined
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

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
import { QUERY_CANCELED } from '../../../platform/db/sql-state.ts'
import { cancelOnAbort } from '../../../platform/db/cancel-on-disconnect.ts'
import { Invalid } from '../../../platform/errors.ts'
import type { Page } from '../../../platform/http/routes/pagination.ts'
import { type Condition, type SortKey } from '../../fields/index.ts'
import type { ArtifactIdPage } from '../model/artifact.ts'
import { artifactSetsOf, type ArtifactSets } from '../sets/artifact-sets.ts'
import { setsOfCondition } from '../sets/condition-sets.ts'
import type { RunStatement } from '../store/run-statement.store.ts'
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

/** The artifacts of a tracker for which a condition holds. */
export interface Filter extends SearchedTracker {
  readonly condition: Condition
  readonly timeoutSeconds: number
  /** Aborted when no client waits for the result any more. */
  readonly signal: AbortSignal | undefined
}

export interface Search extends Page, Filter {
  /** [] = by id, ascending. */
  readonly order: readonly SortBy[]
  /** Row versions are read only if that needs no separate statement. */
  readonly withRowVersions: boolean
}

/** Counts at which a search changes its execution plan. The result does not depend on them. */
export interface PlanThresholds {
  /** Maximum rows of a scan that finds page and total at once; a longer scan finds them separately. */
  readonly few: number
  /** The same maximum for a scan that is narrowed first. */
  readonly fewToNarrow: number
  /** Limits for counting the parts, one after the other, until one part has fewer rows. */
  readonly countedTo: readonly number[]
  /** Minimum rows of a scan that takes longer than sets of artifacts in memory. */
  readonly enoughForSets: number
  /** Maximum matches whose sort keys cost less than another round trip. */
  readonly fewToSort: number
  /** Maximum matches whose sort keys are probed one by one. For more matches, the values of the fields are read once and joined. */
  readonly fewToProbe: number
  /** Maximum steps in the requested order that cost less than finding all matches again. */
  readonly cheapWalk: number
}

const DEFAULT_THRESHOLDS: PlanThresholds = {
  few: 20_000,
  fewToNarrow: 100_000,
  enoughForSets: 5_000,
  countedTo: [20_000, 200_000],
  fewToSort: 2_000,
  fewToProbe: 20_000,
  cheapWalk: 5_000,
}

const INVALID_REGULAR_EXPRESSION = '2201B'

/** Ids of a page and the exact total, from one snapshot. The result depends neither on the thresholds nor on the server version. */
export const findPage = (db: Db, search: Search, ways: SearchWays = {}): Promise<ArtifactIdPage> =>
  refusingQueries(search, async () => {
    const guide = await planningContext(db, ways)
    return (await findWithoutTransaction(db, search, guide)) ?? (await findInTransaction(db, search, guide))
  })

/** Makes a statement of a query for ids, which has one column, `id`. */
export type StatementOfIds<Row> = (ids: RawBuilder<unknown>) => RawBuilder<Row>

/** Runs a statement on the ids of all artifacts that match. */
export const queryMatches = <Row>(db: Db, filter: Filter, statementOf: StatementOfIds<Row>): Promise<Row[]> =>
  refusingQueries(filter, async () => {
    const guide = await planningContext(db, {})
    return searchInTransaction(db, filter, async tx => {
      const run = runInTransaction(tx)
      if (filter.condition.kind === 'none') return run(statementOf(sql`select null::bigint as id where false`))
      const { scan = trackerScan(filter.trackerId), rest } = await chooseScan(run, filter, guide)
      return run(statementOf(matchesOf(scan, rest, filter, guide)))
    })
  })

/** Other thresholds and another server version, for tests. */
export interface SearchWays {
  readonly thresholds?: PlanThresholds
  readonly serverVersion?: number
}

export const planningContext = async (
  db: Db,
  { thresholds = DEFAULT_THRESHOLDS, serverVersion }: SearchWays,
): Promise<PlanningContext> => ({
  thresholds,
  sizes: thresholds === DEFAULT_THRESHOLDS ? scanSizesOf(db) : createScanSizes(),
  sets: artifactSetsOf(db),
  serverVersion: serverVersion ?? (await serverVersionOf(db)),
})

/** Refuses queries that take too long, and wrong regular expressions. */
export const refusingQueries = async <Result>(
  { timeoutSeconds }: Pick<Search, 'timeoutSeconds'>,
  run: () => Promise<Result>,
): Promise<Result> => {
  try {
    return await run()
  } catch (error) {
    const state = sqlState(error)
    if (state === QUERY_CANCELED)
      throw new Invalid(`The query takes longer than ${describeSeconds(timeoutSeconds)}: narrow it down`, {
        reason: 'limit.size',
      })
    if (state === INVALID_REGULAR_EXPRESSION)
      throw new Invalid(`A regular expression is not valid: ${(error as Error).message}`, { reason: 'parameter.range' })
    throw error
  }
}

/**
 * Finds the artifacts by sets in memory or by one statement without a transaction; undefined if neither can. PostgreSQL plans the statement
 * without its values, so words are excluded: the best plan for words depends on them.
 */
const findWithoutTransaction = async (
  db: Db,
  search: Search,
  guide: PlanningContext,
): Promise<ArtifactIdPage | undefined> => {
  const { searchPool: searches } = db
  if (!searches || !isOfNumbers(search.condition)) return undefined
  const timeoutMs = search.timeoutSeconds * 1_000
  const runFor =
    (signal: AbortSignal | undefined): RunStatement =>
    async statement => {
      const { sql: text, parameters: values } = statement.compile(db.kysely)
      return searches.ask({ text, values }, { timeoutMs, signal })
    }
  const run = runFor(search.signal)
  const choice = await chooseScan(run, search, guide)
  const isLong = !choice.scan || choice.size >= guide.thresholds.enoughForSets
  // Other searches wait for the same reading of sets: it goes on when the client of this one has left.
  const found = isLong ? await findBySets(run, runFor(undefined), search, guide) : undefined
  if (found) return found
  const matches = fewMatches(choice, search, guide)
  return matches && findAll(run, search, matches)
}

/** Total and page by sets of artifacts; undefined if sets cannot tell the matches, or if another way sorts them faster. */
const findBySets = async (
  run: RunStatement,
  runForAll: RunStatement,
  search: Search,
  { sets, thresholds }: PlanningContext,
): Promise<ArtifactIdPage | undefined> => {
  const { trackerId, offset, limit, order } = search
  const [first] = order
  const expression = setsOfCondition(search.condition)
  if (!expression) return undefined
  const found = await sets.select(trackerId, expression, runForAll)
  if (!found) return undefined
  const { matches, total } = found
  const size = matches.count()
  if (offset >= size) return { ...EMPTY_PAGE, size }
  if (isById(first?.key))
    return { ids: matches.slice(offset, limit, first?.isDescending), size, rowVersions: NO_ROW_VERSIONS }
  if (size <= thresholds.fewToSort || (size <= thresholds.fewToProbe && !isOrderScanned(search)))
    return findAll(run, search, sql`select id from unnest(${matches.slice(0, size)}::bigint[]) as f (id)`)
  if (!first || first.key.kind !== 'number' || !isOrderScanned(search)) return undefined
  const end = Math.min(size, offset + limit)
  const steps = Math.ceil((SPARE_STEPS * end * total) / size)
  if (steps > thresholds.cheapWalk) return undefined
  const walked = await walkInOrder(run, first.key.fieldId, first.isDescending, steps)
  const ids = walked.filter(id => matches.has(id)).slice(offset, end)
  return ids.length === end - offset ? { ids, size, rowVersions: NO_ROW_VERSIONS } : undefined
}

/** Matches do not lie evenly in the requested order. */
const SPARE_STEPS = 1.5

/** The first artifacts in the order of a value that each artifact has. */
const walkInOrder = async (
  run: RunStatement,
  fieldId: number,
  isDescending: boolean,
  steps: number,
): Promise<readonly number[]> => {
  const direction = sql.raw(isDescending ? 'desc' : 'asc')
  const rows = await run(sql<{ ids: number[] }>`select array(
    select w.artifact_id from artifact_index w where w.field_id = ${fieldId}
    order by w.val ${direction}, w.artifact_id ${direction} limit ${steps}) as ids`)
  return rows[0]?.ids ?? []
}

/** Whether numbers alone find the matches, in one index. */
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

const findInTransaction = (db: Db, search: Search, guide: PlanningContext): Promise<ArtifactIdPage> =>
  searchInTransaction(db, search, tx => find(tx, search, guide))

/** Runs several statements in one transaction, on one snapshot of the database. */
export const searchInTransaction = <Result>(
  db: Db,
  { timeoutSeconds, signal }: Pick<Search, 'timeoutSeconds' | 'signal'>,
  run: (tx: Tx) => Promise<Result>,
): Promise<Result> =>
  db.kysely
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async tx => {
      const transaction = await begin(tx, timeoutSeconds)
      return cancelOnAbort(
        () => db.cancel(transaction),
        signal,
        () => run(tx),
      )
    })

export const runInTransaction =
  (tx: Tx): RunStatement =>
  async statement =>
    (await statement.execute(tx)).rows

const begin = async (tx: Tx, timeoutSeconds: number): Promise<RunningTransaction> => {
  const { rows } = await sql<RunningTransaction>`select ${runningTransaction},
    set_config('statement_timeout', ${String(timeoutSeconds * 1000)}, true)`.execute(tx)
  return rows[0] as RunningTransaction
}

const describeSeconds = (seconds: number): string => (seconds === 1 ? '1 second' : `${seconds} seconds`)

export interface PlanningContext {
  readonly thresholds: PlanThresholds
  readonly sizes: ScanSizes
  readonly sets: ArtifactSets
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
  const isJoined = size > guide.thresholds.fewToProbe && isJoinable(search)
  if (isJoined && size * MAX_READ_PER_MATCH >= (await countTracker(tx, trackerId)))
    return { ids: await idsOfJoined(tx, search, all, size), size, rowVersions: NO_ROW_VERSIONS }
  return { ids: await idsOf(tx, pageOf(search, all)), size, rowVersions: NO_ROW_VERSIONS }
}

/** Values of the whole tracker that a join may read for each match: a probe costs about five times as much as reading a value in order. */
const MAX_READ_PER_MATCH = 4

/** Few matches, for which page and total are found at once. */
export const fewMatches = (
  { scan, rest, size }: ScanChoice,
  search: Search,
  guide: PlanningContext,
): RawBuilder<unknown> | undefined => {
  const { thresholds } = guide
  const isFew = size < (isNarrowed(rest) ? thresholds.fewToNarrow : thresholds.few)
  if (!scan || !isFew || (size > thresholds.fewToSort && isOrderScanned(search))) return undefined
  if (size > thresholds.fewToProbe && isJoinable(search)) return undefined
  return matchesOf(scan, rest, search, guide)
}

/** The part of the condition that is scanned, and the rest, which is tested on each row. */
export interface ScanChoice {
  readonly scan: IndexScan | undefined
  readonly rest: Condition
  /** Counted rows of the scan, up to the limit; 0 if its index finds them at once. */
  readonly size: number
}

/** Size of each scan at its last count, or a lower bound. The result of a search does not depend on it. */
type ScanSizes = LRUCache<string, { readonly size: number; readonly limit: number }>

const createScanSizes = (): ScanSizes => new LRUCache({ max: 10_000, ttl: 10 * 60_000 })
const scanSizes = new WeakMap<Db, ScanSizes>()
const scanSizesOf = (db: Db): ScanSizes => {
  let sizes = scanSizes.get(db)
  if (!sizes) scanSizes.set(db, (sizes = createScanSizes()))
  return sizes
}

/**
 * The part with the fewest rows is scanned, and the other parts are tested on its rows. The rows of all parts are counted up to a limit in
 * one round trip; known counts save it. Statistics of PostgreSQL do not cover one value in one field of one tracker.
 */
export const chooseScan = async (
  run: RunStatement,
  search: Filter,
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
  // The indexes of texts and comments find their rows at once.
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
    // A second count, up to a higher limit, finds the shortest of the long parts.
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

export const trackerScan = (trackerId: number): IndexScan => {
  const ids = sql`select x.id from artifact x where x.tracker_id = ${trackerId}`
  return { ids, repeated: ids, counted: undefined }
}

/** Ids from a scan for which the rest holds. */
export const matchesOf = (
  scan: IndexScan,
  rest: Condition,
  searched: SearchedTracker,
  { serverVersion }: PlanningContext,
): RawBuilder<unknown> => {
  const parts = partsOf(rest)
  // The last narrowing returns each id once: that is cheapest if no artifact has several of the values.
  const narrowing = parts.filter(isNarrowing).sort((left, right) => Number(left.isSingle) - Number(right.isSingle))
  const ids = narrowing.reduce(
    (found, next) => narrow(found, next, serverVersion),
    narrowing.length > 0 ? scan.repeated : scan.ids,
  )
  const probed = allOf(parts.filter(part => !isNarrowing(part)))
  return probed.kind === 'all' ? ids : sql`select w.id from (${ids}) as w where ${probe(probed, sql`w.id`, searched)}`
}

/** For few matches: finds them once, then counts and sorts them. */
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

export const countTracker = async (tx: Tx, trackerId: number): Promise<number> =>
  (
    await sql<{
      size: number
    }>`select artifact_count as size from tracker_counter where tracker_id = ${trackerId}`.execute(tx)
  ).rows[0]?.size ?? 0

export const countMatches = async (
  tx: Tx,
  search: Search,
  matches: RawBuilder<unknown> | undefined,
  rest: Condition,
  guide: PlanningContext,
): Promise<number> => {
  const { trackerId } = search
  if (matches) return countOf(tx, matches)
  if (rest.kind === 'all') return countTracker(tx, trackerId)
  // All artifacts except the ones for which the opposite holds; an index finds those.
  const opposite = rest.kind === 'not' ? scanOf(rest.part, search) : undefined
  if (opposite) return (await countTracker(tx, trackerId)) - (await countOf(tx, opposite.ids))
  return countOf(tx, matchesOf(trackerScan(trackerId), rest, search, guide))
}

export const isById = (key: SortKey | undefined): boolean => !key || (key.kind === 'column' && key.column === 'id')

/** Whether an index covers the order for every artifact and the order is not by id. */
export const isOrderScanned = ({ order: [first, second] }: Search): boolean =>
  first?.key.kind === 'number' && first.key.isOnEach && !second

/**
 * For many matches: scans in the requested order until the page is full, if few steps suffice. The order must be by id or by a value that
 * every artifact has.
 */
const orderedScan = async (
  tx: Tx,
  search: Search,
  size: number,
  { cheapWalk }: Pick<PlanThresholds, 'cheapWalk'>,
): Promise<RawBuilder<unknown> | undefined> => {
  const { trackerId, condition, limit, offset, order } = search
  if (!(await isCheapWalk(tx, search, size, cheapWalk))) return undefined
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

/** Whether the page is soon full when all artifacts of the tracker are visited in its order. */
export const isCheapWalk = async (
  tx: Tx,
  { trackerId, limit, offset }: Pick<Search, 'trackerId' | 'limit' | 'offset'>,
  size: number,
  cheapWalk: number,
): Promise<boolean> => {
  const steps = ((offset + limit) * (await countTracker(tx, trackerId))) / size
  // A step costs about as much as the sort keys of one match.
  return steps <= Math.max(cheapWalk, size)
}

/** Whether the values of a sort key can be read for all artifacts at once, each artifact once. */
const isJoinable = ({ order }: Search): boolean =>
  order.some(({ key }) => key.kind === 'number' || (key.kind === 'place' && key.isSingle))

/**
 * The page of many matches. The last pages are the first ones in the reverse order, because the database keeps only the rows up to the end
 * of the page while it sorts.
 */
const idsOfJoined = async (tx: Tx, search: Search, matches: RawBuilder<unknown>, size: number): Promise<number[]> => {
  const { order, offset, limit } = search
  const end = Math.min(size, offset + limit)
  const isReversed = size - end < offset
  const joins: RawBuilder<unknown>[] = []
  const keys = order.map(({ key, isDescending }, index) => {
    const isFirstLeast = isDescending === isReversed
    const direction = sql.raw(isFirstLeast ? 'asc' : 'desc')
    const nulls = sql.raw(isReversed ? 'nulls first' : 'nulls last')
    if (key.kind !== 'number' && !(key.kind === 'place' && key.isSingle))
      return sql`${sortValue(key, sql`m.id`, isDescending)} ${direction} ${nulls}`
    const name = sql.raw(`k${index}`)
    joins.push(
      sql`left join artifact_index ${name} on ${name}.artifact_id = m.id and ${name}.field_id = ${key.fieldId}`,
    )
    const value = key.kind === 'number' ? sql`${name}.val` : sql`array_position(${key.values}::float8[], ${name}.val)`
    return sql`${value} ${direction} ${nulls}`
  })
  const isIdDescending = (order.at(-1)?.isDescending ?? false) !== isReversed
  const ids = await idsOf(
    tx,
    sql`select m.id from (${matches}) as m ${sql.join(joins, sql` `)}
      order by ${sql.join(keys)}, m.id ${sql.raw(isIdDescending ? 'desc' : 'asc')}
      limit ${end - offset} offset ${isReversed ? size - end : offset}`,
  )
  return isReversed ? ids.reverse() : ids
}

/** Artifacts without a value are last, in both directions. Equal artifacts are sorted by id, in the direction of the last key. */
const orderBy = ({ order }: Search, id: IdExpression): RawBuilder<unknown> => {
  const direction = (isDescending: boolean) => sql.raw(isDescending ? 'desc' : 'asc')
  return sql.join([
    ...order.map(
      ({ key, isDescending }) => sql`${sortValue(key, id, isDescending)} ${direction(isDescending)} nulls last`,
    ),
    sql`${id} ${direction(order.at(-1)?.isDescending ?? false)}`,
  ])
}

/**
 * The least value of the artifact; the greatest in descending order. `offset 0` makes PostgreSQL read the values of the artifact. For a
 * plain `min` it may walk over the values of the field in their order, until a value is one of the artifact.
 */
export const sortValue = (key: SortKey, id: IdExpression, isDescending: boolean): RawBuilder<unknown> => {
  const extreme = sql.raw(isDescending ? 'max' : 'min')
  const ofIndex = (value: RawBuilder<unknown>, fieldId: number) =>
    sql`(select ${extreme}(${value}) from
      (select s.val from artifact_index s where s.artifact_id = ${id} and s.field_id = ${fieldId} offset 0) as s)`
  switch (key.kind) {
    case 'column':
      if (key.column === 'id') return sql`${id}`
      return sql`(select ${key.column === 'number' ? sql`s.number` : sql`s.rank`} from artifact s where s.id = ${id})`
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

import { AsyncLocalStorage } from 'node:async_hooks'
import { CompiledQuery, Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { advisoryLocks, type AdvisoryLocks } from './advisory-locks.ts'
import {
  ANNOUNCEMENT,
  InvalidationBus,
  CHANGES_CHANNEL,
  listenForInvalidations,
  type Invalidations,
  type InvalidationListener,
  type AckRequest,
} from './cache-invalidation.ts'
import { openSearchPool, SEARCH_CONNECTIONS, type SearchPool } from './search-pool.ts'
import { openReplica, type ReadReplica, type ReplicaOptions } from './read-replica.ts'
import { databaseServers, type DatabaseServers } from './database-servers.ts'
import type { Tracing } from '../tracing/tracing.ts'
import type { DB } from './tables.ts'
import { Semaphore } from './semaphore.ts'

/** The tables, as generated from the migrated database. */
export type Tables = DB
/** A transaction that an operation opened. A store that writes several rows takes it as a parameter, so that no write happens outside. */
export type Tx = Transaction<Tables>
/** Either the pool or a transaction: for queries that read. */
export type Queryable = Kysely<Tables>

/**
 * A query of a hot path: prepared once per connection under its name, so that no call builds SQL. The caller vouches for the row type.
 */
export interface Statement<Row> {
  readonly name: string
  readonly text: string
  readonly row?: Row
}

export const statement = <Row>(name: string, text: string): Statement<Row> => ({ name, text })

/** Runs a statement outside or inside a transaction; outside it is a prepared one. */
export const runStatement = async <Row>(
  on: Pick<Db, 'query'> | Tx,
  { name, text }: Statement<Row>,
  values: readonly unknown[],
): Promise<Row[]> =>
  'query' in on
    ? on.query({ name, text }, values)
    : (await on.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows

/**
 * As `runStatement`, for a statement that may wait for a row that a transaction holds. Outside a transaction it takes its turn among the
 * transactions. So these always find a connection for the caches that they fill.
 */
export const runWrite = async <Row>(
  on: Db | Tx,
  statement: Statement<Row>,
  values: readonly unknown[],
): Promise<Row[]> => {
  const slots = 'query' in on ? transactionSlots.get(on) : undefined
  await slots?.acquire()
  try {
    return await runStatement(on, statement, values)
  } finally {
    slots?.release()
  }
}

export type { Invalidations } from './cache-invalidation.ts'

export interface Db {
  readonly kysely: Kysely<Tables>
  readonly invalidations: Invalidations
  /** Locks that all processes share; they end with their process. */
  readonly locks: Pick<AdvisoryLocks, 'tryLock' | 'tryShare'>
  /** Runs a prepared statement on a connection of the pool: one round trip. */
  query<Row>(statement: Statement<Row>, values: readonly unknown[]): Promise<Row[]>
  /** Round trips to the database since the start, for tests and benchmarks that count them. */
  readonly roundTrips: () => number
  /** Cancels the current statement of a transaction, from another connection. A finished transaction is left alone. */
  cancel(transaction: RunningTransaction): Promise<void>
  /** Current connections of the pool and of the search pool. */
  readonly connections: () => ConnectionCounts
  /**
   * For large reads that change nothing: from a standby if one exists, with everything that was acknowledged before. Without a standby,
   * and while it lags, this is the primary. Writes, and reads that a write is planned from, never use it.
   */
  readonly reads: Db
  /** For single statements that search; undefined if reads come from a standby. */
  readonly searchPool: SearchPool | undefined
  /** Tracing of work that several requests share. */
  readonly tracing: Tracing | undefined
  /** Closes all connections; a second call waits for the first. */
  close(): Promise<void>
}

/** A transaction that runs somewhere in the cluster. */
export interface RunningTransaction {
  /** Process id of the PostgreSQL backend. */
  readonly pid: number
  /** When the transaction began, as PostgreSQL writes it: the backend may already run another transaction. */
  readonly since: string
}

/** To select in a transaction, for `cancel`. */
export const runningTransaction = sql`pg_backend_pid() as pid, now()::text as since`

/** A source of read queries: the pool, a snapshot of the database, or a standby. */
export type ReadableDb = Pick<Db, 'kysely' | 'query'>

export interface ConnectionCounts {
  readonly active: number
  readonly idle: number
  readonly max: number
  /** Callers that wait for a free connection. */
  readonly waiting: number
}

/** Milliseconds. */
export interface StatementLimits {
  readonly statement: number
  /** Wait for a lock. */
  readonly lock: number
  /** Idle time inside a transaction. */
  readonly idleTransaction: number
  /** Wait for a free connection. */
  readonly connection: number
}

/** Limits of a server: a client that waits longer has left. */
export const SERVER_LIMITS: StatementLimits = {
  statement: 120_000,
  lock: 15_000,
  idleTransaction: 60_000,
  connection: 5_000,
}

export interface DatabaseOptions {
  readonly poolSize?: number
  /** Limits of statements and transactions; none if the work has no waiting client. */
  readonly limits?: StatementLimits
  /** Called for faults of idle connections; the pool replaces them by itself. */
  readonly onError?: (error: Error) => void
  /** Standbys for reads. */
  readonly replica?: DatabaseServers | undefined
  /** Called when no standby is available, once until one is available again. */
  readonly onReplicaError?: (error: Error) => void
  readonly tracing?: Tracing | undefined
}

const POOL_SIZE = 5
/** Besides the pool and the search connections, one connection listens for invalidations and one holds locks. */
export const CONNECTIONS_PER_PROCESS = POOL_SIZE + SEARCH_CONNECTIONS + 2

// int8 ids and counters fit a JavaScript number (sequences start low); jsonb is kept as text and parsed only where it is needed.
const INT8 = 20
const INT8_ARRAY: number = 1016
const JSONB = 3802
const readStringArray = pg.types.getTypeParser(INT8_ARRAY, 'text') as (text: string) => (string | null)[]
const readNumberArray = (text: string): (number | null)[] =>
  readStringArray(text).map(id => (id === null ? null : Number(id)))
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    if (oid === INT8) return (text: string) => Number(text)
    if (oid === INT8_ARRAY) return readNumberArray
    if (oid === JSONB) return (text: string) => text
    return pg.types.getTypeParser(oid, format) as (text: string) => unknown
  },
}

interface PendingInvalidations {
  readonly changes: [topic: string, key: string][]
  readonly listener: InvalidationListener | undefined
  /** The last request for an acknowledgement: a peer that acknowledges it has received all earlier ones. */
  ackRequest: AckRequest | undefined
}

const pendingInvalidations = new WeakMap<object, PendingInvalidations>()

/** Invalidates `topic` and `key` in every process if the transaction commits. Caches listen to it (`platform/cache.ts`). */
export const invalidate = (tx: Tx, topic: string, key: string | number): Promise<void> =>
  invalidateMany(tx, topic, [key])

/** Like `invalidate` for several keys, in one round trip. */
export const invalidateMany = async (tx: Tx, topic: string, keys: readonly (string | number)[]): Promise<void> => {
  if (keys.length === 0) return
  const pending = pendingInvalidations.get(tx)
  if (!pending) throw new Error('invalidateMany outside inTransaction')
  pending.ackRequest?.cancel()
  pending.ackRequest = pending.listener?.requestAck()
  const payloads = keys.map(key => `${topic}:${key}`)
  if (pending.ackRequest) payloads.push(pending.ackRequest.payload)
  await sql`select pg_notify(${CHANGES_CHANNEL}, payload) from unnest(${payloads}::text[]) payload`.execute(tx)
  for (const key of keys) pending.changes.push([topic, String(key)])
}

/**
 * Sends payloads of at most 7,500 bytes to the listeners of the topic in every process; in a transaction when it commits. Never in a write of
 * artifacts: PostgreSQL commits transactions that notify one after the other.
 */
export const announce = async (on: Queryable, topic: string, payloads: readonly string[]): Promise<void> => {
  if (payloads.length === 0) return
  const texts = payloads.map(payload => `${ANNOUNCEMENT}${topic}:${payload}`)
  await sql`select pg_notify(${CHANGES_CHANNEL}, payload) from unnest(${texts}::text[]) payload`.execute(on)
}

/** Work at the begin of each transaction that a call opens, and after its commit. */
export interface TransactionScope {
  begun(tx: Tx): Promise<void>
  committed(): void
  /** Its transactions are rolled back when their work is done, and return the result of the work. */
  readonly isRehearsal?: boolean
}

const transactionScopes = new AsyncLocalStorage<TransactionScope>()

/** Runs `work` so that its transactions, and those of all that it calls, belong to the scope. */
export const inTransactionScope = <T>(scope: TransactionScope, work: () => Promise<T>): Promise<T> =>
  transactionScopes.run(scope, work)

/** Runs `work`; all that its transactions would change is rolled back. Refusals are those of the write. */
export const inRehearsal = <T>(work: () => Promise<T>): Promise<T> =>
  inTransactionScope({ begun: () => Promise.resolve(), committed: () => undefined, isRehearsal: true }, work)

/** Thrown to roll back a transaction whose work is done. */
class RolledBack extends Error {
  readonly result: unknown
  constructor(result: unknown) {
    super('rolled back')
    this.result = result
  }
}

/** For `work` that is one statement: a transaction only if the scope of a call needs one. */
export const inTransactionOfScope = <T>(db: Db, work: (on: Db | Tx) => Promise<T>): Promise<T> =>
  transactionScopes.getStore() ? inTransaction(db, work) : work(db)

/**
 * Runs `work` in one transaction. When the call returns, the caches of all processes have handled the invalidations of `work` (the caches
 * of a process that does not acknowledge, a moment later).
 */
export const inTransaction = async <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> => {
  const emitter = invalidationEmitters.get(db)
  const pending: PendingInvalidations = { changes: [], listener: emitter?.listener, ackRequest: undefined }
  const slots = transactionSlots.get(db)
  const scope = transactionScopes.getStore()
  await slots?.acquire()
  try {
    const result = await db.kysely
      .transaction()
      .execute(async tx => {
        pendingInvalidations.set(tx, pending)
        await scope?.begun(tx)
        const result = await work(tx)
        if (scope?.isRehearsal) throw new RolledBack(result)
        return result
      })
      .finally(() => slots?.release())
    scope?.committed()
    for (const [topic, key] of pending.changes) emitter?.bus.invalidate(topic, key)
    await pending.ackRequest?.acknowledged()
    return result
  } catch (error) {
    pending.ackRequest?.cancel()
    if (error instanceof RolledBack) return error.result as T
    throw error
  }
}

/**
 * Connections that transactions and writes never take. A transaction that fills a cache (names and rights) needs a second connection; without
 * these two, it could wait for ever for writes that wait for its locks.
 */
const RESERVED_CONNECTIONS = 2
const transactionSlots = new WeakMap<Db, Semaphore>()

const invalidationEmitters = new WeakMap<
  Db,
  { readonly bus: InvalidationBus; readonly listener: InvalidationListener }
>()

/** A pool for a library that manages its own connections; the caller must end it. */
export const openPool = (
  servers: DatabaseServers,
  size: number,
  onError: (error: Error) => void,
  settings: pg.PoolConfig = {},
): pg.Pool => {
  const pool = servers.pool(size, { ...settings, application_name: 'crocus' })
  // Without a listener a connection that the database closes would end the process, whether it is idle or in use. While the pool ends,
  // closed connections are expected.
  const tell = (error: Error): void => {
    if (!pool.ending) onError(error)
  }
  pool.on('error', tell)
  pool.on('connect', client => client.on('error', tell))
  return pool
}

const limitSettings = (limits: StatementLimits | undefined): pg.PoolConfig =>
  limits
    ? {
        statement_timeout: limits.statement,
        lock_timeout: limits.lock,
        idle_in_transaction_session_timeout: limits.idleTransaction,
        connectionTimeoutMillis: limits.connection,
      }
    : {}

/** Removes the time limits of a transaction that may run long: an import, an export. It must be the first statement. */
export const withoutLimits = async (tx: Queryable): Promise<void> => {
  await sql`select set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true),
    set_config('idle_in_transaction_session_timeout', '0', true)`.execute(tx)
}

const serverVersions = new WeakMap<Db, Promise<number>>()
const readServerVersion = statement<{ number: number }>(
  'server-version',
  `select current_setting('server_version_num')::int as number`,
)

/** `server_version_num`, queried once: 150018 is PostgreSQL 15.18. */
export const serverVersionOf = (db: Db): Promise<number> => {
  let version = serverVersions.get(db)
  if (!version) {
    version = db.query(readServerVersion, []).then(([row]) => row?.number ?? 0)
    serverVersions.set(db, version)
    version.catch(() => serverVersions.delete(db))
  }
  return version
}

export const openDatabase = (address: string | DatabaseServers, options: DatabaseOptions = {}): Db => {
  const onError = options.onError ?? (() => undefined)
  const servers = typeof address === 'string' ? databaseServers(address, { onError }) : address
  const { tracing } = options
  let roundTrips = 0
  const openCounted = (size: number): pg.Pool => {
    const opened = openPool(servers, size, onError, { types, ...limitSettings(options.limits) })
    onEachQuery(opened, () => roundTrips++)
    if (tracing) traceConnections(opened, tracing)
    return opened
  }
  const pool = openCounted(options.poolSize ?? POOL_SIZE)
  const searchConnections = openCounted(SEARCH_CONNECTIONS)
  const searchPool = openSearchPool(searchConnections, pool, tracing)

  const invalidations = new InvalidationBus()
  const listener = listenForInvalidations(servers, invalidations, onError)
  const locks = advisoryLocks(servers, onError)
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const primary = {
    kysely,
    invalidations,
    locks,
    roundTrips: () => roundTrips,
    connections: () => countConnections([pool, searchConnections]),
    tracing,
    query: async <Row>(statement: Statement<Row>, values: readonly unknown[]): Promise<Row[]> =>
      (await pool.query({ name: statement.name, text: statement.text, values: values as unknown[] })).rows as never,
  }
  const replica = openReplicaOf({ ...primary, pool }, options)
  const query = tracedQuery(primary.query, tracing)
  const closeAll = async (): Promise<void> => {
    await listener.close()
    await locks.close()
    await replica?.close()
    await searchPool.close()
    await kysely.destroy()
  }
  let closing: Promise<void> | undefined
  const base = {
    ...primary,
    query,
    cancel: cancelIn([pool]),
    searchPool,
    close: () => (closing ??= closeAll()),
  }
  const reads: Db | undefined =
    replica &&
    readingItself({
      ...base,
      kysely: replica.kysely,
      query: tracedQuery(replica.query, tracing),
      cancel: cancelIn([pool, replica.pool]),
      searchPool: undefined,
    })
  const db: Db = reads ? { ...base, reads } : readingItself(base)
  invalidationEmitters.set(db, { bus: invalidations, listener })
  transactionSlots.set(db, new Semaphore(Math.max(1, pool.options.max - RESERVED_CONNECTIONS)))
  return db
}

/** A database whose large reads go to itself. */
const readingItself = (parts: Omit<Db, 'reads'>): Db => {
  const db: Db = {
    ...parts,
    get reads() {
      return db
    },
  }
  return db
}

const onEachQuery = (pool: pg.Pool, count: () => void): void => {
  pool.on('connect', client => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    client.query = ((...args: unknown[]) => {
      count()
      return query(...args)
    }) as typeof client.query
  })
}

const countConnections = (pools: readonly pg.Pool[]): ConnectionCounts => {
  const sum = (of: (pool: pg.Pool) => number): number => pools.reduce((total, pool) => total + of(pool), 0)
  return {
    active: sum(pool => pool.totalCount - pool.idleCount),
    idle: sum(pool => pool.idleCount),
    max: sum(pool => pool.options.max),
    waiting: sum(pool => pool.waitingCount),
  }
}

const CANCEL = `select pg_cancel_backend(pid) from pg_stat_get_activity($1) where xact_start = $2::timestamptz`

const cancelIn =
  (pools: readonly pg.Pool[]) =>
  async ({ pid, since }: RunningTransaction): Promise<void> => {
    // Sent to all servers: no two transactions have the same pid and start.
    await Promise.all(pools.map(pool => pool.query({ name: 'cancel', text: CANCEL, values: [pid, since] })))
  }

const openReplicaOf = (
  primary: ReplicaOptions['primary'],
  { replica: servers, poolSize = POOL_SIZE, limits, onReplicaError = () => undefined, tracing }: DatabaseOptions,
): ReadReplica | undefined => {
  if (!servers) return undefined
  const pool = openPool(servers, poolSize, () => undefined, { types, ...limitSettings(limits) })
  if (tracing) traceConnections(pool, tracing)
  return openReplica({ primary, servers, onError: onReplicaError, pool })
}

const tracedQuery = (query: Db['query'], tracing: Tracing | undefined): Db['query'] =>
  tracing ? (statement, values) => tracing.statement(statement, () => query(statement, values)) : query

/**
 * Traces statements of Kysely, which pass a text and expect a promise. Prepared ones already have a span; cursors and copies get none.
 */
const traceConnections = (pool: pg.Pool, tracing: Tracing): void => {
  pool.on('connect', client => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    const traced = (...args: unknown[]): unknown => {
      const [text] = args
      return typeof text === 'string' && typeof args.at(-1) !== 'function'
        ? tracing.statement(text, async () => query(...args))
        : query(...args)
    }
    client.query = traced as typeof client.query
  })
}

/** Reads a jsonb column, which arrives as text. */
export const parseJsonb = <T>(text: unknown): T => JSON.parse(text as string) as T

export { sqlState } from './sql-state.ts'

/** Whether the database refused the statement, so that it had no effect. After a lost connection the effect is unknown. */
export const isStatementRefused = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.severity === 'ERROR'

/** SQLSTATE codes that operations handle. */
export const UNIQUE_VIOLATION = '23505'
export const FOREIGN_KEY_VIOLATION = '23503'

import { EventEmitter } from 'node:events'
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { advisoryLocks, type AdvisoryLocks } from './advisory-locks.ts'
import { DatabaseAway } from './outage.ts'
import { databaseServers, watchOver, type DatabaseServers } from './servers.ts'
import type { DB } from './tables.ts'

/** The tables, as generated from the migrated database. */
export type Tables = DB
/** A transaction that an operation opened: what a store that writes several rows takes, so that it cannot be forgotten. */
export type Tx = Transaction<Tables>
/** Either the pool or a transaction: for queries that read. */
export type Queryable = Kysely<Tables>

/**
 * A query of a hot path: prepared once per connection under its name, no SQL built per call.
 * The row type is the caller's word for what the text returns.
 */
export interface Statement<Row> {
  readonly name: string
  readonly text: string
  readonly row?: Row
}

export const statement = <Row>(name: string, text: string): Statement<Row> => ({ name, text })

/** Announcements of committed changes, from this process and from all others on the database: `(topic, key)`. */
export interface Changes {
  /** `listener` gets the changed key, or null when anything may have changed (the connection was lost for a while). */
  on(topic: string, listener: (key: string | null) => void): void
  off(topic: string, listener: (key: string | null) => void): void
  /** `listener` gets the topic of every announcement, after the listeners of the topic; null when anything may have changed. */
  onAny(listener: (topic: string | null) => void): void
}

export interface Db {
  readonly kysely: Kysely<Tables>
  readonly changes: Changes
  /** Locks that all processes share, each ended with its process. */
  readonly locks: Pick<AdvisoryLocks, 'tryLock' | 'tryShare'>
  /** Runs a prepared statement on a connection of the pool: one round trip. */
  query<Row>(statement: Statement<Row>, values: readonly unknown[]): Promise<Row[]>
  /** Round trips to the database since the start, for tests and benchmarks that count them. */
  readonly roundTrips: () => number
  /** Of the pool, as it is now. */
  readonly connections: () => ConnectionCounts
  close(): Promise<void>
}

export interface ConnectionCounts {
  readonly active: number
  readonly idle: number
  readonly max: number
  /** Who waits for one that is free. */
  readonly waiting: number
}

export interface DatabaseOptions {
  readonly poolSize?: number
  /** Called for faults of idle connections; the pool replaces them by itself. */
  readonly onError?: (error: Error) => void
}

const POOL_SIZE = 5
/** Beside the pool one listens for announcements and one holds locks. */
export const CONNECTIONS_PER_PROCESS = POOL_SIZE + 2

const CHANNEL = 'crocus_changes'
const LISTEN_RETRY_MS = 200

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

const announcements = new WeakMap<object, [topic: string, key: string][]>()

/**
 * Tells every process that what `topic` and `key` name has changed, when (and only if) the transaction commits.
 * Caches listen to it (`platform/cache.ts`).
 */
export const announceChange = (tx: Tx, topic: string, key: string | number): Promise<void> =>
  announceChanges(tx, topic, [key])

/** The same for several keys, in one round trip. */
export const announceChanges = async (tx: Tx, topic: string, keys: readonly (string | number)[]): Promise<void> => {
  if (keys.length === 0) return
  const list = announcements.get(tx)
  if (!list) throw new Error('announceChanges outside inTransaction')
  await sql`select pg_notify(${CHANNEL}, payload) from unnest(${keys.map(key => `${topic}:${key}`)}::text[]) payload`.execute(
    tx,
  )
  for (const key of keys) list.push([topic, String(key)])
}

/** Runs `work` in one transaction; what it announced reaches this process's caches before the call returns. */
export const inTransaction = async <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> => {
  let announced: [string, string][] = []
  const result = await db.kysely.transaction().execute(async tx => {
    announced = []
    announcements.set(tx, announced)
    return work(tx)
  })
  const emitter = emitters.get(db)
  for (const [topic, key] of announced) emitter?.announce(topic, key)
  return result
}

class Announcements implements Changes {
  readonly #byTopic = new EventEmitter().setMaxListeners(0)
  readonly #any: ((topic: string | null) => void)[] = []

  on(topic: string, listener: (key: string | null) => void): void {
    this.#byTopic.on(topic, listener)
  }
  off(topic: string, listener: (key: string | null) => void): void {
    this.#byTopic.off(topic, listener)
  }
  onAny(listener: (topic: string | null) => void): void {
    this.#any.push(listener)
  }
  announce(topic: string, key: string): void {
    this.#byTopic.emit(topic, key)
    for (const listener of this.#any) listener(topic)
  }
  /** Something may change, or may have changed, of which nothing is heard. */
  announceAll(): void {
    for (const topic of this.#byTopic.eventNames()) this.#byTopic.emit(topic, null)
    for (const listener of this.#any) listener(null)
  }
}

const emitters = new WeakMap<Db, Announcements>()

/** A pool for a library that works on connections of its own; whoever opens it ends it. */
export const openPool = (
  servers: DatabaseServers,
  size: number,
  onError: (error: Error) => void,
  settings: pg.PoolConfig = {},
): pg.Pool => {
  const pool = servers.pool(size, { ...settings, application_name: 'crocus' })
  // Without a listener a connection that the database closes would end the process, whether it is idle or in use. While the pool is
  // ended, that is what is meant to happen.
  const tell = (error: Error): void => {
    if (!pool.ending) onError(error)
  }
  pool.on('error', tell)
  pool.on('connect', client => client.on('error', tell))
  return pool
}

export const openDatabase = (address: string | DatabaseServers, options: DatabaseOptions = {}): Db => {
  const onError = options.onError ?? (() => undefined)
  const servers = typeof address === 'string' ? databaseServers(address, { onError }) : address
  const pool = openPool(servers, options.poolSize ?? POOL_SIZE, onError, { types })
  let roundTrips = 0
  pool.on('connect', client => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    client.query = ((...args: unknown[]) => {
      roundTrips++
      return query(...args)
    }) as typeof client.query
  })

  const emitter = new Announcements()
  const stopListening = listen(servers, emitter, onError)
  const locks = advisoryLocks(servers, onError)
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const db: Db = {
    kysely,
    changes: emitter,
    locks,
    roundTrips: () => roundTrips,
    connections: () => ({
      active: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      max: pool.options.max,
      waiting: pool.waitingCount,
    }),
    query: async (statement, values) =>
      (await pool.query({ name: statement.name, text: statement.text, values: values as unknown[] })).rows as never,
    close: async () => {
      await stopListening()
      await locks.close()
      await kysely.destroy()
    },
  }
  emitters.set(db, emitter)
  return db
}

/**
 * Keeps one connection on LISTEN; after a loss every topic is told that anything may have changed. It is also the one that notices
 * when the server is silent.
 */
const listen = (
  servers: DatabaseServers,
  emitter: Announcements,
  onError: (error: Error) => void,
): (() => Promise<void>) => {
  let client: pg.Client | undefined
  let isClosed = false
  let retry: NodeJS.Timeout | undefined

  const tryAgain = (error?: unknown): void => {
    if (isClosed) return
    // While there is no database that is said once, by the one who looks for it.
    if (error instanceof Error && !(error instanceof DatabaseAway)) onError(error)
    emitter.announceAll()
    retry = setTimeout(() => void connect(), LISTEN_RETRY_MS)
  }

  const connect = async (): Promise<void> => {
    let next: pg.Client
    try {
      next = await servers.connect({ application_name: 'crocus changes' })
    } catch (error) {
      return tryAgain(error)
    }
    if (isClosed) return void next.end().catch(() => undefined)
    client = next
    const stopWatching = watchOver(next, {
      onSilence: () => servers.cut('the server does not answer'),
    })
    let isLost = false
    const lost = (error?: unknown): void => {
      if (isLost) return
      isLost = true
      stopWatching()
      next.end().catch(() => undefined)
      tryAgain(error)
    }
    next.on('error', lost)
    next.on('end', () => lost())
    next.on('notification', message => {
      const payload = message.payload ?? ''
      const colon = payload.indexOf(':')
      emitter.announce(payload.slice(0, colon), payload.slice(colon + 1))
    })
    try {
      await next.query(`listen ${CHANNEL}`)
      // Changes made while nobody listened were not heard: everything cached is suspect.
      emitter.announceAll()
    } catch (error) {
      lost(error)
    }
  }

  const first = connect()
  return async () => {
    isClosed = true
    clearTimeout(retry)
    await first
    await client?.end().catch(() => undefined)
  }
}

/** Reads a jsonb column, which arrives as text. */
export const parseJsonb = <T>(text: unknown): T => JSON.parse(text as string) as T

/** SQLSTATE of a database error, or undefined for any other. */
export const sqlState = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

/** The database says no to the statement, so nothing of it was done. Of a connection that was lost nobody knows. */
export const isRefused = (error: unknown): boolean => error instanceof pg.DatabaseError && error.severity === 'ERROR'

/** SQLSTATE codes that operations handle. */
export const UNIQUE_VIOLATION = '23505'
export const FOREIGN_KEY_VIOLATION = '23503'

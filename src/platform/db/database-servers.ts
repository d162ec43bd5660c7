import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { Invalid } from '../errors.ts'
import { describeDatabase, serverUrls, withoutParameter, type Role } from './database-url.ts'
import { PROGRAM_MIGRATION } from './program-migration.ts'
import { DatabaseUnavailable } from './outage.ts'
import type { QueryInTurn } from './queries-in-turn.ts'

/**
 * The servers of one database, one of which is the primary: every connection of the process goes to the primary, and after a failover to
 * its successor. A server reports its role when a connection is made (`in_hot_standby`), so that no query is needed.
 */
export interface DatabaseServers {
  /** Database and servers, for people to read. */
  readonly description: string
  /** A separate connection for sessions that last, with the settings of `pg`. */
  connect(settings: pg.ClientConfig): Promise<pg.Client>
  /** A pool; the caller must end it. */
  pool(size: number, settings?: pg.PoolConfig): pg.Pool
  /**
   * Ends every connection, since the server no longer answers. Without this a query to a dead server hangs until TCP gives up (about 15
   * minutes).
   */
  cut(reason: string): void
  /** How often the current server has changed. */
  moves(): number
}

/** A machine that is off refuses no connection: if other servers can be tried, each gets less time. */
const CONNECT_WITHIN_MS = { one: 10_000, several: 1_500 }
/** After a search without a result no search starts for this time: all connections are refused at once. */
const SEARCH_PAUSE_MS = 250
/** Message of the pool when no connection became free in time. */
const POOL_TIMEOUT_MESSAGE = 'timeout exceeded when trying to connect'
/**
 * Both sides notice within half a minute that the peer is gone without a message. Otherwise the database would keep the locks of a dead
 * server for hours: its uploads, and the rows of its transactions.
 */
const KEEP_ALIVE = {
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  options: '-c tcp_keepalives_idle=15 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3 -c tcp_user_timeout=30000',
}

/** A server of the wrong kind. */
class WrongServerRole extends Error {
  constructor(isStandby: boolean) {
    super(isStandby ? 'the server is a standby' : 'the server is not a standby')
    this.name = 'WrongServerRole'
  }
}

// The driver emits these events, but its types do not declare them.
interface ProtocolConnection {
  on(event: 'parameterStatus', listener: (message: { parameterName: string; parameterValue: string }) => void): void
  on(event: 'errorMessage', listener: (message: { code?: string }) => void): void
  emit(event: 'error', error: Error): void
  readonly stream: { destroy(error?: Error): void }
}
const protocolConnectionOf = (client: pg.ClientBase): ProtocolConnection =>
  (client as unknown as { connection: ProtocolConnection }).connection

export interface ServersOptions {
  readonly role?: Role
  /** Called when no server of the role is found, once until one is found again. */
  readonly onError?: (error: Error) => void
}

export const databaseServers = (address: string, options: ServersOptions = {}): DatabaseServers => {
  const urls = serverUrls(address, options.role ?? 'primary')
  if (!urls) throw new Invalid('The address of the database is none.', { reason: 'parameter.range' })
  const choice = new ServerChoice(urls, options)
  const Client = class extends ServerClient {
    constructor(settings?: pg.ClientConfig) {
      super(choice, settings)
    }
  }
  const connectOnce = async (settings?: pg.ClientConfig): Promise<pg.Client> => {
    const client = new Client(settings)
    // The user of the connection adds a listener. Until then the end of the connection must not end the process.
    client.on('error', () => undefined)
    await client.connect()
    return client
  }
  return {
    description: describeDatabase(urls),
    connect: settings =>
      connectOnce(settings).catch(async (error: unknown) => {
        await choice.locate(error)
        return connectOnce(settings)
      }),
    pool: (size, settings = {}) => new ServerPool(choice, { ...settings, max: size, Client }),
    moves: () => choice.moves,
    cut: reason => choice.cut(reason),
  }
}

/** PostgreSQL cuts longer names, and with them the version. */
const LONGEST_NAME = 50
const NAME = 'application_name'

/**
 * Each connection tells the version of its program as the number of its newest migration: `crocus changes/47`. So other processes see when the last
 * one of an earlier version is gone. A name in the address of the database replaces the usual ones.
 */
const namedConnection = (url: string, name = 'crocus'): Pick<pg.ClientConfig, 'connectionString' | typeof NAME> => {
  const given = URL.parse(url)?.searchParams.get(NAME) ?? ''
  return {
    connectionString: withoutParameter(url, NAME),
    application_name: `${(given === '' ? name : given).slice(0, LONGEST_NAME)}/${PROGRAM_MIGRATION}`,
  }
}

/** The servers of an address, the current one of them, and the search for another one. */
class ServerChoice {
  readonly urls: readonly string[]
  readonly role: Role
  readonly open = new Set<ServerClient>()
  /** How often another server became the current one. */
  moves = 0
  current: string
  readonly #onError: (error: Error) => void
  #awayUntil = 0
  #isTold = false
  #search: Promise<void> | undefined

  constructor(urls: readonly [string, ...string[]], { role = 'primary', onError = () => undefined }: ServersOptions) {
    this.urls = urls
    this.role = role
    this.current = urls[0]
    this.#onError = onError
  }

  /** True for a moment after no server of the role was found. */
  get isAway(): boolean {
    return performance.now() < this.#awayUntil
  }

  configFor(url: string, settings: pg.ClientConfig): pg.ClientConfig {
    return {
      ...settings,
      ...KEEP_ALIVE,
      ...namedConnection(url, settings.application_name),
      connectionTimeoutMillis: this.urls.length > 1 ? CONNECT_WITHIN_MS.several : CONNECT_WITHIN_MS.one,
    }
  }

  /** Searches for a server of the role, once for all callers. */
  locate(cause: unknown): Promise<void> {
    return (this.#search ??= this.#searchAll(cause))
  }

  cut(reason: string): void {
    for (const client of this.open) client.drop(reason)
  }

  /** Asks all servers at once: the first that has the role becomes the current one. */
  async #searchAll(cause: unknown): Promise<void> {
    try {
      const next = await Promise.any(this.urls.map(url => this.#probe(url)))
      this.#isTold = false
      if (next === this.current) return
      this.current = next
      this.moves++
      // Connections to the former server would read another state.
      for (const client of this.open) if (client.url !== next) client.drop('another server is in use now')
    } catch (error) {
      this.#awayUntil = performance.now() + SEARCH_PAUSE_MS
      const reason: unknown = error instanceof AggregateError ? error.errors[0] : error
      if (!this.#isTold) this.#onError(reason instanceof Error ? reason : (cause as Error))
      this.#isTold = true
      throw new DatabaseUnavailable(reason)
    } finally {
      this.#search = undefined
    }
  }

  async #probe(url: string): Promise<string> {
    const client = new ServerClient(this, { application_name: 'crocus' }, url)
    client.on('error', () => undefined)
    await client.connect()
    client.end().catch(() => undefined)
    return url
  }
}

/** Connects to the current server if it still has the role; every connection uses this class. */
class ServerClient extends pg.Client {
  readonly url: string
  readonly #choice: ServerChoice
  readonly #isProbe: boolean
  #isStandby: boolean | undefined

  constructor(choice: ServerChoice, settings: pg.ClientConfig = {}, probed?: string) {
    const url = probed ?? choice.current
    super(choice.configFor(url, settings))
    this.url = url
    this.#choice = choice
    this.#isProbe = probed !== undefined
    const wire = protocolConnectionOf(this)
    wire.on('parameterStatus', ({ parameterName, parameterValue }) => {
      if (parameterName !== 'in_hot_standby') return
      this.#isStandby = parameterValue === 'on'
      // A standby was promoted while the connection was open.
      if (choice.open.has(this) && !this.#hasRole) this.drop('the server has another role now')
    })
    if (choice.role !== 'primary') return
    wire.on('errorMessage', ({ code }) => {
      // The server was the primary earlier: the next connection determines the current one.
      if (code === '25006') setImmediate(() => this.drop('the server is a standby now'))
    })
    // PostgreSQL reports such a commit as done although no standby has confirmed it. It must not be acknowledged.
    this.on('notice', ({ routine }) => {
      if (routine === 'SyncRepWaitForLSN') this.drop('no standby has confirmed a commit')
    })
  }

  /** Ends the connection at once, and with it all queries under way. */
  drop(reason: string): void {
    // The rest of the code recognises the end of a connection by these words (`outage.ts`).
    protocolConnectionOf(this).emit('error', new Error(`Connection terminated: ${reason}`))
    protocolConnectionOf(this).stream.destroy()
  }

  override connect(): Promise<pg.Client>
  override connect(callback: (error: Error | null) => void): void
  override connect(callback?: (error: Error | null) => void): Promise<pg.Client> | void {
    if (!callback) {
      return new Promise((resolve, reject) => {
        this.connect(error => (error ? reject(error) : resolve(this)))
      })
    }
    if (!this.#isProbe && this.#choice.isAway) return callback(new DatabaseUnavailable())
    const fail = (error: Error): void => {
      this.end().catch(() => undefined)
      callback(error)
    }
    super.connect((error: Error | null) => {
      if (error) return fail(error)
      this.#choice.open.add(this)
      this.on('end', () => this.#choice.open.delete(this))
      this.#requireRole().then(() => callback(null), fail)
    })
  }

  get #hasRole(): boolean {
    return this.#isStandby === (this.#choice.role === 'standby')
  }

  async #requireRole(): Promise<void> {
    // A connection pooler may swallow the parameter status, so this asks.
    this.#isStandby ??= (await this.query<{ is_standby: boolean }>('select pg_is_in_recovery() as is_standby')).rows[0]
      ?.is_standby
    if (!this.#hasRole) throw new WrongServerRole(this.#isStandby === true)
  }
}

/** A pool whose connections go to the current server. */
class ServerPool extends pg.Pool {
  readonly #choice: ServerChoice

  constructor(choice: ServerChoice, settings: pg.PoolConfig) {
    super(settings)
    this.#choice = choice
  }

  override connect(): Promise<pg.PoolClient>
  override connect(
    callback: (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: unknown) => void) => void,
  ): void
  override connect(
    callback?: (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: unknown) => void) => void,
  ): Promise<pg.PoolClient> | void {
    if (!callback) {
      return new Promise((resolve, reject) => {
        this.connect((error, client) => (client ? resolve(client) : reject(error ?? new DatabaseUnavailable())))
      })
    }
    if (this.#choice.isAway && this.idleCount === 0)
      return callback(new DatabaseUnavailable(), undefined, () => undefined)
    super.connect((error, client, done) => {
      // If the pool was busy for too long, another server does not help.
      if (!error || this.ending || error.message === POOL_TIMEOUT_MESSAGE) return callback(error, client, done)
      // Nothing was sent to a server yet, so another server may take the request.
      this.#choice.locate(error).then(
        () => super.connect(callback),
        (away: Error) => callback(away, undefined, done),
      )
    })
  }
}

export interface WatchOptions {
  readonly everyMs?: number
  readonly doubtMs?: number
  readonly withinMs?: number
  /** True: the server has been silent for `doubtMs`. False: it answered after all. */
  readonly onDoubt?: (isInDoubt: boolean) => void
  readonly onSilence: () => void
}

/** Asks the server at intervals whether it is alive, on a connection that is mostly idle; gives up if it is not. */
export const watchServer = (
  query: QueryInTurn,
  { everyMs = 1_000, withinMs = 6_000, doubtMs = withinMs / 2, onDoubt = () => undefined, onSilence }: WatchOptions,
): (() => void) => {
  const stopped = new AbortController()
  const { signal } = stopped
  const watch = async (): Promise<void> => {
    while (!signal.aborted) {
      await sleep(everyMs, undefined, { signal, ref: false })
      let isInDoubt = false
      const answer = query('select 1').then(
        () => 'alive',
        () => 'ended',
      )
      const late = new AbortController()
      const silence = waitForSilence(doubtMs, late.signal)
        .then(() => {
          if (late.signal.aborted) return
          isInDoubt = true
          onDoubt(true)
        })
        .then(() => waitForSilence(withinMs - doubtMs, late.signal))
        .then(
          () => 'silent',
          () => 'alive',
        )
      const outcome = await Promise.race([answer, silence])
      late.abort()
      if (outcome === 'ended') return
      if (outcome === 'silent') return onSilence()
      if (isInDoubt) onDoubt(false)
    }
  }
  watch().catch(() => undefined)
  return () => stopped.abort()
}

/** A process that was busy first reads the messages that arrived meanwhile. */
const waitForSilence = async (milliseconds: number, signal: AbortSignal): Promise<void> => {
  await sleep(milliseconds, undefined, { signal, ref: false })
  await sleep(100, undefined, { signal, ref: false })
}

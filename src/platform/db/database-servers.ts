import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { Invalid } from '../errors.ts'
import { describeDatabase, serverUrls, type Role } from './database-url.ts'
import { DatabaseUnavailable } from './outage.ts'

/**
 * The servers of one database, one of which is the primary: every connection of the process goes there, and after a failover to the
 * next. Which it is a server says itself when a connection is made (`in_hot_standby`): that costs no question.
 */
export interface DatabaseServers {
  /** Database and servers, for people to read. */
  readonly description: string
  /** A connection of its own, for sessions that last; with the settings of `pg`. */
  connect(settings: pg.ClientConfig): Promise<pg.Client>
  /** A pool; whoever opens it ends it. */
  pool(size: number, settings?: pg.PoolConfig): pg.Pool
  /**
   * Ends every connection: the server has stopped to answer. Without it what waits for an answer waits as long as the system sends
   * again what a machine that is gone never takes (some 15 minutes).
   */
  cut(reason: string): void
  /** How often the server in use has become another one. */
  moves(): number
}

/** A machine that is off refuses nothing: with others to try it gets less time than where there is no other. */
const CONNECT_WITHIN_MS = { one: 10_000, several: 1_500 }
/** After a search without a result nobody searches again for so long: all are refused at once. */
const SEARCH_PAUSE_MS = 250
/** What the pool says when none became free in time. */
const POOL_TIMEOUT_MESSAGE = 'timeout exceeded when trying to connect'
/**
 * Both ends notice within half a minute that the other is gone without a word. Else the database would keep what a server had locked when its
 * machine died: its uploads, and the rows of its transactions, for hours.
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

// The driver has these events, its types do not.
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
  /** Called when no server of the role is found, once until there is one again. */
  readonly onError?: (error: Error) => void
}

export const databaseServers = (address: string, options: ServersOptions = {}): DatabaseServers => {
  const { role = 'primary', onError = () => undefined } = options
  const found = serverUrls(address, role)
  if (!found) throw new Invalid('The address of the database is none.', { reason: 'parameter.range' })
  const urls = found
  const open = new Set<{ readonly url: string; drop(reason: string): void }>()
  let current: string = urls[0]
  let moves = 0
  let awayUntil = 0
  let isTold = false
  let search: Promise<void> | undefined

  const deadline = urls.length > 1 ? CONNECT_WITHIN_MS.several : CONNECT_WITHIN_MS.one
  const configFor = (url: string, settings: pg.ClientConfig): pg.ClientConfig => ({
    ...settings,
    ...KEEP_ALIVE,
    connectionString: url,
    connectionTimeoutMillis: deadline,
  })

  /** Connects to the server that is known, if it is still of the role; every connection goes through here. */
  class ServerClient extends pg.Client {
    #isStandby: boolean | undefined
    readonly #isProbe: boolean
    readonly url: string

    constructor(settings: pg.ClientConfig = {}, probed?: string) {
      const url = probed ?? current
      super(configFor(url, settings))
      this.url = url
      this.#isProbe = probed !== undefined
      const wire = protocolConnectionOf(this)
      wire.on('parameterStatus', ({ parameterName, parameterValue }) => {
        if (parameterName !== 'in_hot_standby') return
        this.#isStandby = parameterValue === 'on'
        // A standby that was promoted under the connection.
        if (open.has(this) && this.#isStandby !== (role === 'standby')) this.drop('the server has another role now')
      })
      if (role !== 'primary') return
      wire.on('errorMessage', ({ code }) => {
        // It was the primary once: the next connection asks who is it now.
        if (code === '25006') setImmediate(() => this.drop('the server is a standby now'))
      })
      // A commit that no standby has confirmed is not to be acknowledged, though PostgreSQL says that it was done.
      this.on('notice', ({ routine }) => {
        if (routine === 'SyncRepWaitForLSN') this.drop('no standby has confirmed a commit')
      })
    }

    /** Ends it at once, and with it all that is under way. */
    drop(reason: string): void {
      // The words by which everybody knows the end of a connection (`outage.ts`).
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
      if (!this.#isProbe && isAway()) return callback(new DatabaseUnavailable())
      const fail = (error: Error): void => {
        this.end().catch(() => undefined)
        callback(error)
      }
      super.connect((error: Error | null) => {
        if (error) return fail(error)
        open.add(this)
        this.on('end', () => open.delete(this))
        this.#requireRole().then(() => callback(null), fail)
      })
    }

    async #requireRole(): Promise<void> {
      // What stands between us and the server (a pooler) may keep what it said to itself.
      this.#isStandby ??= (await this.query<{ is_standby: boolean }>('select pg_is_in_recovery() as is_standby'))
        .rows[0]?.is_standby
      if (this.#isStandby !== (role === 'standby')) throw new WrongServerRole(this.#isStandby === true)
    }
  }

  /** All servers at once: the first that is of the role is the current one. */
  const searchAll = async (cause: unknown): Promise<void> => {
    const attempt = async (url: string): Promise<string> => {
      const client = new ServerClient({ application_name: 'crocus' }, url)
      client.on('error', () => undefined)
      await client.connect()
      client.end().catch(() => undefined)
      return url
    }
    try {
      const next = await Promise.any(urls.map(attempt))
      isTold = false
      if (next === current) return
      current = next
      moves++
      // What still holds on to the one that was in use would see another state than the rest.
      for (const client of open) if (client.url !== next) client.drop('another server is in use now')
    } catch (error) {
      awayUntil = performance.now() + SEARCH_PAUSE_MS
      const reason: unknown = error instanceof AggregateError ? error.errors[0] : error
      if (!isTold) onError(reason instanceof Error ? reason : (cause as Error))
      isTold = true
      throw new DatabaseUnavailable(reason)
    } finally {
      search = undefined
    }
  }
  const locate = (cause: unknown): Promise<void> => (search ??= searchAll(cause))
  const isAway = (): boolean => performance.now() < awayUntil

  class ServerPool extends pg.Pool {
    override connect(): Promise<pg.PoolClient>
    override connect(
      callback: (
        error: Error | undefined,
        client: pg.PoolClient | undefined,
        done: (release?: unknown) => void,
      ) => void,
    ): void
    override connect(
      callback?: (
        error: Error | undefined,
        client: pg.PoolClient | undefined,
        done: (release?: unknown) => void,
      ) => void,
    ): Promise<pg.PoolClient> | void {
      if (!callback) {
        return new Promise((resolve, reject) => {
          this.connect((error, client) => (client ? resolve(client) : reject(error ?? new DatabaseUnavailable())))
        })
      }
      if (isAway() && this.idleCount === 0) return callback(new DatabaseUnavailable(), undefined, () => undefined)
      super.connect((error, client, done) => {
        // Who waited too long for a connection that others use is not helped by another server.
        if (!error || this.ending || error.message === POOL_TIMEOUT_MESSAGE) return callback(error, client, done)
        // Nothing was asked of a server yet, so that it can be asked of another.
        locate(error).then(
          () => super.connect(callback),
          (away: Error) => callback(away, undefined, done),
        )
      })
    }
  }

  return {
    description: describeDatabase(urls),
    connect: async settings => {
      const attempt = async (): Promise<pg.Client> => {
        const client = new ServerClient(settings)
        // Whoever uses it adds a listener of its own; until then the end of it must not end the process.
        client.on('error', () => undefined)
        await client.connect()
        return client
      }
      return attempt().catch(async (error: unknown) => {
        await locate(error)
        return attempt()
      })
    },
    pool: (size, settings = {}) => new ServerPool({ ...settings, max: size, Client: ServerClient }),
    moves: () => moves,
    cut: reason => {
      for (const client of open) client.drop(reason)
    },
  }
}

export interface WatchOptions {
  readonly everyMs?: number
  readonly doubtMs?: number
  readonly withinMs?: number
  /** True: it has been silent for `doubtMs`. False: it has answered after all. */
  readonly onDoubt?: (isInDoubt: boolean) => void
  readonly onSilence: () => void
}

/** Asks the server again and again whether it is there, on a connection that has little else to do; gives up when it is not. */
export const watchServer = (
  client: pg.Client,
  { everyMs = 1_000, withinMs = 6_000, doubtMs = withinMs / 2, onDoubt = () => undefined, onSilence }: WatchOptions,
): (() => void) => {
  const stopped = new AbortController()
  const { signal } = stopped
  const watch = async (): Promise<void> => {
    while (!signal.aborted) {
      await sleep(everyMs, undefined, { signal, ref: false })
      let isInDoubt = false
      const answer = client.query('select 1').then(
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

/** A process that was busy itself reads first what has come meanwhile. */
const waitForSilence = async (milliseconds: number, signal: AbortSignal): Promise<void> => {
  await sleep(milliseconds, undefined, { signal, ref: false })
  await sleep(100, undefined, { signal, ref: false })
}

import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { isRetryableRead } from './outage.ts'
import type { DatabaseServers } from './database-servers.ts'
import { batchCalls } from './batching.ts'
import type { DB } from './tables.ts'

/**
 * Reads from a standby that show the same state as reads from the primary would (docs/decisions/0051). A read asks the primary for its
 * log position, with one small query for all reads of a moment. It uses the standby once the standby has replayed up to this position. So
 * a read sees everything that any server acknowledged before it. If the standby is unavailable, lags, or is not known to follow this
 * primary, reads go to the primary.
 */
export interface ReadReplica extends ReadQueries {
  readonly pool: pg.Pool
  close(): Promise<void>
}

interface ReadQueries {
  readonly kysely: Kysely<DB>
  readonly query: <Row>(
    statement: { readonly name: string; readonly text: string; readonly row?: Row },
    values: readonly unknown[],
  ) => Promise<Row[]>
}

/** How long a read waits for a standby that is a little behind. */
const CATCH_UP_MS = 40
/** How long reads go to the primary after the standby failed or did not catch up in time. */
const PAUSE_MS = 250
/** How often a standby without reads is checked. */
const LOOK_MS = 200

// A log position as a number of bytes: exact up to 9 petabytes. A commit that does not wait for the disk may not be in the log yet.
const WRITTEN = `select pg_wal_lsn_diff(case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn()
  else pg_current_wal_flush_lsn() end, '0/0')::float8 as position`
const REPLAYED = `select pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::float8 as position`
const MARK = `with old as (delete from replica_mark where made_at < now() - interval '1 hour')
  insert into replica_mark (id) values ($1)`
const SEES_MARK = 'select exists (select from replica_mark where id = $1) as is_there'

export interface ReplicaOptions {
  readonly primary: ReadQueries & {
    readonly pool: pg.Pool
    /** Called with null when the primary may have become another server. */
    readonly invalidations: { onAny(listener: (topic: string | null) => void): void }
  }
  readonly servers: DatabaseServers
  readonly pool: pg.Pool
  readonly onError: (error: Error) => void
}

export const openReplica = (dependencies: ReplicaOptions): ReadReplica => new StandbyReplica(dependencies)

class StandbyReplica implements ReadReplica {
  readonly #primary: ReplicaOptions['primary']
  readonly #servers: ReplicaOptions['servers']
  readonly #onError: ReplicaOptions['onError']
  /**
   * The state of `servers` in which a marker of this primary was seen on the standby. A standby with another history never shows the
   * marker.
   */
  #trusted: number | undefined
  /** Changes at each moment in which the primary may have become another server. */
  #epoch = 0
  #pausedUntil = 0
  #replayed = 0
  #isTold = false
  readonly #closing = new AbortController()
  readonly #written
  readonly #askReplayed
  readonly #watching
  readonly pool: ReadReplica['pool']
  readonly kysely: ReadReplica['kysely']

  constructor({ primary, servers, pool, onError }: ReplicaOptions) {
    this.#primary = primary
    this.#servers = servers
    this.#onError = onError
    this.pool = pool
    this.#written = this.#askPosition(primary.pool, 'replica_written', WRITTEN)
    this.#askReplayed = this.#askPosition(pool, 'replica_replayed', REPLAYED)
    // The connection to the primary was lost: the next connection may reach another primary, which this standby does not follow.
    this.#primary.invalidations.onAny(topic => {
      if (topic !== null) return
      this.#epoch++
      this.#suspendReads()
    })
    this.pool.on('error', this.#suspendReads)
    this.pool.on('connect', client => client.on('error', this.#suspendReads))
    this.#watching = this.#watch().catch(() => undefined)
    this.kysely = new Kysely<DB>({
      dialect: new PostgresDialect({
        pool: { connect: this.#connect, end: async () => undefined, options: pool.options },
      }),
    })
  }

  readonly #askPosition = (asked: pg.Pool, name: string, text: string) =>
    batchCalls<undefined, number>({
      maxItems: 10_000,
      run: async items => {
        const { rows } = await asked.query<{ position: number | null }>({ name, text })
        const position = rows[0]?.position ?? 0
        return items.map(() => position)
      },
    })

  readonly #suspendReads = (reason?: unknown): void => {
    this.#trusted = undefined
    if (reason instanceof Error && !this.#isTold) {
      this.#isTold = true
      this.#onError(reason)
    }
  }

  readonly #isCurrent = (): boolean => this.#trusted === this.#servers.moves() && performance.now() >= this.#pausedUntil

  /** Whether the standby shows everything that is committed now. */
  readonly #mayRead = async (): Promise<boolean> => {
    if (!this.#isCurrent()) return false
    const needed = await this.#written(undefined)
    if (this.#replayed >= needed) return this.#isCurrent()
    try {
      const deadline = performance.now() + CATCH_UP_MS
      for (let pause = 1; ; pause *= 2) {
        this.#replayed = await this.#askReplayed(undefined)
        if (this.#replayed >= needed) return this.#isCurrent()
        if (performance.now() + pause > deadline) break
        await sleep(pause)
      }
      // The next read does not wait again for a standby that did not catch up.
      this.#pausedUntil = performance.now() + PAUSE_MS
    } catch (error) {
      this.#suspendReads(error)
    }
    return false
  }

  /** Trusts the standby only after it has shown a marker that was written on this primary. */
  readonly #watch = async (): Promise<void> => {
    while (!this.#closing.signal.aborted) {
      if (this.#trusted !== this.#servers.moves()) await this.#resumeWhenCaughtUp().catch(this.#suspendReads)
      await sleep(LOOK_MS, undefined, { signal: this.#closing.signal })
    }
  }

  readonly #resumeWhenCaughtUp = async (): Promise<void> => {
    const mark = randomUUID()
    const during = this.#epoch
    await this.#primary.pool.query(MARK, [mark])
    while (!this.#closing.signal.aborted && this.#epoch === during) {
      const before = this.#servers.moves()
      const { rows } = await this.pool.query<{ is_there: boolean }>(SEES_MARK, [mark])
      if (rows[0]?.is_there === true && before === this.#servers.moves() && this.#epoch === during) {
        this.#replayed = 0
        this.#trusted = before
        this.#isTold = false
        return
      }
      await sleep(LOOK_MS, undefined, { signal: this.#closing.signal })
    }
  }

  readonly #connect = async (): Promise<pg.PoolClient> => {
    if (await this.#mayRead()) {
      try {
        return await this.pool.connect()
      } catch (error) {
        this.#suspendReads(error)
      }
    }
    return this.#primary.pool.connect()
  }

  readonly query: ReadQueries['query'] = async (statement, values) => {
    if (await this.#mayRead()) {
      try {
        return (await this.pool.query({ name: statement.name, text: statement.text, values: values as unknown[] }))
          .rows as never
      } catch (error) {
        if (!isRetryableRead(error)) throw error
        this.#suspendReads(error)
      }
    }
    return this.#primary.query(statement, values)
  }

  readonly close: ReadReplica['close'] = async () => {
    this.#closing.abort()
    await this.#watching
    await this.pool.end()
  }
}

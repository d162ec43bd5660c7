import type pg from 'pg'
import type { DatabaseServers } from './database-servers.ts'
import { queriesInTurn, type QueryInTurn } from './queries-in-turn.ts'

/** A lock that this process holds. */
export interface HeldLock {
  /** Aborted when the connection of the lock is lost: from then on another process may hold the lock. */
  readonly lost: AbortSignal
  release(): Promise<void>
}

/**
 * Named locks that all processes on the database share. They live on one connection of the process and end with it. So a killed process
 * leaves no lock behind, and a lock that is held for hours takes no connection from the pool.
 */
export interface AdvisoryLocks {
  /** Takes the lock exclusively; undefined if this process or another one holds it. */
  tryLock(name: string): Promise<HeldLock | undefined>
  /** Takes the lock shared: several callers may hold it, no caller exclusively. Undefined if a caller holds it exclusively. */
  tryShare(name: string): Promise<HeldLock | undefined>
  close(): Promise<void>
}

interface LockConnection {
  readonly query: QueryInTurn
  readonly client: pg.Client
  readonly lost: AbortSignal
  readonly end: (error?: Error) => void
}

const EXCLUSIVE = {
  tryLock: 'select pg_try_advisory_lock(hashtextextended($1, 0)) as is_locked',
  unlock: 'select pg_advisory_unlock(hashtextextended($1, 0))',
}
const SHARED = {
  tryLock: 'select pg_try_advisory_lock_shared(hashtextextended($1, 0)) as is_locked',
  unlock: 'select pg_advisory_unlock_shared(hashtextextended($1, 0))',
}

/** `signal` belongs to the connection of the lock and is set once the lock is held. */
interface LockHolder {
  signal?: AbortSignal
}

export const advisoryLocks = (servers: DatabaseServers, onError: (error: Error) => void): AdvisoryLocks =>
  new SessionLocks(servers, onError)

class SessionLocks implements AdvisoryLocks {
  readonly #servers: DatabaseServers
  readonly #onError: (error: Error) => void
  // PostgreSQL grants a session a lock that the session already holds. The holders in this process are therefore recorded here.
  readonly #alone = new Map<string, LockHolder>()
  readonly #shared = new Map<string, Set<LockHolder>>()
  #session: Promise<LockConnection> | undefined
  #isClosed = false

  constructor(servers: DatabaseServers, onError: (error: Error) => void) {
    this.#servers = servers
    this.#onError = onError
  }

  readonly #leave = (name: string, holder: LockHolder): void => {
    const holders = this.#shared.get(name)
    holders?.delete(holder)
    if (holders?.size === 0) this.#shared.delete(name)
  }

  readonly #connect = async (): Promise<LockConnection> => {
    const client = await this.#servers.connect({ application_name: 'crocus locks' }).catch(error => {
      this.#session = undefined
      throw error
    })
    const lost = new AbortController()
    const end = (error?: Error): void => {
      if (lost.signal.aborted) return
      this.#session = undefined
      for (const [name, { signal }] of this.#alone) if (signal === lost.signal) this.#alone.delete(name)
      for (const [name, holders] of this.#shared)
        for (const holder of holders) if (holder.signal === lost.signal) this.#leave(name, holder)
      if (error && !this.#isClosed) this.#onError(error)
      lost.abort()
      client.end().catch(() => undefined)
    }
    client.on('error', end)
    client.on('end', () => end())
    const query = queriesInTurn(client)
    return { client, query, lost: lost.signal, end }
  }

  readonly #askOnce = async (name: string, { tryLock }: typeof EXCLUSIVE) => {
    const { query, lost, end } = await (this.#session ??= this.#connect())
    try {
      const [row] = await query<{ is_locked?: boolean }>(tryLock, [name])
      return { query, lost, isLocked: row?.is_locked === true }
    } catch (error) {
      // The connection may not have reported its end yet, and nobody can know which locks it still holds.
      end(error as Error)
      throw error
    }
  }

  // The connection may have ended while it was idle, for example when the database restarted.
  readonly #ask = (name: string, kind: typeof EXCLUSIVE) =>
    this.#askOnce(name, kind).catch(() => this.#askOnce(name, kind))

  readonly #hold = async (
    name: string,
    kind: typeof EXCLUSIVE,
    holder: LockHolder,
    forget: () => void,
  ): Promise<HeldLock | undefined> => {
    try {
      const { query, lost, isLocked } = await this.#ask(name, kind)
      if (!isLocked) {
        forget()
        return undefined
      }
      holder.signal = lost
      return {
        lost,
        release: async () => {
          if (!lost.aborted) await query(kind.unlock, [name]).catch(this.#onError)
          // Also if the connection ended before this process knew that it held the lock.
          forget()
        },
      }
    } catch (error) {
      forget()
      throw error
    }
  }

  readonly tryLock: AdvisoryLocks['tryLock'] = async name => {
    if (this.#alone.has(name) || this.#shared.has(name)) return undefined
    const holder: LockHolder = {}
    this.#alone.set(name, holder)
    // After a lost connection another process may already hold the lock.
    return this.#hold(name, EXCLUSIVE, holder, () => {
      if (this.#alone.get(name) === holder) this.#alone.delete(name)
    })
  }

  readonly tryShare: AdvisoryLocks['tryShare'] = async name => {
    if (this.#alone.has(name)) return undefined
    const holder: LockHolder = {}
    this.#shared.set(name, (this.#shared.get(name) ?? new Set()).add(holder))
    return this.#hold(name, SHARED, holder, () => this.#leave(name, holder))
  }

  readonly close: AdvisoryLocks['close'] = async () => {
    this.#isClosed = true
    const open = this.#session
    this.#session = undefined
    await open?.then(({ client }) => client.end()).catch(() => undefined)
  }
}

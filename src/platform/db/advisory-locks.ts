import type pg from 'pg'
import type { DatabaseServers } from './database-servers.ts'

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
  /** Runs the queries one after the other. */
  readonly query: (text: string, name: string) => Promise<{ readonly is_locked?: boolean }[]>
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

export const advisoryLocks = (servers: DatabaseServers, onError: (error: Error) => void): AdvisoryLocks => {
  // PostgreSQL grants a session a lock that the session already holds. The holders in this process are therefore recorded here.
  const alone = new Map<string, LockHolder>()
  const shared = new Map<string, Set<LockHolder>>()
  let session: Promise<LockConnection> | undefined
  let isClosed = false

  const leave = (name: string, holder: LockHolder): void => {
    const holders = shared.get(name)
    holders?.delete(holder)
    if (holders?.size === 0) shared.delete(name)
  }

  const connect = async (): Promise<LockConnection> => {
    const client = await servers.connect({ application_name: 'crocus locks' }).catch(error => {
      session = undefined
      throw error
    })
    const lost = new AbortController()
    const end = (error?: Error): void => {
      if (lost.signal.aborted) return
      session = undefined
      for (const [name, { signal }] of alone) if (signal === lost.signal) alone.delete(name)
      for (const [name, holders] of shared)
        for (const holder of holders) if (holder.signal === lost.signal) leave(name, holder)
      if (error && !isClosed) onError(error)
      lost.abort()
      client.end().catch(() => undefined)
    }
    client.on('error', end)
    client.on('end', () => end())
    let last: Promise<unknown> = Promise.resolve()
    const query: LockConnection['query'] = (text, name) => {
      const ask = async () => (await client.query<{ is_locked?: boolean }>(text, [name])).rows
      const rows = last.then(ask, ask)
      last = rows
      return rows
    }
    return { client, query, lost: lost.signal, end }
  }

  const askOnce = async (name: string, { tryLock }: typeof EXCLUSIVE) => {
    const { query, lost, end } = await (session ??= connect())
    try {
      const [row] = await query(tryLock, name)
      return { query, lost, isLocked: row?.is_locked === true }
    } catch (error) {
      // The connection may not have reported its end yet, and nobody can know which locks it still holds.
      end(error as Error)
      throw error
    }
  }
  // The connection may have ended while it was idle, for example when the database restarted.
  const ask = (name: string, kind: typeof EXCLUSIVE): ReturnType<typeof askOnce> =>
    askOnce(name, kind).catch(() => askOnce(name, kind))

  const hold = async (
    name: string,
    kind: typeof EXCLUSIVE,
    holder: LockHolder,
    forget: () => void,
  ): Promise<HeldLock | undefined> => {
    try {
      const { query, lost, isLocked } = await ask(name, kind)
      if (!isLocked) {
        forget()
        return undefined
      }
      holder.signal = lost
      return {
        lost,
        release: async () => {
          if (!lost.aborted) await query(kind.unlock, name).catch(onError)
          // Also if the connection ended before this process knew that it held the lock.
          forget()
        },
      }
    } catch (error) {
      forget()
      throw error
    }
  }

  return {
    tryLock: async name => {
      if (alone.has(name) || shared.has(name)) return undefined
      const holder: LockHolder = {}
      alone.set(name, holder)
      // After a lost connection another process may already hold the lock.
      return hold(name, EXCLUSIVE, holder, () => {
        if (alone.get(name) === holder) alone.delete(name)
      })
    },
    tryShare: async name => {
      if (alone.has(name)) return undefined
      const holder: LockHolder = {}
      shared.set(name, (shared.get(name) ?? new Set()).add(holder))
      return hold(name, SHARED, holder, () => leave(name, holder))
    },
    close: async () => {
      isClosed = true
      const open = session
      session = undefined
      await open?.then(({ client }) => client.end()).catch(() => undefined)
    },
  }
}

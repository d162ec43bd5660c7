import type pg from 'pg'
import type { DatabaseServers } from './database-servers.ts'

/** A lock that this process holds. */
export interface HeldLock {
  /** Aborted when the database lost the connection that the lock lived on: others may hold it from then on. */
  readonly lost: AbortSignal
  release(): Promise<void>
}

/**
 * Locks by name that all processes on the database share. They live on one connection of the process and go with it, so one that is
 * killed leaves none behind, and a lock that is held for hours takes no connection away from the pool.
 */
export interface AdvisoryLocks {
  /** Undefined when somebody else holds it, in this process or in another. */
  tryLock(name: string): Promise<HeldLock | undefined>
  /** Held by many at once, and by nobody alone meanwhile. Undefined when somebody holds it alone. */
  tryShare(name: string): Promise<HeldLock | undefined>
  close(): Promise<void>
}

interface LockConnection {
  /** One query after the other. */
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

/** `signal`: of the connection that it lives on, once it is held. */
interface LockHolder {
  signal?: AbortSignal
}

export const advisoryLocks = (servers: DatabaseServers, onError: (error: Error) => void): AdvisoryLocks => {
  // PostgreSQL gives a session what it holds already a second time: who holds it in this process is known here.
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
      // Whether or not the connection has told of its end yet: nobody can know what it still holds.
      end(error as Error)
      throw error
    }
  }
  // The connection may have ended while nobody used it, as when the database starts again.
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
          // Also one whose connection ended before anybody knew that it was held.
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
      // After a lost connection the name may be another's already.
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

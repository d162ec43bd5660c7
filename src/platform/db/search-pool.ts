import type pg from 'pg'
import type { Tracing } from '../tracing/tracing.ts'
import { cancelOnAbort } from './cancel-on-disconnect.ts'

/** One statement with its values. */
export interface SearchStatement {
  readonly text: string
  readonly values: readonly unknown[]
}

export interface SearchLimits {
  readonly timeoutMs: number
  /** Aborted when the client has left: the statement is cancelled, and `ClientClosedRequest` thrown. */
  readonly signal: AbortSignal | undefined
}

/**
 * A separate pool for single statements that search. A statement is one round trip, and each connection plans it once, whatever its values
 * are.
 */
export interface SearchPool {
  ask<Row>(statement: SearchStatement, limits: SearchLimits): Promise<Row[]>
  close(): Promise<void>
}

/** Maximum searches of a process at the same time, each on a connection; other work keeps the rest of the connections. */
export const SEARCH_CONNECTIONS = 3
/** Maximum prepared statements of a connection. Few shapes exist, since the values are parameters. */
const MAX_PREPARED_STATEMENTS = 200

const SETUP_STATEMENT = `select pg_backend_pid() as pid, set_config('statement_timeout', $1, false),
  set_config('plan_cache_mode', 'force_generic_plan', false)`

interface SearchSession {
  readonly pid: number
  readonly timeoutMs: number
}

/** `pool` serves searches only and is closed with the search pool; `primary` cancels statements. */
export const openSearchPool = (pool: pg.Pool, primary: pg.Pool, tracing: Tracing | undefined): SearchPool => {
  const sessions = new WeakMap<pg.PoolClient, SearchSession>()
  const names = new Map<string, string>()
  const nameOf = (text: string): string | undefined => {
    let name = names.get(text)
    if (name === undefined && names.size < MAX_PREPARED_STATEMENTS) names.set(text, (name = `search-${names.size}`))
    return name
  }
  const setUp = async (client: pg.PoolClient, timeoutMs: number): Promise<SearchSession> => {
    const known = sessions.get(client)
    if (known?.timeoutMs === timeoutMs) return known
    const { rows } = await client.query<{ pid: number }>(SETUP_STATEMENT, [String(timeoutMs)])
    const session = { pid: (rows[0] as { pid: number }).pid, timeoutMs }
    sessions.set(client, session)
    return session
  }

  const ask = async (client: pg.PoolClient, { text, values }: SearchStatement, limits: SearchLimits) => {
    const { pid } = await setUp(client, limits.timeoutMs)
    // The search holds the connection until it is over, so the cancellation hits no other statement.
    const cancel = async (): Promise<void> => void (await primary.query('select pg_cancel_backend($1)', [pid]))
    const name = nameOf(text)
    const run = () => client.query({ ...(name !== undefined && { name }), text, values: [...values] })
    return cancelOnAbort(cancel, limits.signal, () => (tracing ? tracing.statement(text, run) : run()))
  }

  return {
    ask: async <Row>(statement: SearchStatement, limits: SearchLimits) => {
      const client = await pool.connect()
      try {
        return (await ask(client, statement, limits)).rows as Row[]
      } finally {
        client.release()
      }
    },
    close: () => pool.end(),
  }
}

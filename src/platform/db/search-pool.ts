import type pg from 'pg'
import type { Tracing } from '../tracing/tracing.ts'
import { cancelOnAbort } from './cancel-on-disconnect.ts'

/**
 * Planner settings of searches. PostgreSQL estimates every `artifact_id = any(array(…))` at ten ids. These costs (operators cheap, index
 * entries dear) make it prefer the index that reads the fewest entries. Searches walk indexes, so sequential scans, JIT and parallel
 * workers are off.
 */
export const SEARCH_PLANNER_SETTINGS: Readonly<Record<string, string>> = {
  cpu_operator_cost: '0',
  cpu_index_tuple_cost: '1',
  enable_seqscan: 'off',
  max_parallel_workers_per_gather: '0',
  jit: 'off',
  work_mem: '32MB',
}

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
 * A separate pool for single statements that search, with the planner settings of searches set once per connection. A statement is one
 * round trip, and each connection plans it once, whatever its values are.
 */
export interface SearchPool {
  ask<Row>(statement: SearchStatement, limits: SearchLimits): Promise<Row[]>
  close(): Promise<void>
}

/** Maximum searches of a process at the same time, each on a connection; other work keeps the rest of the connections. */
export const SEARCH_CONNECTIONS = 3
/** Maximum prepared statements of a connection. Few shapes exist, since the values are parameters. */
const MAX_PREPARED_STATEMENTS = 200

const SEARCH_SESSION_SETTINGS = { ...SEARCH_PLANNER_SETTINGS, plan_cache_mode: 'force_generic_plan' }
const SETUP_STATEMENT = `select pg_backend_pid() as pid, set_config('statement_timeout', $1, false), ${Object.entries(
  SEARCH_SESSION_SETTINGS,
)
  .map(([name, value]) => `set_config('${name}', '${value}', false)`)
  .join(', ')}`

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

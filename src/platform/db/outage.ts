import pg from 'pg'
import { ServiceUnavailable } from '../errors.ts'
import { QUERY_CANCELED } from './sql-state.ts'

/**
 * SQLSTATEs of an outage: the statement is right, but the database cannot run it now. Connections (08), resources such as disk and memory
 * (53), an operator or a crash (57P), the operating system (58); also a server that has become a standby or is read-only (25006).
 */
const OUTAGE_STATES = /^(08|53|58|57P|25006)/

/** Error codes of Node for a refused, broken or silent connection. */
const OUTAGE_CODES: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])

/** The driver reports the end of its own connections by messages only. */
const OUTAGE_WORDS =
  /^(Connection terminated|Client has encountered a connection error|Client was closed and is not queryable|Query read timeout|timeout expired|timeout exceeded when trying to connect)/

/** No server accepts connections for writing; no statement was sent. The reason is its `cause`. */
export class DatabaseUnavailable extends ServiceUnavailable {
  constructor(reason?: unknown) {
    super('the database cannot be reached; nothing was done, try again in a moment', {
      headers: { 'Retry-After': '1' },
    })
    this.cause = reason
  }
}

/**
 * Whether the database was unavailable, or became unavailable during the call: the caller may retry later. The outcome of a write that
 * ended so is unknown.
 */
export const isOutage = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  if (error instanceof DatabaseUnavailable) return true
  if (error instanceof pg.DatabaseError) return OUTAGE_STATES.test(error.code ?? '')
  if (error instanceof AggregateError) return error.errors.some(isOutage)
  const { code, syscall } = error as NodeJS.ErrnoException
  // A missing socket file is a database that does not run; a missing file of any other kind is not.
  if (code === 'ENOENT' || code === 'EACCES') return syscall === 'connect'
  return (code !== undefined && OUTAGE_CODES.has(code)) || OUTAGE_WORDS.test(error.message)
}

/** A standby ends a read of rows that the primary has removed meanwhile. */
const RECOVERY_CONFLICT = '40001'

/** A read that ended so is repeated on another connection: only time was lost. */
export const isRetryableRead = (error: unknown): boolean =>
  isOutage(error) ||
  (error instanceof pg.DatabaseError && error.code === RECOVERY_CONFLICT && error.message.includes('recovery'))

/** Statement cancelled, lock timeout, idle transaction: by the limits of the connection (`StatementLimits`). */
const TIMEOUT_STATES: ReadonlySet<string | undefined> = new Set([QUERY_CANCELED, '55P03', '25P03'])

/** Whether the database gave up because a time limit ran out. The statement had no effect. */
export const isTimedOut = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && TIMEOUT_STATES.has(error.code)

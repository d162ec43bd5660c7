import pg from 'pg'
import { ServiceUnavailable } from '../errors.ts'
import { QUERY_CANCELED } from './sql-state.ts'

/**
 * SQLSTATEs that say nothing about the statement, only that the database cannot do it now: connections (08), resources such as disk
 * and memory (53), an operator or a crash (57P), the system below (58), and a server that has become a standby or is read-only.
 */
const OUTAGE_STATES = /^(08|53|58|57P|25006)/

/** What Node says of a connection that is refused, broken or silent. */
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

/** The driver has only words for what happened to its own connections. */
const OUTAGE_WORDS =
  /^(Connection terminated|Client has encountered a connection error|Client was closed and is not queryable|Query read timeout|timeout expired|timeout exceeded when trying to connect)/

/** No server takes connections that may be written to: nothing was asked of any. The reason is its `cause`. */
export class DatabaseUnavailable extends ServiceUnavailable {
  constructor(reason?: unknown) {
    super('the database cannot be reached; nothing was done, try again in a moment', {
      headers: { 'Retry-After': '1' },
    })
    this.cause = reason
  }
}

/**
 * Whether the database was away, or became it, while it was asked: the caller may ask again later. Whether a write that ended so was
 * done nobody knows.
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

/** A read that ended so is done again, on another connection: nothing but time was lost. */
export const isRetryableRead = (error: unknown): boolean =>
  isOutage(error) ||
  (error instanceof pg.DatabaseError && error.code === RECOVERY_CONFLICT && error.message.includes('recovery'))

/** Statement given up, lock not got, transaction left alone for too long: by the limits of the connection (`StatementLimits`). */
const TIMEOUT_STATES: ReadonlySet<string | undefined> = new Set([QUERY_CANCELED, '55P03', '25P03'])

/** Whether the database gave up since it took too long. Nothing of it was done. */
export const isTimedOut = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && TIMEOUT_STATES.has(error.code)

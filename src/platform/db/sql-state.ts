/** SQLSTATE of a database error, or undefined for any other. */
export const sqlState = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

/** By `pg_cancel_backend`, or because it took longer than `statement_timeout`. */
export const QUERY_CANCELED = '57014'

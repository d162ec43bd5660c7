/** SQLSTATE of a database error, or undefined for any other. */
export const sqlState = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

/** State of a statement that `pg_cancel_backend` or `statement_timeout` cancelled. */
export const QUERY_CANCELED = '57014'

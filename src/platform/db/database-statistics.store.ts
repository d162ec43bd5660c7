import { sql } from 'kysely'
import type { Queryable } from './db.ts'

export interface DatabaseStatistics {
  /** `18.4` */
  readonly version: string
  readonly sizeBytes: number
}

export const getDatabaseStatistics = async (db: Queryable): Promise<DatabaseStatistics> => {
  const { rows } = await sql<{ version: string; size: number }>`
    select current_setting('server_version') as version, pg_database_size(current_database()) as size`.execute(db)
  const row = rows[0] as { version: string; size: number }
  // Distributions append their own name: `15.14 (Debian 15.14-0+deb12u1)`.
  return { version: row.version.split(' ')[0] ?? '', sizeBytes: row.size }
}

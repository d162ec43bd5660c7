import { sql } from 'kysely'
import type { Queryable } from '../platform/db/db.ts'

/** Whether the first start came to its end, which is the account of the administrator; numbers up to 100 are the platform's own. */
export const isAccountThere = async (db: Queryable): Promise<boolean> => {
  const { rows } = await sql<{ found: boolean }>`select exists (select from users where id > 100) as found`.execute(db)
  return rows[0]?.found ?? false
}

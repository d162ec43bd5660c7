import { sql } from 'kysely'
import type { Queryable } from '../platform/db/db.ts'

/** Whether the first start has finished: it creates the administrator's account last. Numbers up to 100 belong to the platform. */
export const isAccountThere = async (db: Queryable): Promise<boolean> => {
  const { rows } = await sql<{ found: boolean }>`select exists (select from users where id > 100) as found`.execute(db)
  return rows[0]?.found ?? false
}

import { sql } from 'kysely'
import type { Queryable, Tx } from '../../platform/db/db.ts'

export interface StoredSample {
  readonly projectId: number
  /** Accounts that were created for the project. */
  readonly userIds: readonly number[]
}

export const findSample = async (db: Queryable): Promise<StoredSample | undefined> => {
  const { rows } = await sql<{ project_id: number; user_ids: number[] }>`
    select project_id, user_ids from sample_project`.execute(db)
  return rows[0] && { projectId: rows[0].project_id, userIds: rows[0].user_ids }
}

/** The accounts by the logins that the import gave them. */
export const insertSample = async (tx: Tx, projectId: number, logins: readonly string[]): Promise<void> => {
  await sql`
    insert into sample_project (project_id, user_ids)
    select ${projectId}, coalesce(array_agg(id), '{}') from users where login = any(${[...logins]}::text[])`.execute(tx)
}

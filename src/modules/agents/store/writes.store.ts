import { sql } from 'kysely'
import type { Queryable, Tx } from '../../../platform/db/db.ts'

export interface AgentWrite {
  readonly userId: number
  readonly appId: number | null
  readonly key: string
}

export interface WriteCount {
  /** The key was counted before. */
  readonly isKnown: boolean
  readonly used: number
  /** Time of the oldest write that counts; null: there is none. */
  readonly oldest: Date | null
}

/** Counts the writes of an agent after `since`. Other writes of the account wait until the transaction ends. */
export const countWrites = async (tx: Tx, { userId, appId, key }: AgentWrite, since: Date): Promise<WriteCount> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`agent_write ${userId}`}, 0))`.execute(tx)
  const { rows } = await sql<{ is_known: boolean; used: number; oldest: Date | null }>`
    select coalesce(bool_or(key = ${key}), false) as is_known,
      count(*) filter (where app_id is not distinct from ${appId}::bigint and at > ${since}) as used,
      min(at) filter (where app_id is not distinct from ${appId}::bigint and at > ${since}) as oldest
    from agent_write where user_id = ${userId}`.execute(tx)
  const [row] = rows
  return { isKnown: row?.is_known ?? false, used: row?.used ?? 0, oldest: row?.oldest ?? null }
}

export const insertWrite = async (tx: Tx, { userId, appId, key }: AgentWrite, at: Date): Promise<void> => {
  await tx.insertInto('agent_write').values({ user_id: userId, app_id: appId, key, at }).execute()
}

export const removeWrite = async (
  db: Queryable,
  { userId, key }: Pick<AgentWrite, 'userId' | 'key'>,
): Promise<void> => {
  await db.deleteFrom('agent_write').where('user_id', '=', userId).where('key', '=', key).execute()
}

export const removeWritesBefore = async (db: Queryable, before: Date): Promise<void> => {
  await db.deleteFrom('agent_write').where('at', '<', before).execute()
}

import { sql } from 'kysely'
import { statement, type Db, type Queryable, type Tx } from '../../../platform/db/db.ts'
import type { Session } from '../model/session.ts'

interface SessionRow {
  id: number
  user_id: number
  secret_hash: Buffer
  methods: string[]
  signed_in_at: Date
  expires_at: Date
  last_used_at: Date
  last_used_by: string
  user_agent: string
}

const sessionOf = (row: SessionRow): Session => ({
  id: row.id,
  userId: row.user_id,
  secretHash: row.secret_hash,
  methods: row.methods,
  signedInAt: row.signed_in_at,
  expiresAt: row.expires_at,
  lastUsedAt: row.last_used_at,
  lastUsedBy: row.last_used_by,
  userAgent: row.user_agent,
})

const sessionsByIds = statement<SessionRow>(
  'sessions_by_ids',
  `select id, user_id, secret_hash, methods, signed_in_at, expires_at, last_used_at, last_used_by, user_agent
   from session where id = any($1::bigint[])`,
)

export const loadSessions = async (db: Db, ids: readonly number[]): Promise<Map<number, Session>> => {
  const rows = await db.query(sessionsByIds, [ids])
  return new Map(rows.map(row => [row.id, sessionOf(row)]))
}

/** Sessions that are not expired, last used first. */
export const listSessionsOfUser = async (db: Queryable, userId: number, now: Date): Promise<Session[]> => {
  const { rows } = await sql<SessionRow>`
    select id, user_id, secret_hash, methods, signed_in_at, expires_at, last_used_at, last_used_by, user_agent
    from session where user_id = ${userId} and expires_at > ${now}
    order by last_used_at desc, id desc`.execute(db)
  return rows.map(sessionOf)
}

export const insertSession = async (tx: Tx, session: Omit<Session, 'id'>): Promise<number> => {
  const row = await tx
    .insertInto('session')
    .values({
      user_id: session.userId,
      secret_hash: session.secretHash,
      methods: [...session.methods],
      signed_in_at: session.signedInAt,
      expires_at: session.expiresAt,
      last_used_at: session.lastUsedAt,
      last_used_by: session.lastUsedBy,
      user_agent: session.userAgent,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Keeps the `kept` most recently used sessions of the account. Returns the ids of the removed ones. */
export const removeSurplusSessions = async (tx: Tx, userId: number, kept: number): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    delete from session where id in (
      select id from session where user_id = ${userId} order by last_used_at desc, id desc offset ${kept})
    returning id`.execute(tx)
  return rows.map(row => row.id)
}

/** Removes the given session of the account, all except one, or all. Returns the ids of the removed ones. */
export const removeSessions = async (
  tx: Tx,
  userId: number,
  which: { readonly only?: number | undefined; readonly except?: number | undefined } = {},
): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    delete from session where user_id = ${userId}
    ${which.only === undefined ? sql`` : sql`and id = ${which.only}`}
    ${which.except === undefined ? sql`` : sql`and id <> ${which.except}`}
    returning id`.execute(tx)
  return rows.map(row => row.id)
}

export const recordSessionUse = async (tx: Tx, id: number, at: Date, ip: string): Promise<void> => {
  await tx.updateTable('session').set({ last_used_at: at, last_used_by: ip }).where('id', '=', id).execute()
}

export const removeExpiredSessions = async (db: Queryable, now: Date): Promise<void> => {
  await db.deleteFrom('session').where('expires_at', '<=', now).execute()
}

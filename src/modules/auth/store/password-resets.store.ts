import { sql } from 'kysely'
import type { Queryable, Tx } from '../../../platform/db/db.ts'

export interface PasswordReset {
  readonly userId: number
  readonly email: string
  readonly expiresAt: Date
}

interface ResetRow {
  user_id: number
  email: string
  expires_at: Date
}

const resetOf = (row: ResetRow | undefined): PasswordReset | undefined =>
  row && { userId: row.user_id, email: row.email, expiresAt: row.expires_at }

/** Number of resets of the account since then. Other transactions that count them wait until the transaction ends. */
export const countResets = async (tx: Tx, userId: number, since: Date): Promise<number> => {
  await sql`select 1 from users where id = ${userId} for no key update`.execute(tx)
  const { rows } = await sql<{ size: number }>`
    select count(*) as size from password_reset where user_id = ${userId} and created_at > ${since}`.execute(tx)
  return rows[0]?.size ?? 0
}

export const insertReset = async (
  tx: Tx,
  reset: PasswordReset & { readonly tokenHash: Buffer; readonly createdAt: Date },
): Promise<void> => {
  await tx
    .insertInto('password_reset')
    .values({
      token_hash: reset.tokenHash,
      user_id: reset.userId,
      email: reset.email,
      created_at: reset.createdAt,
      expires_at: reset.expiresAt,
    })
    .execute()
}

export const findReset = async (db: Queryable, tokenHash: Buffer, now: Date): Promise<PasswordReset | undefined> => {
  const { rows } = await sql<ResetRow>`
    select user_id, email, expires_at from password_reset
    where token_hash = ${tokenHash} and expires_at > ${now}`.execute(db)
  return resetOf(rows[0])
}

/** If two requests use one token at the same time, only one gets the row. */
export const consumeReset = async (tx: Tx, tokenHash: Buffer, now: Date): Promise<PasswordReset | undefined> => {
  const { rows } = await sql<ResetRow>`
    delete from password_reset where token_hash = ${tokenHash} and expires_at > ${now}
    returning user_id, email, expires_at`.execute(tx)
  return resetOf(rows[0])
}

export const removeResetsOfUser = async (tx: Tx, userId: number): Promise<void> => {
  await tx.deleteFrom('password_reset').where('user_id', '=', userId).execute()
}

export const removeExpiredResets = async (db: Queryable, now: Date): Promise<void> => {
  await db.deleteFrom('password_reset').where('expires_at', '<=', now).execute()
}

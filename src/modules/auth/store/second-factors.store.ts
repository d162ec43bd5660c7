import { sql } from 'kysely'
import type { Queryable, Tx } from '../../../platform/db/db.ts'

export interface SecondFactor {
  readonly id: number
  readonly name: string
  readonly sealedSecret: Buffer
  readonly lastStep: number
  readonly createdAt: Date
  readonly isConfirmed: boolean
  readonly lastUsedAt: Date | null
}

/** Confirmed factors and those that are being set up, by id. */
export const listSecondFactors = async (db: Queryable, userId: number): Promise<SecondFactor[]> => {
  const { rows } = await sql<{
    id: number
    name: string
    sealed_secret: Buffer
    last_step: number
    created_at: Date
    is_confirmed: boolean
    last_used_at: Date | null
  }>`
    select id, name, sealed_secret, last_step, created_at, confirmed_at is not null is_confirmed, last_used_at
    from second_factor where user_id = ${userId} order by id`.execute(db)
  return rows.map(row => ({
    id: row.id,
    name: row.name,
    sealedSecret: row.sealed_secret,
    lastStep: row.last_step,
    createdAt: row.created_at,
    isConfirmed: row.is_confirmed,
    lastUsedAt: row.last_used_at,
  }))
}

/** Whether an account has a confirmed factor. */
export interface FactorFlag {
  readonly hasFactor: boolean
}

export const loadFactorFlags = async (db: Queryable, userIds: readonly number[]): Promise<Map<number, FactorFlag>> => {
  const { rows } = await sql<{ user_id: number }>`
    select distinct user_id from second_factor
    where user_id = any(${[...userIds]}::bigint[]) and confirmed_at is not null`.execute(db)
  const having = new Set(rows.map(row => row.user_id))
  return new Map(userIds.map(id => [id, { hasFactor: having.has(id) }]))
}

/** Waits for other transactions that work on the factors of the account. */
export const lockFactors = async (tx: Tx, userId: number): Promise<void> => {
  await sql`select 1 from users where id = ${userId} for no key update`.execute(tx)
}

/** Factors that their owner did not finish to set up are replaced. */
export const insertFactor = async (
  tx: Tx,
  userId: number,
  { name, sealedSecret, at }: { readonly name: string; readonly sealedSecret: Buffer; readonly at: Date },
): Promise<number> => {
  await sql`delete from second_factor where user_id = ${userId} and confirmed_at is null`.execute(tx)
  const { rows } = await sql<{ id: number }>`
    insert into second_factor (user_id, name, sealed_secret, created_at)
    values (${userId}, ${name}, ${sealedSecret}, ${at}) returning id`.execute(tx)
  return rows[0]?.id ?? 0
}

/** false: the factor is confirmed already, or is not there. */
export const confirmFactor = async (tx: Tx, id: number, step: number, at: Date): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    update second_factor set confirmed_at = ${at}, last_step = ${step}
    where id = ${id} and confirmed_at is null`.execute(tx)
  return numAffectedRows === 1n
}

/** false: a code of this time step, or of a later one, was used already. */
export const useStep = async (tx: Tx, id: number, step: number, at: Date): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    update second_factor set last_step = ${step}, last_used_at = ${at}
    where id = ${id} and last_step < ${step}`.execute(tx)
  return numAffectedRows === 1n
}

/** false: the account has no such factor. */
export const deleteFactor = async (tx: Tx, userId: number, id: number): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    delete from second_factor where user_id = ${userId} and id = ${id} and confirmed_at is not null`.execute(tx)
  return numAffectedRows === 1n
}

/** Removes all factors of the account, its recovery codes and its wrong codes. false: it had no confirmed factor. */
export const deleteAllFactors = async (tx: Tx, userId: number): Promise<boolean> => {
  const { rows } = await sql<{ was_confirmed: boolean }>`
    with factors as (delete from second_factor where user_id = ${userId} returning confirmed_at),
      codes as (delete from recovery_code where user_id = ${userId}),
      wrong as (delete from wrong_code where user_id = ${userId})
    select coalesce(bool_or(confirmed_at is not null), false) was_confirmed from factors`.execute(tx)
  return rows[0]?.was_confirmed === true
}

export const replaceRecoveryCodes = async (tx: Tx, userId: number, hashes: readonly Buffer[]): Promise<void> => {
  await sql`delete from recovery_code where user_id = ${userId}`.execute(tx)
  if (hashes.length === 0) return
  await sql`
    insert into recovery_code (user_id, code_hash)
    select ${userId}, hash from unnest(${[...hashes]}::bytea[]) hash`.execute(tx)
}

export const countRecoveryCodes = async (db: Queryable, userId: number): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int count from recovery_code where user_id = ${userId}`.execute(db)
  return rows[0]?.count ?? 0
}

/** false: the account has no such code, or it was used. */
export const useRecoveryCode = async (tx: Tx, userId: number, hash: Buffer): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    delete from recovery_code where user_id = ${userId} and code_hash = ${hash}`.execute(tx)
  return numAffectedRows === 1n
}

/** Counts a code as wrong, before it is checked. Returns the count of the window of time, and when the window began. */
export const countWrongCode = async (
  tx: Tx,
  userId: number,
  now: Date,
  windowMs: number,
): Promise<{ readonly count: number; readonly beganAt: Date }> => {
  const oldest = new Date(now.getTime() - windowMs)
  const { rows } = await sql<{ count: number; window_began_at: Date }>`
    insert into wrong_code (user_id, count, window_began_at) values (${userId}, 1, ${now})
    on conflict (user_id) do update set
      count = case when wrong_code.window_began_at <= ${oldest} then 1 else wrong_code.count + 1 end,
      window_began_at = case when wrong_code.window_began_at <= ${oldest} then ${now} else wrong_code.window_began_at end
    returning count, window_began_at`.execute(tx)
  return { count: rows[0]?.count ?? 0, beganAt: rows[0]?.window_began_at ?? now }
}

export const forgetWrongCodes = async (tx: Tx, userId: number): Promise<void> => {
  await sql`delete from wrong_code where user_id = ${userId}`.execute(tx)
}

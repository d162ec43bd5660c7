import { sql } from 'kysely'
import type { Queryable } from '../../../platform/db/db.ts'
import type { ChainLink } from '../model/entry.ts'

/** A signed end of the chain. */
export interface SignedHead extends ChainLink {
  readonly signedAt: Date
  readonly signature: Buffer
}

interface HeadRow extends ChainLink {
  readonly signed_at: Date
  readonly signature: Buffer
}

const headOf = ({ n, hash, signed_at, signature }: HeadRow): SignedHead => ({ n, hash, signedAt: signed_at, signature })

export const insertHead = async (db: Queryable, { n, hash, signedAt, signature }: SignedHead): Promise<void> => {
  await sql`
    insert into audit_head (n, hash, signed_at, signature) values (${n}, ${hash}, ${signedAt}, ${signature})
    on conflict (n) do update set signed_at = excluded.signed_at`.execute(db)
}

/** The signed heads from a row on, by row. */
export const listHeads = async (db: Queryable, from: number): Promise<SignedHead[]> => {
  const { rows } = await sql<HeadRow>`
    select n, hash, signed_at, signature from audit_head where n >= ${from} order by n`.execute(db)
  return rows.map(headOf)
}

export const readLastHead = async (db: Queryable): Promise<SignedHead | undefined> => {
  const { rows } = await sql<HeadRow>`
    select n, hash, signed_at, signature from audit_head order by n desc limit 1`.execute(db)
  return rows[0] && headOf(rows[0])
}

export const removeHeadsBefore = async (db: Queryable, n: number): Promise<void> => {
  await sql`delete from audit_head where n < ${n}`.execute(db)
}

/** The end of the part of the chain that was checked. */
export interface CheckState {
  readonly checkedAt: Date
  readonly until: number
  /** First row that is broken, and what is wrong; null: none. */
  readonly brokenAt: number | null
  readonly fault: string | null
}

export const readCheck = async (db: Queryable): Promise<CheckState | undefined> => {
  const { rows } = await sql<{ checked_at: Date; until_n: number; broken_n: number | null; fault: string | null }>`
    select checked_at, until_n, broken_n, fault from audit_check`.execute(db)
  const [row] = rows
  return row && { checkedAt: row.checked_at, until: row.until_n, brokenAt: row.broken_n, fault: row.fault }
}

export const writeCheck = async (db: Queryable, { checkedAt, until, brokenAt, fault }: CheckState): Promise<void> => {
  await sql`
    insert into audit_check (checked_at, until_n, broken_n, fault) values (${checkedAt}, ${until}, ${brokenAt}, ${fault})
    on conflict (is_only) do update set checked_at = excluded.checked_at, until_n = excluded.until_n,
      broken_n = excluded.broken_n, fault = excluded.fault`.execute(db)
}

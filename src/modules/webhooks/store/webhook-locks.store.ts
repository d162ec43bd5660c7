import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/db.ts'

/**
 * Waits until nobody else queues, claims or records deliveries of these webhooks; held until the transaction ends. A transaction takes all its
 * locks at once, by id, before it changes a row of a webhook or of a delivery: otherwise two transactions could wait for each other.
 */
export const lockWebhooks = async (tx: Tx, ids: Iterable<number>): Promise<void> => {
  const inOrder = [...new Set(ids)].sort((left, right) => left - right)
  if (inOrder.length === 0) return
  await sql`select pg_advisory_xact_lock(hashtext('webhook'), id) from unnest(${inOrder}::int[]) id`.execute(tx)
}

/** `lockWebhooks` for a transaction about one webhook. */
export const lockWebhook = (tx: Tx, id: number): Promise<void> => lockWebhooks(tx, [id])

/** Of these webhooks those whose lock was free; the caller holds them until the transaction ends. */
export const tryLockWebhooks = async (tx: Tx, ids: readonly number[]): Promise<ReadonlySet<number>> => {
  const { rows } = await sql<{ id: number }>`
    select id from unnest(${[...ids]}::int[]) id where pg_try_advisory_xact_lock(hashtext('webhook'), id)`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

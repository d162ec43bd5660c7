import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/db.ts'
import type { Attempt, DeliveryState } from '../model/webhook.ts'
import type { ClaimedDelivery, SentBody } from './claims.store.ts'

/** Attempts that a delivery keeps; older ones are left out. */
const KEPT_ATTEMPTS = 40
const KEPT_BEFORE = `$[last - ${KEPT_ATTEMPTS - 2} to last]`

/** The request of an attempt, and its result. */
export interface MadeAttempt {
  readonly sent: SentBody
  readonly headers: Readonly<Record<string, string>>
  readonly attempt: Attempt
}

/** Locks those of the deliveries whose lease is still the caller's, and returns their ids: no other process makes their attempts. */
export const lockHeld = async (
  tx: Tx,
  deliveries: readonly Pick<ClaimedDelivery, 'id' | 'leaseUntil'>[],
): Promise<ReadonlySet<number>> => {
  const { rows } = await sql<{ id: number }>`
    select delivery.id from unnest(
      ${deliveries.map(({ id }) => id)}::bigint[], ${deliveries.map(({ leaseUntil }) => leaseUntil)}::timestamptz[]
    ) as held (id, lease_until) join webhook_delivery delivery on delivery.id = held.id
    where delivery.state = 'running' and delivery.lease_until = held.lease_until
    for update of delivery`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** The state of a delivery after an attempt. */
export interface AttemptedDelivery {
  readonly id: number
  readonly state: DeliveryState
  readonly nextAttempt: Date | null
  readonly failures: number
  readonly refusedSince: Date | null
  readonly made: MadeAttempt
}

/** Stores the results of many attempts in one statement. The caller has locked the deliveries. */
export const storeResults = async (tx: Tx, attempted: readonly AttemptedDelivery[]): Promise<void> => {
  if (attempted.length === 0) return
  const rows = attempted.map(({ id, state, nextAttempt, failures, refusedSince, made }) => ({
    id,
    state,
    next_attempt: nextAttempt,
    failures,
    refused_since: refusedSince,
    change: made.sent.change,
    body: made.sent.body,
    has_artifact: made.sent.hasArtifact,
    headers: made.headers,
    attempt: made.attempt,
  }))
  await sql`
    update webhook_delivery delivery set state = row.state, next_attempt = row.next_attempt, lease_until = null,
      failures = row.failures, refused_since = row.refused_since, change = row.change, body = row.body,
      has_artifact = row.has_artifact, headers = row.headers,
      attempts = jsonb_path_query_array(attempts, ${KEPT_BEFORE}::jsonpath) || jsonb_build_array(row.attempt)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (
      id bigint, state text, next_attempt timestamptz, failures int, refused_since timestamptz, change jsonb, body text,
      has_artifact boolean, headers jsonb, attempt jsonb)
    where delivery.id = row.id`.execute(tx)
}

/** Ends the claims of deliveries of which no attempt was made. The caller has locked the deliveries. */
export const putBack = async (
  tx: Tx,
  deliveries: readonly { readonly id: number; readonly nextAttempt: Date }[],
): Promise<void> => {
  if (deliveries.length === 0) return
  await sql`
    update webhook_delivery delivery set state = 'waiting', next_attempt = row.next_attempt, lease_until = null
    from unnest(
      ${deliveries.map(({ id }) => id)}::bigint[], ${deliveries.map(({ nextAttempt }) => nextAttempt)}::timestamptz[]
    ) as row (id, next_attempt)
    where delivery.id = row.id`.execute(tx)
}

/** Deletes deliveries of which there is nothing to tell. */
export const deleteDeliveries = async (tx: Tx, ids: readonly number[]): Promise<void> => {
  if (ids.length === 0) return
  await tx
    .deleteFrom('webhook_delivery')
    .where('id', 'in', [...ids])
    .execute()
}

/** One more attempt of a delivery that is over. */
export const noteRetry = (
  tx: Tx,
  { id, failures, refusedSince }: ClaimedDelivery,
  state: DeliveryState,
  made: MadeAttempt,
) => storeResults(tx, [{ id, state, nextAttempt: null, failures, refusedSince, made }])

/** All that wait are due now. */
export const makeAllDue = async (tx: Tx, webhookId: number, now: Date): Promise<void> => {
  await tx
    .updateTable('webhook_delivery')
    .set({ next_attempt: now })
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'waiting')
    .where('next_attempt', 'is not', null)
    .execute()
}

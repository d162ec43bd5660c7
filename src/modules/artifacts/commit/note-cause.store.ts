import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/db.ts'
import type { EventCause } from '../../../platform/events/event-log.ts'

/** Adds the cause to all events that the transaction has appended. */
export const noteCause = async (tx: Tx, cause: EventCause): Promise<void> => {
  await sql`
    update event
    set payload = payload || jsonb_build_object('cause', coalesce(payload -> 'cause', '{}') || ${JSON.stringify(cause)}::jsonb)
    where xid = pg_current_xact_id()`.execute(tx)
}

/** Notes on all events of artifacts that the transaction has appended: who imports them, and whether the people concerned get mails. */
export const noteImport = async (
  tx: Tx,
  { importId, actorId, notify }: { readonly importId: number; readonly actorId: number; readonly notify: boolean },
): Promise<void> => {
  const added = { ...(notify && { notify }), cause: { import_id: importId } }
  await sql`
    update event set actor_id = ${actorId}, payload = payload || ${JSON.stringify(added)}::jsonb
    where xid = pg_current_xact_id() and artifact_id is not null`.execute(tx)
}

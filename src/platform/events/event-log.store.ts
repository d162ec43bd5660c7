import { sql } from 'kysely'
import { parseJsonb, type Queryable, type Tx } from '../db/db.ts'
import { auditFacts, type AuditFacts } from './acting.ts'
import type { EventCursor, LoggedEvent, Means, NewEvent } from './event-log.ts'

export const appendEvents = async (tx: Tx, events: readonly NewEvent[]): Promise<void> => {
  if (events.length === 0) return
  const facts = auditFacts()
  await tx
    .insertInto('event')
    .values(
      events.map(event => ({
        kind: event.kind,
        actor_id: event.actorId,
        means: event.means,
        project_id: event.projectId ?? null,
        tracker_id: event.trackerId ?? null,
        artifact_id: event.artifactId ?? null,
        changeset_id: event.changesetId ?? null,
        payload: JSON.stringify(payloadOf(event, facts)),
      })),
    )
    .execute()
}

/** Work in the background is nobody's call, also where a call began it. */
const payloadOf = ({ payload = {}, means }: NewEvent, facts: AuditFacts | undefined): object =>
  facts && means !== 'job' && means !== 'workflow' && payload['audit'] === undefined
    ? { ...payload, audit: facts }
    : payload

/** A row of the log, as `EVENT_COLUMNS` selects it. */
export interface EventRow {
  seq: number
  transaction_id: string
  at: Date
  kind: string
  actor_id: number | null
  means: Means
  project_id: number | null
  tracker_id: number | null
  artifact_id: number | null
  changeset_id: number | null
  payload: string
}

export const EVENT_COLUMNS = sql.raw(
  'seq, xid::text as transaction_id, at, kind, actor_id, means, project_id, tracker_id, artifact_id, changeset_id, payload',
)

export const loggedEventOf = (row: EventRow): LoggedEvent => ({
  seq: row.seq,
  cursor: `${row.transaction_id}.${row.seq}`,
  at: row.at,
  kind: row.kind,
  actorId: row.actor_id,
  means: row.means,
  projectId: row.project_id,
  trackerId: row.tracker_id,
  artifactId: row.artifact_id,
  changesetId: row.changeset_id,
  payload: parseJsonb<Record<string, unknown>>(row.payload),
})

/**
 * The next events after a cursor, in an order that skips none. Only events of transactions older than the oldest running transaction are
 * shown, ordered by transaction. An event that commits late is therefore always after the cursor.
 */
export const listEvents = async (db: Queryable, after: EventCursor, limit: number): Promise<LoggedEvent[]> => {
  const [xid = '0', seq = '0'] = after === '' ? [] : after.split('.')
  const { rows } = await sql<EventRow>`
    select ${EVENT_COLUMNS}
    from event
    where (xid, seq) > (${xid}::xid8, ${seq}::bigint) and xid < pg_snapshot_xmin(pg_current_snapshot())
    order by event.xid, event.seq
    limit ${limit}`.execute(db)
  return rows.map(loggedEventOf)
}

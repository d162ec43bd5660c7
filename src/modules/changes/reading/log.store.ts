import { parseJsonb, statement, type Db } from '../../../platform/db/db.ts'
import type { LoggedEvent, Means } from '../../../platform/events/event-log.ts'
import { placeOf, type Place } from '../model/place.ts'
import type { EventWithFacts } from '../visibility/prepared-event.ts'

/** The state of the log at one moment. */
export interface LogState {
  /** The oldest running transaction: readers see the events before it. */
  readonly xmin: bigint
  /** The next transaction. */
  readonly xmax: bigint
  /** Timeline of the database server; a promotion begins a new one. */
  readonly timeline: string
  /** Events up to this place are deleted; undefined: none. */
  readonly horizon: Place | undefined
}

interface StateRow {
  xmin: string
  xmax: string
  timeline: string
  horizon: string | null
}

const stateStatement = statement<StateRow>(
  'log-state',
  `select pg_snapshot_xmin(now)::text as xmin, pg_snapshot_xmax(now)::text as xmax,
    substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8) as timeline, (select cursor from event_horizon) as horizon
  from pg_current_snapshot() now`,
)

export const readLogState = async (db: Db): Promise<LogState> => {
  const [row] = await db.query(stateStatement, [])
  if (!row) throw new Error('the state of the log is one row')
  return {
    xmin: BigInt(row.xmin),
    xmax: BigInt(row.xmax),
    timeline: row.timeline,
    horizon: row.horizon === null ? undefined : placeOf(row.horizon),
  }
}

/** The artifact of an event as it is now, and its changeset. */
interface FactsRow {
  now_tracker_id: number | null
  now_submitted_by: number | null
  now_granted_group_ids: number[] | null
  /** Ids with commas between them. */
  field_ids: string | null
  has_comment: boolean | null
  comment_group_ids: number[] | null
}

/** Of artifact `a` and changeset `c`. */
const FACTS = `a.tracker_id as now_tracker_id, a.submitted_by as now_submitted_by, a.granted_group_ids as now_granted_group_ids,
    array_to_string(array(select jsonb_object_keys(c.delta)), ',') as field_ids,
    c.comment_body <> '' or c.comment_history is not null as has_comment, c.comment_group_ids`

/** The artifact and the changeset of event `e`. */
const JOINS = `left join artifact a on a.id = e.artifact_id
    left join changeset c on c.id = coalesce(e.changeset_id, (e.payload ->> 'comment_changeset_id')::bigint)
      and c.artifact_id = e.artifact_id`

interface EventRow extends FactsRow {
  xid: string
  seq: number
  /** Milliseconds since 1970. */
  at: number
  kind: string
  actor_id: number | null
  means: Means
  project_id: number | null
  tracker_id: number | null
  artifact_id: number | null
  changeset_id: number | null
  payload: string
}

/** The events are chosen first, so that the look-ups of each are by primary keys. */
const eventsStatement = statement<EventRow>(
  'feed-events',
  `with chosen as materialized (
    select seq, xid, at, kind, actor_id, means, project_id, tracker_id, artifact_id, changeset_id, payload
    from event where (xid, seq) > ($1::xid8, $2::bigint) and (xid, seq) <= ($3::xid8, $4::bigint)
    order by xid, seq limit $5
  )
  select e.xid::text as xid, e.seq, (extract(epoch from e.at) * 1000)::bigint as at, e.kind, e.actor_id, e.means, e.project_id, e.tracker_id, e.artifact_id, e.changeset_id,
    e.payload::text as payload,
    ${FACTS}
  from chosen e ${JOINS}
  order by e.xid, e.seq`,
)

/** Events after a place, up to and including another one, with the present facts of what they are about. */
export const listEventsBetween = async (
  db: Db,
  after: Place,
  upTo: Place,
  limit: number,
): Promise<EventWithFacts[]> => {
  const rows = await db.query(eventsStatement, [
    String(after.xid),
    String(after.seq),
    String(upTo.xid),
    String(upTo.seq),
    limit,
  ])
  return rows.map(toEvent)
}

const toEvent = (row: EventRow): EventWithFacts => ({
  event: toLogged(row),
  place: { xid: BigInt(row.xid), seq: BigInt(row.seq) },
  ...factsOf(row),
})

const factsOf = (row: FactsRow): Pick<EventWithFacts, 'artifact' | 'changeset'> => ({
  artifact:
    row.now_tracker_id === null
      ? undefined
      : {
          trackerId: row.now_tracker_id,
          submittedBy: row.now_submitted_by ?? 0,
          grantedGroupIds: row.now_granted_group_ids,
        },
  changeset:
    row.has_comment === null
      ? undefined
      : {
          fieldIds: idsIn(row.field_ids ?? ''),
          hasComment: row.has_comment,
          commentGroupIds: row.comment_group_ids,
        },
})

const idsIn = (text: string): number[] => (text === '' ? [] : text.split(',').map(Number))

const toLogged = (row: EventRow): LoggedEvent => ({
  seq: row.seq,
  cursor: `${row.xid}.${row.seq}`,
  at: new Date(row.at),
  kind: row.kind,
  actorId: row.actor_id,
  means: row.means,
  projectId: row.project_id,
  trackerId: row.tracker_id,
  artifactId: row.artifact_id,
  changesetId: row.changeset_id,
  payload: row.payload === '{}' ? NO_PAYLOAD : parseJsonb<Record<string, unknown>>(row.payload),
})

const NO_PAYLOAD: Record<string, unknown> = {}

/** The same facts for events that a consumer of the log has read already. */
const factsStatement = statement<FactsRow & { seq: number }>(
  'feed-facts',
  `select e.seq, ${FACTS}
  from event e ${JOINS}
  where e.seq = any($1::bigint[])`,
)

export const addFacts = async (db: Db, events: readonly LoggedEvent[]): Promise<EventWithFacts[]> => {
  const rows = await db.query(factsStatement, [events.map(({ seq }) => seq)])
  const bySeq = new Map(rows.map(row => [row.seq, row]))
  return events.map(event => {
    const row = bySeq.get(event.seq)
    const place = placeOf(event.cursor)
    if (!row) return { event, place, artifact: undefined, changeset: undefined }
    return { event, place, ...factsOf(row) }
  })
}

/** A changeset of an artifact. */
export interface ArtifactVersion {
  readonly artifactId: number
  readonly changesetId: number
}

/** Changesets of artifacts as updates, and their first ones as creations, newest first. Their events may be deleted. */
const versionsStatement = statement<EventRow & { after: number }>(
  'feed-versions',
  `select wanted.after, '0' as xid, 0 as seq, (extract(epoch from c.submitted_on) * 1000)::bigint as at,
    case when exists (select from changeset earlier where earlier.artifact_id = c.artifact_id and earlier.id < c.id)
      then 'artifact.updated' else 'artifact.created' end as kind,
    c.submitted_by as actor_id, 'rest' as means, null::bigint as project_id, a.tracker_id, c.artifact_id, c.id as changeset_id,
    '{}' as payload,
    ${FACTS}
  from unnest($1::bigint[], $2::bigint[], $3::bigint[]) as wanted (artifact_id, after, before), lateral (
      select * from changeset where artifact_id = wanted.artifact_id and id < wanted.before order by id desc limit $4
    ) c join artifact a on a.id = c.artifact_id
  order by c.id desc`,
)

/** Up to `limit` versions of each artifact before one of its changesets, which `after` names in the result. */
export const listVersionsBefore = async (
  db: Db,
  wanted: readonly (ArtifactVersion & { readonly before: number })[],
  limit: number,
): Promise<{ readonly after: number; readonly version: EventWithFacts }[]> => {
  const rows = await db.query(versionsStatement, [
    wanted.map(({ artifactId }) => artifactId),
    wanted.map(({ changesetId }) => changesetId),
    wanted.map(({ before }) => before),
    limit,
  ])
  return rows.map(row => ({ after: row.after, version: toEvent(row) }))
}

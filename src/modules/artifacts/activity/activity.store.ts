import { sql } from 'kysely'
import { statement, type Db, type Queryable, type Tx } from '../../../platform/db/db.ts'
import { pseudoField, pseudoFields, type PseudoField, type SeenArtifacts } from '../../fields/index.ts'
import { isSeen } from '../queries/conditions.store.ts'

/** The artifacts and fields of the platform that the account sees. */
export interface OwnView {
  readonly seen: readonly SeenArtifacts[]
  /** Status fields that the account may not read. */
  readonly hiddenStatusFieldIds: readonly number[]
}

// The index holds a submitter under the pseudo-field of each tracker, and an assignee under the field of its contributor semantic. An
// artifact without a status semantic is open, and so is one whose status the account may not read. Any other artifact is open if it has one
// of the open values.
const ownOpen = (
  { userId, isSubmitted, isAssigned }: { userId: number; isSubmitted: boolean; isAssigned: boolean },
  { seen, hiddenStatusFieldIds }: OwnView,
) => sql`
  with own as (
    select i.artifact_id, t.id as tracker_id
    from tracker t join artifact_index i
      on i.field_id = -(t.id * ${pseudoFields.length}::bigint + ${pseudoFields.indexOf('submitter')}::bigint) and i.val = ${userId}::float8
    where ${isSubmitted}::boolean
    union
    select i.artifact_id, s.tracker_id
    from semantic s join artifact_index i on i.field_id = (s.definition ->> 'fieldId')::bigint and i.val = ${userId}::float8
    where ${isAssigned}::boolean and s.type = 'contributor'
  )
  select o.id
  from own
  join artifact o on o.id = own.artifact_id
  left join semantic s on s.tracker_id = own.tracker_id and s.type = 'status'
  where ${isSeen(seen)} and (
    s.tracker_id is null or (s.definition ->> 'fieldId')::bigint = any(${hiddenStatusFieldIds}::bigint[]) or exists (
      select from jsonb_array_elements_text(s.definition -> 'openValueIds') open
      join artifact_index i on i.field_id = (s.definition ->> 'fieldId')::bigint
        and i.val = open::float8 and i.artifact_id = o.id))`

/** Open artifacts, by id, that the account sees and that it submitted or is assigned to. */
export const listOwnOpen = async (
  db: Db,
  input: { userId: number; isSubmitted: boolean; isAssigned: boolean; limit: number; offset: number },
  view: OwnView,
): Promise<{ ids: number[]; size: number }> => {
  const { rows } = await sql<{ ids: number[]; size: number }>`
    with open as materialized (${ownOpen(input, view)})
    select (select count(*) from open) as size,
      array(select id from open order by id limit ${input.limit} offset ${input.offset}) as ids`.execute(db.kysely)
  return rows[0] ?? { ids: [], size: 0 }
}

/** Number of artifacts that the history of an account holds. */
const MAX_VISITS_PER_ACCOUNT = 30

/**
 * Records on which artifacts accounts worked. `visits` are sorted oldest first. Older visits beyond the limit of each account are removed,
 * and deleted artifacts are left out.
 */
export const recordVisits = async (tx: Tx, visits: readonly VisitRecord[]): Promise<void> => {
  const rows = [...Map.groupBy(visits, visit => visit.userId).values()].flatMap(latestOfAccount)
  await sql`
    insert into visited_artifact (user_id, artifact_id, visited_at)
    select u.id, a.id, v.at
    from unnest(${rows.map(row => row.userId)}::bigint[], ${rows.map(row => row.artifactId)}::bigint[],
                ${rows.map(row => row.at.toISOString())}::timestamptz[]) v (user_id, artifact_id, at)
    join users u on u.id = v.user_id
    join artifact a on a.id = v.artifact_id
    order by u.id, a.id
    on conflict (user_id, artifact_id) do update set visited_at = excluded.visited_at`.execute(tx)
  await sql`
    delete from visited_artifact where (user_id, artifact_id) in (
      select user_id, artifact_id
      from (select user_id, artifact_id, row_number() over (partition by user_id order by visited_at desc, artifact_id desc) as place
            from visited_artifact where user_id = any(${rows.map(row => row.userId)}::bigint[])) ranked
      where place > ${MAX_VISITS_PER_ACCOUNT})`.execute(tx)
}

interface VisitRecord {
  readonly userId: number
  readonly artifactId: number
  readonly at: Date
}

/** The visits of one account within the limit, each artifact with its latest visit, oldest first. */
const latestOfAccount = (visits: readonly VisitRecord[]): VisitRecord[] => {
  const byArtifact = new Map<number, VisitRecord>()
  for (const visit of visits) {
    byArtifact.delete(visit.artifactId)
    byArtifact.set(visit.artifactId, visit)
  }
  return [...byArtifact.values()].slice(-MAX_VISITS_PER_ACCOUNT)
}

/** Visits of an account, newest first. */
export const listVisits = (db: Queryable, userId: number): Promise<{ artifact_id: number; visited_at: Date }[]> =>
  db
    .selectFrom('visited_artifact')
    .select(['artifact_id', 'visited_at'])
    .where('user_id', '=', userId)
    .orderBy('visited_at', 'desc')
    .orderBy('artifact_id', 'desc')
    .execute()

export const clearVisits = async (db: Queryable, userId: number): Promise<void> => {
  await db.deleteFrom('visited_artifact').where('user_id', '=', userId).execute()
}

const latestOfTrackers = statement<{ id: number }>(
  'latest-artifacts-of-trackers',
  // The index gives the newest artifacts of each tracker; then the newest of all are taken.
  `select latest.artifact_id as id
   from unnest($1::bigint[]) field (id)
   cross join lateral (
     select artifact_id, val from artifact_index where field_id = field.id order by val desc, artifact_id desc limit $2) latest
   order by latest.val desc, latest.artifact_id desc
   limit $2`,
)

/** The latest changed artifacts of some trackers, newest first. `lastUpdateFieldIds` are the pseudo-fields of the trackers. */
export const listLatestChanged = async (
  db: Db,
  lastUpdateFieldIds: readonly number[],
  limit: number,
): Promise<number[]> => (await db.query(latestOfTrackers, [lastUpdateFieldIds, limit])).map(row => row.id)

interface ActivityRow {
  readonly tracker_id: number
  /** Time of the last change, in seconds since 1970. */
  readonly changed: number | null
  /** Weeks with new artifacts, and the number of these. */
  readonly weeks: readonly number[]
  readonly sizes: readonly number[]
}

/** By tracker: when an artifact that the account sees changed last, and how many of them each week brought. */
export const readTrackerActivity = async (
  db: Db,
  trackerIds: readonly number[],
  { since, weekSeconds, weeks }: { readonly since: Date; readonly weekSeconds: number; readonly weeks: number },
  seen: readonly SeenArtifacts[],
): Promise<ReadonlyMap<number, ActivityRow>> => {
  const start = since.getTime() / 1000
  const fields = (field: PseudoField) => trackerIds.map(id => pseudoField(id, field))
  const { rows } = await sql<ActivityRow>`
    select t.id as tracker_id, coalesce(by_week.weeks, '{}') as weeks, coalesce(by_week.sizes, '{}') as sizes,
      (select i.val from artifact_index i join artifact o on o.id = i.artifact_id
       where i.field_id = t.updated and (${isSeen(seen)}) order by i.val desc limit 1) as changed
    from unnest(${trackerIds}::bigint[], ${fields('lastUpdate')}::bigint[], ${fields('submittedOn')}::bigint[])
      t (id, updated, submitted)
    cross join lateral (
      select array_agg(w.week) as weeks, array_agg(w.size) as sizes
      from (select least(floor((i.val - ${start}::float8) / ${weekSeconds}::float8)::int, ${weeks - 1}::int) as week,
                   count(*)::int as size
            from artifact_index i join artifact o on o.id = i.artifact_id
            where i.field_id = t.submitted and i.val >= ${start}::float8 and (${isSeen(seen)})
            group by 1) w) by_week`.execute(db.kysely)
  return new Map(rows.map(row => [row.tracker_id, row]))
}

/** A tracker whose open artifacts are counted. */
export interface CountedTracker {
  readonly id: number
  /** No artifact of it is hidden from the account. */
  readonly isSeenWhole: boolean
  /** Undefined: every artifact counts as open. */
  readonly statusFieldId: number | undefined
  readonly openValues: readonly number[]
}

interface TrackerWork {
  readonly tracker_id: number
  readonly open: number
  /** Time of the last change, in seconds since 1970. */
  readonly changed: number | null
}

/** By tracker: its open artifacts, and when an artifact changed last; both of artifacts that the account sees. */
export const readTrackerWork = async (
  db: Db,
  trackers: readonly CountedTracker[],
  seen: readonly SeenArtifacts[],
): Promise<ReadonlyMap<number, TrackerWork>> => {
  const given = trackers.map(({ id, isSeenWhole, statusFieldId, openValues }) => ({
    id,
    whole: isSeenWhole,
    status: statusFieldId ?? null,
    values: openValues,
    updated: pseudoField(id, 'lastUpdate'),
  }))
  // A tracker that is seen whole is counted without a look at its artifacts.
  const { rows } = await sql<TrackerWork>`
    select t.id as tracker_id,
      (case
        when t.status is null and t.whole
          then coalesce((select c.artifact_count from tracker_counter c where c.tracker_id = t.id), 0)
        when t.status is null
          then (select count(*) from artifact o where o.tracker_id = t.id and (${isSeen(seen)}))
        when t.whole
          then (select count(distinct i.artifact_id) from artifact_index i
                where i.field_id = t.status and i.val = any(t.values))
        else (select count(distinct o.id) from artifact_index i join artifact o on o.id = i.artifact_id
              where i.field_id = t.status and i.val = any(t.values) and (${isSeen(seen)}))
      end)::int as open,
      (select i.val from artifact_index i join artifact o on o.id = i.artifact_id
       where i.field_id = t.updated and (${isSeen(seen)}) order by i.val desc limit 1) as changed
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      t (id bigint, whole boolean, status bigint, values float8[], updated bigint)`.execute(db.kysely)
  return new Map(rows.map(row => [row.tracker_id, row]))
}

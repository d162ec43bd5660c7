import { statement, type Db } from '../../../platform/db/db.ts'

/** An artifact got a status. */
export interface StatusStep {
  readonly artifactId: number
  readonly at: Date
  /** Id of the value; null: none. */
  readonly status: number | null
}

const readSteps = statement<StatusStep>(
  'status-history',
  `select c.artifact_id as "artifactId", c.submitted_on as at, (c.delta -> $2::text -> 'a' ->> 0)::bigint as status
  from changeset c where c.artifact_id = any($1::bigint[]) and c.delta ? $2::text
  order by c.artifact_id, c.id`,
)

/** All changes of the status of some artifacts: each artifact by itself, the oldest first. */
export const listStatusSteps = (db: Db, artifactIds: readonly number[], fieldId: number): Promise<StatusStep[]> =>
  artifactIds.length === 0 ? Promise.resolve([]) : db.query(readSteps, [[...artifactIds], String(fieldId)])

/** Artifacts with a status at some of the points that did not have it at the point before, less those that had it there and have it no more. */
export interface FlowStep {
  /** Index of the point. */
  readonly point: number
  /** Id of the value; null: none. */
  readonly status: number | null
  readonly change: number
}

/**
 * A status lasts from its changeset to the next one, by the ids of changesets. An artifact without a status begins without one: when it was
 * made, or came from another tracker. The earliest time of the later changesets ends a status, because imports may have earlier times.
 */
const readFlow = statement<FlowStep>(
  'cumulative-flow',
  `with steps as (
    select c.submitted_on as since, (c.delta -> $2::text -> 'a' ->> 0)::bigint as status,
      c.delta ? $2::text or c.moved_from_tracker_id is not null or lead(c.id) over by_age is null as is_step,
      min(c.submitted_on) filter (where c.delta ? $2::text or c.moved_from_tracker_id is not null) over later as until,
      coalesce(bool_or(c.moved_from_tracker_id is not null) over later, false) as is_elsewhere
    from changeset c where c.artifact_id = any($1::bigint[])
    window by_age as (partition by c.artifact_id order by c.id desc),
      later as (by_age rows between unbounded preceding and 1 preceding)
  ), bounds as (
    select status, width_bucket(since - interval '1 microsecond', $3::timestamptz[]) as first,
      coalesce(width_bucket(until - interval '1 microsecond', $3::timestamptz[]), cardinality($3::timestamptz[])) as after
    from steps where is_step and not is_elsewhere
  )
  select point, status, sum(change)::int as change from (
    select first as point, status, 1 as change from bounds where first < after
    union all select after, status, -1 from bounds where first < after) changes
  where point < cardinality($3::timestamptz[])
  group by point, status`,
)

/** How the numbers of artifacts by status change from point to point. One statement over the whole history of the artifacts. */
export const listFlowSteps = (
  db: Db,
  artifactIds: readonly number[],
  fieldId: number,
  points: readonly Date[],
): Promise<FlowStep[]> =>
  artifactIds.length === 0 || points.length === 0
    ? Promise.resolve([])
    : db.query(readFlow, [[...artifactIds], String(fieldId), [...points]])

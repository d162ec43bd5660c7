import { sql, type RawBuilder } from 'kysely'

/** How the number of artifacts with a value changes from the point before to this one. */
export interface HistoryStep {
  /** Index of the point. */
  readonly point: number
  /** Id of the value; null: none. */
  readonly value: number | null
  readonly change: number
}

/**
 * One statement over the whole history of the artifacts. A value lasts from its changeset to the next one, by the ids of changesets. An
 * artifact begins without a value: when it was made, or came from another tracker. The earliest time of the later changesets ends a value,
 * because imports may have earlier times.
 */
export const historyStatement = (
  ids: RawBuilder<unknown>,
  fieldId: number,
  points: readonly Date[],
): RawBuilder<HistoryStep> => {
  const field = sql`${String(fieldId)}::text`
  const times = sql`${points.map(point => point.toISOString())}::timestamptz[]`
  const isMove = sql`c.moved_from_tracker_id is not null`
  return sql<HistoryStep>`
    with steps as (
      select c.submitted_on as since, (c.delta -> ${field} -> 'a' ->> 0)::bigint as value,
        c.delta ? ${field} or ${isMove} or lead(c.id) over by_age is null as is_step,
        min(c.submitted_on) filter (where c.delta ? ${field} or ${isMove}) over later as until,
        coalesce(bool_or(${isMove}) over later, false) as is_elsewhere
      from changeset c where c.artifact_id in (${ids})
      window by_age as (partition by c.artifact_id order by c.id desc),
        later as (by_age rows between unbounded preceding and 1 preceding)
    ), bounds as (
      select value, width_bucket(since - interval '1 microsecond', ${times}) as first,
        coalesce(width_bucket(until - interval '1 microsecond', ${times}), ${points.length}::int) as after
      from steps where is_step and not is_elsewhere
    )
    select point, value, sum(change)::int as change from (
      select first as point, value, 1 as change from bounds where first < after
      union all select after, value, -1 from bounds where first < after) changes
    where point < ${points.length}::int
    group by point, value`
}

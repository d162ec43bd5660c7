import { sql, type RawBuilder } from 'kysely'
import type { GroupedField, Measure } from './grouping.ts'

/** Groups of a response. */
export const MAX_GROUPS = 1_000

/** Key of a group: a number of the search index, or the first day of a period; null: no value. */
export type GroupKey = number | string | null

export interface AggregateRow {
  /** undefined: the row is about all artifacts. */
  readonly keys: readonly GroupKey[] | undefined
  readonly count: number
  readonly measures: readonly (number | null)[]
}

interface Row {
  readonly is_total: boolean
  readonly keys: readonly (string | null)[]
  readonly count: number
  readonly measures: readonly (number | null)[]
}

/**
 * Counts and measures of the artifacts together and, if there are groupings, of each group, largest first, one group more than fit. An
 * artifact with several values is in several groups.
 */
export const aggregateStatement = (
  ids: RawBuilder<unknown>,
  groupings: readonly GroupedField[],
  measures: readonly Measure[],
  timezone: string,
): RawBuilder<Row> => {
  const measureJoins = sql.join(
    measures.map(
      ({ field }, index) =>
        sql`left join artifact_index ${alias('m', index)} on ${alias('m', index)}.artifact_id = f.id and ${alias('m', index)}.field_id = ${field.id}`,
    ),
    sql` `,
  )
  const measured =
    measures.length === 0
      ? sql`'{}'::float8[]`
      : sql`array[${sql.join(measures.map(({ kind }, index) => sql`${sql.raw(kind)}(${alias('m', index)}.val)::float8`))}]`
  const total = sql`select true as is_total, '{}'::text[] as keys, count(*) as count, ${measured} as measures
    from found f ${measureJoins}`
  if (groupings.length === 0) return sql`with found as materialized (${ids}) ${total}`
  const groupJoins = sql.join(
    groupings.map(
      ({ fieldId }, index) =>
        sql`left join artifact_index ${alias('g', index)} on ${alias('g', index)}.artifact_id = f.id and ${alias('g', index)}.field_id = ${fieldId}`,
    ),
    sql` `,
  )
  const keys = groupings.map((grouping, index) => keyOf(grouping, sql`${alias('g', index)}.val`, timezone))
  return sql`with found as materialized (${ids}), groups as (
      select array[${sql.join(keys)}] as keys, count(*) as count, ${measured} as measures
      from found f ${groupJoins} ${measureJoins}
      group by 1 order by 2 desc, 1 limit ${MAX_GROUPS + 1}
    )
    (${total}) union all (select false, keys, count, measures from groups order by count desc, keys)`
}

export const toAggregateRow = (
  { is_total, keys, count, measures }: Row,
  groupings: readonly GroupedField[],
): AggregateRow => ({
  keys: is_total ? undefined : keys.map((key, index) => (key === null || groupings[index]?.unit ? key : Number(key))),
  count,
  measures,
})

const alias = (letter: string, index: number): RawBuilder<unknown> => sql.raw(`${letter}${index}`)

const keyOf = ({ kind, unit }: GroupedField, value: RawBuilder<unknown>, timezone: string): RawBuilder<unknown> => {
  if (unit === null) return sql`${value}::text`
  const zone = kind === 'day' ? 'UTC' : timezone
  return sql`to_char(date_trunc(${unit}, to_timestamp(${value}) at time zone ${zone}), 'YYYY-MM-DD')`
}

import { Type } from 'typebox'
import { chartFieldType } from '../charts/chart-field.ts'
import { IsoDate, Nullable } from '../../../platform/http/schemas/schema.ts'

const Effort = Nullable(Type.Number({ description: 'Effort.' }), { description: 'Null when there was none.' })

export const burndownMembers = {
  start_date: Nullable(IsoDate('First day.'), { description: 'Null when no start is set.' }),
  duration: Nullable(Type.Integer({ description: 'Opening days after the first.' }), {
    description: 'Null when not set.',
  }),
  capacity: Nullable(Type.Number({ description: 'Effort that can be done.' }), { description: 'Null when not set.' }),
  points: Type.Array(Type.Number({ description: 'Effort.' }), { description: 'The efforts that are known, in order.' }),
  is_under_calculation: Type.Boolean({ description: 'False: charts are calculated when they are read.' }),
  opening_days: Type.Array(Type.Integer({ description: 'Day of the week, 0 = Sunday.' }), {
    description: 'Days that have a point.',
  }),
  points_with_date: Type.Array(
    Type.Object(
      { date: IsoDate('Moment of the point.'), remaining_effort: Effort },
      { description: 'A point of the chart.' },
    ),
    { description: 'One point for each opening day until today.' },
  ),
}

/** Remaining effort, day by day. fields.md §3.15; charts/compute-burndown.ts calculates it. */
export const burndown = chartFieldType('burndown', burndownMembers)

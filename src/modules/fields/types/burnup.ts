import { Type } from 'typebox'
import { chartFieldType } from '../charts/chart-field.ts'
import { IsoDate, Nullable } from '../../../platform/http/schemas/schema.ts'

export const burnupMembers = {
  start_date: Nullable(IsoDate('First day.'), { description: 'Null when no start is set.' }),
  duration: Nullable(Type.Integer({ description: 'Opening days after the first.' }), {
    description: 'Null when not set.',
  }),
  capacity: Nullable(Type.Number({ description: 'Effort that can be done.' }), { description: 'Null when not set.' }),
  is_under_calculation: Type.Boolean({ description: 'True also when the chart is not configured.' }),
  opening_days: Nullable(
    Type.Array(Type.Integer({ description: 'Day of the week, 0 = Sunday.' }), {
      description: 'Days that have a point.',
    }),
    { description: 'Null when the chart is not configured.' },
  ),
  points_with_date: Type.Array(
    Type.Object(
      {
        date: IsoDate('Moment of the point.'),
        team_effort: Type.Number({ description: 'Effort done.' }),
        total_effort: Type.Number({ description: 'Effort in all.' }),
      },
      { description: 'A point of the chart.' },
    ),
    { description: 'Points by effort.' },
  ),
  points_with_date_count_elements: Type.Array(
    Type.Object(
      {
        date: IsoDate('Moment of the point.'),
        closed_elements: Type.Integer({ description: 'Artifacts done.' }),
        total_elements: Type.Integer({ description: 'Artifacts in all.' }),
      },
      { description: 'A point of the chart.' },
    ),
    { description: 'Points by number of artifacts.' },
  ),
}

/** Effort done and to be done, day by day. fields.md §3.15 */
export const burnup = chartFieldType('burnup', burnupMembers)

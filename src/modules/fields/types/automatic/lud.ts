import { Type } from 'typebox'
import { IsoDate } from '../../../../platform/http/schemas/schema.ts'
import { pseudoField } from '../../index-rows.ts'
import { dateQuery } from '../../queries/date-query.ts'
import { readOnlyType } from '../../read-only.ts'

/** The date of the last change of the artifact. */
export const lud = readOnlyType({
  type: 'lud',
  output: Type.Object({ value: IsoDate('When the artifact was changed last.') }),
  represent: context => ({ value: context.isoDate(context.artifact.updatedOn) }),
  flat: context => context.isoDate(context.artifact.updatedOn),
  extra: { is_time_displayed: true },
  query: dateQuery({
    indexField: field => pseudoField(field.trackerId, 'lastUpdate'),
    hasTime: () => true,
    isOnEach: true,
  }),
})

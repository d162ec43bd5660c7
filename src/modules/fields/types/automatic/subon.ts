import { Type } from 'typebox'
import { IsoDate } from '../../../../platform/http/schemas/schema.ts'
import { pseudoField } from '../../index-rows.ts'
import { dateQuery } from '../../queries/date-query.ts'
import { readOnlyType } from '../../read-only.ts'

/** The date on which the artifact was created. */
export const subon = readOnlyType({
  type: 'subon',
  output: Type.Object({ value: IsoDate('When the artifact was created.') }),
  represent: context => ({ value: context.isoDate(context.artifact.submittedOn) }),
  flat: context => context.isoDate(context.artifact.submittedOn),
  extra: { is_time_displayed: true },
  query: dateQuery({
    indexField: field => pseudoField(field.trackerId, 'submittedOn'),
    hasTime: () => true,
    isOnEach: true,
  }),
})

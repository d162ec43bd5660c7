import { Type } from 'typebox'
import { columnQuery } from '../../queries/number-query.ts'
import { readOnlyType } from '../../read-only.ts'

/** Number of the artifact inside its tracker. */
export const atid = readOnlyType({
  type: 'atid',
  output: Type.Object({ value: Type.Integer({ description: 'Number of the artifact inside its tracker, from 1.' }) }),
  isByField: true,
  represent: context => ({ value: context.artifact.number }),
  flat: context => context.artifact.number,
  query: columnQuery('number'),
})

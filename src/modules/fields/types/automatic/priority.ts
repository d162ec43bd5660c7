import { Type } from 'typebox'
import { columnQuery } from '../../queries/number-query.ts'
import { readOnlyType } from '../../read-only.ts'

/** Global rank of the artifact. */
export const priority = readOnlyType({
  type: 'priority',
  output: Type.Object({ value: Type.Integer({ description: 'Global rank of the artifact.' }) }),
  isByField: true,
  needs: ['rank'],
  represent: context => ({ value: context.rank }),
  flat: context => context.rank,
  query: columnQuery('rank'),
})

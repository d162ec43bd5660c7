import { Type } from 'typebox'
import { columnQuery } from '../../queries/number-query.ts'
import { readOnlyType } from '../../read-only.ts'

/** Id of the artifact. */
export const aid = readOnlyType({
  type: 'aid',
  output: Type.Object({ value: Type.Integer({ description: 'Id of the artifact.' }) }),
  isByField: true,
  represent: context => ({ value: context.artifact.id }),
  flat: context => context.artifact.id,
  query: columnQuery('id'),
})

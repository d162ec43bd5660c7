import { Type } from 'typebox'
import { Nullable, VerbatimText } from '../../../platform/http/schemas/schema.ts'
import { MAX_GROUPS } from './aggregates.store.ts'
import { measureKinds, periodUnits } from '../../trackers/index.ts'
import { MAX_GROUPINGS, MAX_MEASURES } from './grouping.ts'

export const aggregatesQuery = Type.Object(
  {
    tql: VerbatimText('The artifacts, in the language of `tql` of the list of artifacts; empty: all of the tracker.', {
      default: '',
    }),
    group_by: Type.String({
      default: '',
      description: `Up to ${MAX_GROUPINGS} short names of lists, people or dates, separated by commas. A date takes a period, as in \`due_date:week\`: ${periodUnits.join(', ')} (day).`,
    }),
    measures: Type.String({
      default: 'count',
      description: `Up to ${MAX_MEASURES} figures, separated by commas: ${measureKinds.join(', ')} with the short name of a field of numbers, as in \`sum:effort\`. The count is always there.`,
    }),
  },
  { description: 'Artifacts, groups and figures.' },
)

const Measures = Type.Record(Type.String(), Nullable(Type.Number(), { description: 'A figure.' }), {
  description: 'Figures by the words of `measures`; null: no artifact has a number.',
})

const Key = Type.Object(
  {
    id: Type.Union([Type.Integer(), Type.String(), Type.Null()], {
      description: 'Id of the value, account or user group, or the first day of the period; null: no value.',
    }),
    label: Nullable(Type.String(), { description: 'Its name; null without a value.' }),
  },
  { description: 'A value of one field of `group_by`.' },
)

export const Aggregates = Type.Object(
  {
    total: Type.Integer({
      description: 'Number of artifacts. One with several values is in several groups and counts once here.',
    }),
    measures: Measures,
    groups: Type.Array(
      Type.Object(
        {
          keys: Type.Array(Key, { description: 'A value of each field of `group_by`, in its order.' }),
          count: Type.Integer({ description: 'Number of artifacts in the group.' }),
          measures: Measures,
        },
        { description: 'A group.' },
      ),
      { description: 'Groups with artifacts, the largest first.' },
    ),
    is_complete: Type.Boolean({ description: `Whether these are all groups; a response has at most ${MAX_GROUPS}.` }),
  },
  { description: 'Exact counts and figures of the artifacts that the requester sees.' },
)

import { Type, type Static } from 'typebox'
import { Choice, Nullable } from '../../../platform/http/schemas/schema.ts'

const forUser = {
  user_id: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: 'Account that is asked about; only administrators of the tracker ask about others.',
    }),
  ),
}
const about = {
  field_id: Type.Optional(Type.Integer({ description: 'Field that would be read or given a value.' })),
  transition_to: Type.Optional(
    Type.Integer({ description: 'Value that the field of the workflow would get; 100 = none.' }),
  ),
}

export const artifactActions = ['read', 'submit', 'update', 'comment', 'move', 'delete'] as const
export type ExplainedAction = (typeof artifactActions)[number]

export const explainArtifactQuery = Type.Object(
  {
    action: Choice(artifactActions, {
      description: 'Action to explain; `submit` creates another artifact in the same tracker.',
    }),
    ...about,
    ...forUser,
  },
  { description: 'Action to explain, and the account that would do it.' },
)

export const explainTrackerQuery = Type.Object(
  {
    action: Choice(['read', 'submit'], { description: 'Action to explain: reading the tracker, or a new artifact.' }),
    ...about,
    ...forUser,
  },
  { description: 'Action to explain, and the account that would do it.' },
)

const Groups = (description: string) =>
  Type.Array(
    Type.Object(
      {
        id: Type.String({ description: 'Id of the user group.' }),
        label: Type.String({ description: 'Name as people read it.' }),
      },
      { description: 'A user group.' },
    ),
    { description },
  )

const valueOrNone = (description: string) => Nullable(Type.Integer({ description }), { description })

const Step = Type.Object(
  {
    check: Type.String({ description: 'Subject of the check: the project, the tracker, …, or a reason of refusals.' }),
    ok: Type.Boolean({ description: 'Whether it is met.' }),
    reason: Type.Optional(Type.String({ description: 'Why not, as `error.details.reason` of the refusal.' })),
    field_id: Type.Optional(Type.Integer({ description: 'Field that it is about.' })),
    name: Type.Optional(Type.String({ description: 'Short name of the field.' })),
    transition: Type.Optional(
      Type.Object(
        { from_id: valueOrNone('Value before.'), to_id: valueOrNone('Value after.') },
        { description: 'Step of the workflow.' },
      ),
    ),
    by: Type.Optional(Groups('Groups of the account that allow it.')),
    groups: Type.Optional(Groups('Groups that could do it; for administrators of the project, who see their members.')),
  },
  { description: 'One check of the operation.' },
)
export type Step = Static<typeof Step>

export const Explanation = Type.Object(
  {
    allowed: Type.Boolean({ description: 'Whether nothing stands in the way.' }),
    reason: Type.Optional(Type.String({ description: 'Reason of the first check that is not met.' })),
    steps: Type.Array(Step, { description: 'The checks in their order, up to the one that ends the operation.' }),
  },
  { description: 'Whether something may be done, and why (not).' },
)
export type Explanation = Static<typeof Explanation>

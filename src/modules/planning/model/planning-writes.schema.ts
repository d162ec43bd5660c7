import { Type, type Static } from 'typebox'
import { Choice, Id, Nullable } from '../../../platform/http/schemas/schema.ts'

/** Ids in the order that they shall have (agile.md §4.2). */
export const OrderedIds = Type.Array(Id('Id of an artifact.'), { description: 'Artifacts in their new order.' })

/** A change of the order (agile.md §1.2). */
export const Order = Type.Object(
  {
    ids: Type.Array(Id('Id of an artifact.'), { minItems: 1, description: 'Artifacts to move, in their new order.' }),
    direction: Choice(['before', 'after'], { description: 'On which side of `compared_to` they come.' }),
    compared_to: Id('Id of the artifact beside which they come.'),
  },
  { description: 'Moves artifacts within the list.' },
)
export type OrderInput = Static<typeof Order>

const Additions = Type.Array(
  Type.Object(
    {
      id: Id('Id of the artifact.'),
      remove_from: Type.Optional(
        Nullable(Id('Id of the artifact.'), { description: 'The artifact that loses its link to it.' }),
      ),
    },
    { description: 'An artifact that comes.' },
  ),
  { description: 'Artifacts that come to the list.' },
)
export type AdditionInput = Static<typeof Additions>[number]

/** A member that is null counts as left out. */
const optional = <Schema extends typeof Order | typeof Additions>(schema: Schema, description: string) =>
  Type.Optional(Nullable(schema, { description }))

const changes = {
  order: optional(Order, 'A move, after what comes.'),
  add: optional(Additions, 'Artifacts that come.'),
}
const Reference = Type.Object({ id: Id('Id of the artifact.') }, { description: 'An artifact.' })

export const ItemListPatch = Type.Object(changes, {
  description: 'Artifacts that come to a list, and a move within it. Both happen, or none.',
})
export type ItemListChange = Static<typeof ItemListPatch>

export const TopBacklogPatch = Type.Object(
  {
    ...changes,
    remove: Type.Optional(
      Nullable(Type.Array(Reference, { description: 'Artifacts that leave.' }), {
        description: 'Artifacts that leave the stored top backlog, at last.',
      }),
    ),
  },
  { description: 'Changes of the top backlog: all happen, or none.' },
)
export type TopBacklogChange = Static<typeof TopBacklogPatch>

export const MilestonesPatch = Type.Object(
  { add: Type.Array(Reference, { description: 'Milestones that come inside.' }) },
  { description: 'Milestones that come inside a milestone.' },
)

export const NewBacklogItem = Type.Object({ artifact: Reference }, { description: 'An artifact for the backlog.' })

import { Type, type Static } from 'typebox'
import { Id, IsoDate, Uri } from '../../platform/http/schemas/schema.ts'

export const MilestoneInfo = Type.Object(
  {
    id: Id('Id of the milestone, which is an artifact.'),
    label: Type.String({ description: 'Its title; empty if it has none for the caller.' }),
    last_modified: IsoDate('Time of the last change.'),
    uri: Uri('`milestones/{id}`'),
  },
  { $id: 'MilestoneInfo', description: 'A milestone in the list of a planning.' },
)
export type MilestoneInfoRepresentation = Static<typeof MilestoneInfo>

import { Type, type Static } from 'typebox'
import { Id, IsoDate, Uri } from '../../../platform/http/schemas/schema.ts'
import { ProjectReference, TrackerReference } from '../../trackers/index.ts'

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

export const PlanningSchema = Type.Object(
  {
    id: Id('Id of the planning.'),
    uri: Uri('`plannings/{id}`'),
    label: Type.String({ description: 'Name of the planning.' }),
    project: ProjectReference,
    milestone_tracker: TrackerReference,
    backlog_trackers: Type.Array(
      Type.Object({ id: Id('Id of the tracker.'), uri: Uri('`trackers/{id}`') }, { description: 'A tracker.' }),
      { description: 'Trackers whose artifacts are planned.' },
    ),
    milestones_uri: Uri('`plannings/{id}/milestones`'),
  },
  { $id: 'Planning', description: 'Which tracker plans the content of which others.' },
)
export type PlanningRepresentation = Static<typeof PlanningSchema>

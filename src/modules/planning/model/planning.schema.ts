import { Type, type Static } from 'typebox'
import { Choice, Id, IsoDate, Nullable, Uri } from '../../../platform/http/schemas/schema.ts'
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

const text = (description: string) => Type.String({ description })
const references = (description: string) => Type.Array(TrackerReference, { description })
const uri = (address: string) => Type.Object({ uri: Uri(address) }, { description: `\`${address}\`` })
const numberOrNull = (description: string) => Nullable(Type.Number({ description: 'The number.' }), { description })

export const Milestone = Type.Object(
  {
    id: Id('Id of the milestone, which is the id of its artifact.'),
    uri: Uri('`milestones/{id}`'),
    label: text('Its title.'),
    description: text('Its description, as it was written.'),
    post_processed_description: text('Its description as HTML.'),
    submitted_by: Id('Account that made it.'),
    submitted_on: IsoDate('When it was made.'),
    planning: Type.Object(
      { id: Id('Id of the planning.'), uri: Uri('`plannings/{id}`') },
      { description: 'Its planning.' },
    ),
    project: ProjectReference,
    start_date: Nullable(IsoDate('The day.'), { description: 'First day.' }),
    end_date: Nullable(IsoDate('The day.'), { description: 'Last day.' }),
    number_days_since_start: numberOrNull('Opening days since the first day; null in short lists.'),
    number_days_until_end: numberOrNull('Opening days up to the last day; null in short lists.'),
    capacity: numberOrNull('Value of the field `capacity`.'),
    remaining_effort: numberOrNull('Value of the field `remaining_effort`.'),
    status_value: text('Label of its status.'),
    semantic_status: Choice(['open', 'closed'], { description: 'Meaning of the status.' }),
    parent: Nullable(
      Type.Object(
        { id: Id('Id of the parent.'), uri: Uri('`milestones/{id}`'), tracker: TrackerReference },
        { description: 'The parent.' },
      ),
      { description: 'Milestone that holds it; null in short lists.' },
    ),
    artifact: Type.Object(
      { id: Id('Id of the artifact.'), uri: Uri('`artifacts/{id}`'), tracker: TrackerReference },
      { description: 'The artifact that it is.' },
    ),
    sub_milestones_uri: Uri('`milestones/{id}/milestones`'),
    sub_milestone_type: Nullable(TrackerReference, { description: 'Tracker of the milestones inside it.' }),
    backlog_uri: Uri('`milestones/{id}/backlog`'),
    content_uri: Uri('`milestones/{id}/content`'),
    cardwall_uri: Nullable(Uri('`milestones/{id}/cardwall`'), { description: 'Null without a cardwall.' }),
    burndown_uri: Nullable(Uri('`milestones/{id}/burndown`'), { description: 'Null without a burndown field.' }),
    last_modified_date: IsoDate('Time of the last change.'),
    status_count: Nullable(
      Type.Object(
        { open: Type.Integer({ description: 'Open ones.' }), closed: Type.Integer({ description: 'Closed ones.' }) },
        { description: 'Numbers of artifacts.' },
      ),
      { description: 'Its content and the children of it, as far as the caller sees them; null in short lists.' },
    ),
    has_user_priority_change_permission: Type.Boolean({ description: 'Whether the caller may fill and order it.' }),
    resources: Type.Object(
      {
        milestones: Type.Object(
          {
            uri: Uri('`milestones/{id}/milestones`'),
            accept: Type.Object({ trackers: references('Trackers.') }, { description: 'Takes artifacts of these.' }),
          },
          { description: 'Milestones inside it.' },
        ),
        backlog: Type.Object(
          {
            uri: Uri('`milestones/{id}/backlog`'),
            accept: Type.Object(
              { trackers: references('Trackers.'), parent_trackers: references('Trackers of their parents.') },
              { description: 'Takes artifacts of these.' },
            ),
          },
          { description: 'Artifacts for the milestones inside it.' },
        ),
        content: Type.Object(
          {
            uri: Uri('`milestones/{id}/content`'),
            accept: Type.Object({ trackers: references('Trackers.') }, { description: 'Takes artifacts of these.' }),
          },
          { description: 'Planned artifacts.' },
        ),
        siblings: uri('milestones/{id}/siblings'),
        cardwall: Nullable(uri('milestones/{id}/cardwall'), { description: 'Null without a cardwall.' }),
        burndown: Nullable(uri('milestones/{id}/burndown'), { description: 'Null without a burndown field.' }),
        additional_panes: Type.Array(Type.Never({ description: 'None.' }), { maxItems: 0, description: 'None.' }),
      },
      { description: 'Resources of the milestone.' },
    ),
    original_project_provider: Type.Null({ description: 'Null.' }),
  },
  { $id: 'Milestone', description: 'A milestone: an artifact that plans others.' },
)
export type MilestoneRepresentation = Static<typeof Milestone>

const backlogItemMembers = {
  id: Id('Id of the artifact.'),
  label: text('Its title.'),
  type: text('Name of its tracker.'),
  short_type: text('Item name of its tracker.'),
  status: Choice(['Open', 'Closed'], { description: 'Meaning of the status.' }),
  color: text('Colour of its tracker.'),
  initial_effort: numberOrNull('Value of the initial effort.'),
  artifact: Type.Object(
    { id: Id('Id of the artifact.'), uri: Uri('`artifacts/{id}`'), tracker: TrackerReference },
    { description: 'The artifact that it is.' },
  ),
  parent: Nullable(
    Type.Object(
      {
        id: Id('Id of the parent.'),
        label: text('Its title.'),
        uri: text('Always the same text.'),
        tracker: Type.Object({}, { additionalProperties: true, description: 'Its tracker, with the project.' }),
      },
      { description: 'The parent.' },
    ),
    { description: 'The first parent that the caller sees.' },
  ),
  project: ProjectReference,
  has_children: Type.Boolean({ description: 'Whether it has children that the caller sees.' }),
  accept: Type.Object(
    { trackers: references('Trackers of children in which the caller may make artifacts.') },
    { description: 'Kinds of its children.' },
  ),
  card_fields: Type.Array(
    Type.Object({}, { additionalProperties: true, description: 'A value, as in `values` of an artifact.' }),
    { description: 'Values of the fields that cards show.' },
  ),
}

export const BacklogItem = Type.Object(
  {
    ...backlogItemMembers,
    full_status: Type.Object(
      { value: text('Label of the status.'), color: Nullable(text('Name.'), { description: 'Name of its colour.' }) },
      { description: 'The status.' },
    ),
    background_color_name: text('Name of the colour of the card, or an empty text.'),
    remaining_effort: numberOrNull('Value of the field `remaining_effort`.'),
  },
  { $id: 'BacklogItem', description: 'An artifact that can be planned.' },
)
export type BacklogItemRepresentation = Static<typeof BacklogItem>

export const BacklogItemV2 = Type.Object(backlogItemMembers, {
  $id: 'BacklogItemV2',
  description: 'An artifact that can be planned, in the second version of the API.',
})

export const TopBacklog = Type.Object(
  {
    content: Type.Array(BacklogItemV2, { description: 'Artifacts of the page.' }),
    accept: Type.Object(
      { trackers: references('Trackers.'), parent_trackers: references('Trackers of their parents.') },
      { description: 'Takes artifacts of these.' },
    ),
    has_user_priority_change_permission: Type.Boolean({ description: 'Whether the caller may fill and order it.' }),
  },
  { $id: 'TopBacklog', description: 'The top backlog of a project.' },
)
export type TopBacklogRepresentation = Static<typeof TopBacklog>

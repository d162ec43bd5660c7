import { Type, type Static, type TSchema } from 'typebox'
import { Choice, Id, Nullable, Uri } from '../../../platform/http/schemas/schema.ts'

const flag = (description: string) => Type.Boolean({ description })
const text = (description: string) => Type.String({ description })
const list = <Item extends TSchema>(item: Item, description: string) => Type.Array(item, { description })

export const TrackerUsage = Type.Object(
  {
    browse_instructions: text('Shown above lists of artifacts.'),
    submit_instructions: text('Shown above the form of a new artifact.'),
    can_create_artifacts: flag('Whether the requester may create artifacts.'),
    can_copy_artifacts: flag('Whether artifacts can be copied.'),
    has_private_comments: flag('Whether comments can be for some user groups only.'),
  },
  { $id: 'TrackerUsage', description: 'How people work with a tracker.' },
)
export type TrackerUsageRepresentation = Static<typeof TrackerUsage>

export const ProjectReference = Type.Object(
  {
    id: Id('Id of the project.'),
    uri: Uri('`projects/{id}`'),
    label: text('Name of the project.'),
    icon: text('Emoji of the project, or an empty text.'),
  },
  { description: 'A project inside another object.' },
)

export const MinimalTracker = Type.Object(
  {
    id: Id('Id of the tracker.'),
    uri: Uri('`trackers/{id}`'),
    label: text('Name of the tracker.'),
    color_name: text('Colour of the tracker: a name of the palette.'),
    project: ProjectReference,
    cannot_create_reasons: Nullable(Type.Array(Type.String()), {
      description:
        'Why the requester cannot create an artifact by its title alone; empty when they can. Null where it was not asked for.',
    }),
  },
  { $id: 'MinimalTracker', description: 'A tracker in short.' },
)
export type MinimalTrackerRepresentation = Static<typeof MinimalTracker>

export const TrackerReference = Type.Object(
  {
    id: Id('Id of the tracker.'),
    uri: Uri('`trackers/{id}`'),
    label: text('Name of the tracker.'),
    color: text('Colour of the tracker: a name of the palette.'),
    project: ProjectReference,
  },
  { $id: 'TrackerReference', description: 'A tracker inside another object.' },
)
export type TrackerReferenceRepresentation = Static<typeof TrackerReference>

const UserGroup = Type.Object(
  {
    id: text('Id of the group: `<project>_<number>` for the dynamic groups of a project.'),
    uri: Uri('`user_groups/{id}`'),
    label: text('Name to show.'),
    users_uri: Uri('`user_groups/{id}/users`'),
    short_name: text('Short name.'),
    key: text('Key of the name; the name itself for static groups.'),
  },
  { description: 'A user group in short.' },
)

export const FieldDescription = Type.Object(
  {
    field_id: Id('Id of the form element.'),
    label: text('Name to show.'),
    name: text('Short name, unique in the tracker.'),
    type: text('Kind of form element.'),
    values: Type.Unknown({ description: 'Values that a list offers; null for what is not a list.' }),
    required: flag('A value must be given.'),
    collapsed: flag('The fieldset is folded at first.'),
    bindings: Type.Object(
      {
        type: Nullable(Type.String(), {
          description: 'Source of the values of a list: static, users, ugroups; null for others.',
        }),
        list: list(
          Type.Object(
            {
              id: Type.Union([Type.Integer(), Type.String()], { description: 'Number of the group.' }),
              label: text('Name of the group.'),
            },
            { description: 'A group that feeds the list.' },
          ),
          'Groups that feed a list of users.',
        ),
      },
      { description: 'Source of the values of a list.' },
    ),
    permissions: list(Type.String(), 'Rights of the requester: read, update, create.'),
    permissions_for_groups: Nullable(
      Type.Object(
        {
          can_submit: list(UserGroup, 'Groups that fill the field in a new artifact.'),
          can_read: list(UserGroup, 'Groups that read it.'),
          can_update: list(UserGroup, 'Groups that change it, and so read it.'),
        },
        { description: 'Rights as they are granted.' },
      ),
      { description: 'Rights by group, for administrators of the tracker.' },
    ),
    default_value: Type.Unknown({ description: 'Value that a new artifact gets when nothing is given.' }),
    has_notifications: flag('Users in the field are notified.'),
    is_used: flag('The element is in use.'),
    description: text('Purpose of the field.'),
    specific_properties: Type.Unknown({ description: 'Properties of the kind; an empty list when there are none.' }),
    label_decorators: list(
      Type.Object(
        {
          label: text('Short text.'),
          description: text('Longer text.'),
          icon: Nullable(Type.String(), { description: 'Name of an icon.' }),
          url: Nullable(Type.String(), { description: 'Where to read more.' }),
          action: Nullable(Type.String(), { description: 'Effect of the address.' }),
        },
        { description: 'A mark beside the label.' },
      ),
      'Where the field is used in the workflow.',
    ),
    file_creation_uri: Type.Optional(Uri('Where uploads for a file field are created.')),
    max_size_upload: Type.Optional(Type.Integer({ description: 'Largest file, in bytes.' })),
    is_time_displayed: Type.Optional(flag('The date has a time of the day.')),
    hint: Type.Optional(text('Text shown in an empty open list.')),
    allowed_types: Type.Optional(
      list(
        Type.Object(
          {
            shortname: text('Short name of the type.'),
            forward_label: text('Seen from the source.'),
            reverse_label: text('Seen from the target.'),
          },
          { description: 'A type of links.' },
        ),
        'Types that links of the project may have.',
      ),
    ),
    sortable: Type.Optional(flag('`order_by` of lists takes the field; with `with=query`.')),
    queryable: Type.Optional(
      list(Type.String(), 'Comparisons that `tql` takes with the field: =, !=, <, IN …; with `with=query`.'),
    ),
    is_hidden: Type.Optional(flag('The workflow hides the fieldset in the present state of the artifact.')),
  },
  { $id: 'FieldDescription', description: 'A form element with all that is configured about it.' },
)
export type FieldRepresentation = Static<typeof FieldDescription>

export interface StructureRepresentation {
  id: number
  content: StructureRepresentation[] | null
}
export const Structure = Type.Unsafe<StructureRepresentation>(
  Type.Object(
    {
      id: Id('Id of the form element.'),
      content: Type.Unknown({
        description: 'Elements in a container, in order, of this same form; null for all others.',
      }),
    },
    { $id: 'TrackerStructure', description: 'Place of a form element.' },
  ),
)

const FieldReference = (description: string) => Type.Object({ field_id: Id('Id of the field.') }, { description })

export const Semantics = Type.Object(
  {
    title: Type.Optional(FieldReference('Field with the title.')),
    description: Type.Optional(FieldReference('Field with the description.')),
    status: Type.Optional(
      Type.Object(
        { field_id: Id('Id of the field.'), value_ids: list(Type.Integer(), 'Values that mean open.') },
        { description: 'Field that tells open from closed.' },
      ),
    ),
    contributor: Type.Optional(FieldReference('Field with the people in charge.')),
    timeframe: Type.Optional(
      Type.Object(
        {
          start_date_field_id: Type.Optional(Id('Field with the first day.')),
          duration_field_id: Type.Optional(Id('Field with the number of days.')),
          end_date_field_id: Type.Optional(Id('Field with the last day.')),
          implied_from_tracker: Type.Optional(
            Type.Object(
              { id: Id('Id of the tracker.'), uri: Uri('`trackers/{id}`') },
              { description: 'Tracker whose artifacts give theirs to those that they link to.' },
            ),
          ),
        },
        { description: 'When the work takes place.' },
      ),
    ),
    progress: Type.Optional(
      Type.Object(
        {
          total_effort_field_id: Type.Optional(Id('Field with the whole effort.')),
          remaining_effort_field_id: Type.Optional(Id('Field with what is left of it.')),
          artifact_link_type: Type.Optional(text('Type of the links whose targets are counted.')),
        },
        { description: 'How far the work is.' },
      ),
    ),
    initial_effort: Type.Optional(FieldReference('Field with the estimated effort.')),
    velocity: Type.Optional(FieldReference('Field with the velocity.')),
  },
  { description: 'Meanings of fields for the tracker: those that are set and that the requester may read.' },
)
export type SemanticsRepresentation = Static<typeof Semantics>

export const Workflow = Type.Object(
  {
    field_id: Id('Field whose values are the states; 0 without workflow.'),
    is_used: text('`1` enabled, `0` disabled, empty without workflow.'),
    is_legacy: flag('Of the old kind.'),
    is_advanced: flag('Each transition has settings of its own; otherwise each state.'),
    rules: Type.Object(
      {
        dates: list(
          Type.Object(
            {
              source_field_id: Id('Field on the left.'),
              target_field_id: Id('Field on the right.'),
              comparator: text('`<`, `≤`, `=`, `≥`, `>` or `≠`.'),
            },
            { description: 'A comparison of two dates.' },
          ),
          'Comparisons that must hold.',
        ),
        lists: list(
          Type.Object(
            {
              source_field_id: Id('Field that decides.'),
              source_value_id: Id('Its value; 100 is none.'),
              target_field_id: Id('Field that depends on it.'),
              target_value_id: Id('A value that is then possible; 100 is none.'),
            },
            { description: 'A pair of values that go together.' },
          ),
          'Pairs of values that are possible.',
        ),
      },
      { description: 'Rules that hold with and without workflow.' },
    ),
    transitions: list(
      Type.Object(
        {
          id: Id('Id of the transition.'),
          from_id: Nullable(Type.Integer(), { description: 'Value that it starts from; null for a new artifact.' }),
          to_id: Id('Value that it leads to.'),
        },
        { description: 'A step from one state to another.' },
      ),
      'Steps that the requester may take.',
    ),
  },
  { $id: 'TrackerWorkflow', description: 'Which steps between the values of a field are possible.' },
)
export type WorkflowRepresentation = Static<typeof Workflow>

export const trackerQuery = Type.Object(
  {
    with: Choice(['', 'query'], {
      description: 'query: `sortable` and `queryable` of each field, too.',
      default: '',
    }),
  },
  { description: 'Form of the answer.' },
)

export const CompleteTracker = Type.Object(
  {
    id: Id('Id of the tracker.'),
    uri: Uri('`trackers/{id}`'),
    html_url: Uri('Address of its page.'),
    project: ProjectReference,
    label: text('Name of the tracker.'),
    description: text('Purpose of the tracker.'),
    item_name: text('Name of one of its items: the keyword of references.'),
    fields: list(FieldDescription, 'Form elements that the requester may read.'),
    structure: list(Structure, 'Place of each element in the form.'),
    semantics: Semantics,
    workflow: Nullable(Workflow, { description: 'Null when the requester cannot read its field.' }),
    permissions_for_groups: Nullable(
      Type.Object(
        {
          can_access: list(UserGroup, 'Groups that see all artifacts.'),
          can_access_submitted_by_user: list(UserGroup, 'Groups whose people see their own ones.'),
          can_access_assigned_to_group: list(UserGroup, 'Groups that see what is assigned to their people.'),
          can_access_submitted_by_group: list(UserGroup, 'Groups that see what their people submitted.'),
          can_admin: list(UserGroup, 'Groups that administrate the tracker.'),
        },
        { description: 'Rights by group.' },
      ),
      { description: 'Rights by group, for administrators of the tracker.' },
    ),
    parent: Nullable(TrackerReference, { description: 'Parent in the hierarchy, if the requester may see it.' }),
    resources: list(
      Type.Object(
        { type: text('Kind of resource.'), uri: Uri('Its address.') },
        { description: 'Something that belongs to the tracker.' },
      ),
      'Things that belong to the tracker.',
    ),
    color_name: text('Colour of the tracker: a name of the palette.'),
    notifications: Type.Object(
      { enabled: flag('Changes are told by mail.') },
      { description: 'Notifications of the tracker.' },
    ),
  },
  { $id: 'CompleteTracker', description: 'A tracker with everything that is configured about it.' },
)
export type CompleteTrackerRepresentation = Static<typeof CompleteTracker>

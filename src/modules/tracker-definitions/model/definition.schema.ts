import { Type, type Static, type TSchema } from 'typebox'
import { Choice, Nullable, VerbatimText } from '../../../platform/http/schemas/schema.ts'
import { fieldTypeNames } from '../../fields/index.ts'
import {
  chartKinds,
  MAX_WIDTH,
  measureKinds,
  MIN_WIDTH,
  MODULE_ACTIONS,
  periodUnits,
  trackerColors,
  viewKinds,
} from '../../trackers/index.ts'

// Users keep definitions in files: an unknown member is a mistake and gives a fault.
const strict = { additionalProperties: false } as const
const object = <Members extends Record<string, TSchema>>(members: Members, description: string) =>
  Type.Object(members, { ...strict, description })
const list = <Item extends TSchema>(item: Item, description: string) => Type.Array(item, { description, default: [] })
const flag = (byDefault: boolean, description: string) =>
  Type.Optional(Type.Boolean({ default: byDefault, description }))
const optionalText = (description: string) => Type.Optional(VerbatimText(description, { default: '' }))

const fieldName = (description: string) => VerbatimText(description)
const groups = (description: string) =>
  Type.Optional(list(Type.String({ description: 'Short name of a user group.' }), description))
const valueName = (description: string) => VerbatimText(description)

export const General = object(
  {
    name: VerbatimText('Name of the tracker.'),
    item_name: VerbatimText('Short name of its artifacts: the keyword of references to them.'),
    description: optionalText('Purpose of the tracker.'),
    color: Type.Optional(Choice(trackerColors, { description: 'Colour of the palette.', default: 'inca-silver' })),
    submit_instructions: optionalText('Shown above the form of a new artifact.'),
    browse_instructions: optionalText('Shown above lists of artifacts.'),
    instantiate_for_new_projects: flag(false, 'Copied with the project when that is a template.'),
    allow_copy: flag(true, 'Artifacts can be copied.'),
    enable_email_gateway: flag(false, 'Artifacts can be created by mail.'),
    log_priority_changes: flag(false, 'Changes of the priority are kept in the history.'),
    is_displayed_in_new_dropdown: flag(false, 'Offered in the menu of new things.'),
    use_private_comments: flag(true, 'Comments can be restricted to groups.'),
    enable_move_artifacts: flag(true, 'Artifacts can be moved to and from other trackers.'),
  },
  'Names and behaviour of the tracker.',
)
export type GeneralDefinition = Static<typeof General>

export const Notifications = object(
  {
    level: Type.Optional(
      Choice(['all', 'none', 'status_change'], { description: 'Which changes are told by mail.', default: 'all' }),
    ),
    should_send_event: flag(false, 'A calendar event goes with them; needs a title and a timeframe.'),
  },
  'Changes that are told by mail.',
)
export type NotificationsDefinition = Static<typeof Notifications>

export const Hierarchy = object(
  {
    parent: Nullable(
      Type.String({ description: 'Item name of the parent; `project/item_name` when it is of another project.' }),
      { description: 'The parent of the tracker; null = none.' },
    ),
  },
  'Where the tracker stands in the hierarchy.',
)

export const TrackerRights = object(
  {
    admin: groups('Administer the tracker.'),
    full: groups('See all artifacts.'),
    assignee: groups('See artifacts that are assigned to their people.'),
    submitter: groups('See artifacts that their people submitted.'),
    submitter_only: groups('See what they submitted themselves.'),
  },
  'Rights on the tracker, by short names of groups. One that is left out is granted to nobody.',
)
export type TrackerRightsDefinition = Static<typeof TrackerRights>

export const FieldRights = object(
  { read: groups('See it.'), submit: groups('Fill it in a new artifact.'), update: groups('See and change it.') },
  'Rights on the field, by short names of groups.',
)
export type FieldRightsDefinition = Static<typeof FieldRights>

const Color = Nullable(
  VerbatimText('Name of the palette, or `#rrggbb` of old trackers.', { pattern: '^([a-z-]+|#[0-9a-f]{6})$' }),
  { description: 'Colour; null = none.' },
)

const StaticBindValue = object(
  {
    label: VerbatimText('Text of the value.'),
    previous_label: Type.Optional(
      VerbatimText('Label that the value had: the value is renamed, and artifacts that have it keep it.'),
    ),
    merged_into: Type.Optional(
      VerbatimText(
        'Name of another value of the list: this one goes, and artifacts that have it get the other. A value that the list has no longer is passed over.',
      ),
    ),
    reference: Type.Optional(
      VerbatimText('Name of the value in other parts of the definition, where the label is not unique in its list.'),
    ),
    description: Type.Optional(VerbatimText('Longer text.')),
    is_hidden: Type.Optional(Type.Boolean({ description: 'No longer offered.' })),
    is_default: Type.Optional(Type.Boolean({ description: 'New artifacts have it.' })),
    color: Type.Optional(Color),
  },
  'A value of the list.',
)
export type StaticValueDefinition = Static<typeof StaticBindValue>

const GroupValue = object(
  {
    group: Type.String({ description: 'Short name of the group.' }),
    is_hidden: Type.Optional(Type.Boolean({ description: 'No longer offered.' })),
    is_default: Type.Optional(Type.Boolean({ description: 'New artifacts have it.' })),
  },
  'A group that the list offers.',
)

export const Bind = object(
  {
    type: Choice(['static', 'users', 'ugroups'], { description: 'Source of the values of the list.' }),
    is_alphabetical: Type.Optional(
      Type.Boolean({ description: 'static: values are shown by label, not in this order.' }),
    ),
    values: Type.Optional(Type.Array(StaticBindValue, { description: 'static: all values, in their order.' })),
    sources: Type.Optional(
      Type.Array(
        Type.String({
          description:
            '`group_members`, `group_admins`, `artifact_submitters`, `artifact_modifiers`, or `ugroup:` and the short name of a group.',
        }),
        { description: 'users: who is offered.' },
      ),
    ),
    default_users: Type.Optional(
      Type.Array(Type.String({ description: 'Login.' }), { description: 'users: whom new artifacts have.' }),
    ),
    groups: Type.Optional(Type.Array(GroupValue, { description: 'ugroups: the groups, in their order.' })),
  },
  'Source of the values of a list; only the members of its type.',
)
export type BindDefinition = Static<typeof Bind>

const elementMembers = {
  type: Choice(fieldTypeNames, { description: 'Kind of form element.' }),
  name: fieldName('Short name, unique in the tracker: what everything else calls the element.'),
  previous_name: Type.Optional(
    fieldName('Name that the element had: the element is renamed, and artifacts keep their values.'),
  ),
  label: VerbatimText('Name to show.'),
  description: optionalText('Purpose of the element.'),
  is_required: flag(false, 'A value must be given.'),
  is_used: flag(true, 'Part of the form; otherwise it only keeps its values.'),
  has_notifications: flag(false, 'Users in the field are notified.'),
  settings: Type.Optional(
    Type.Record(Type.String(), Type.Unknown({ description: 'Setting of the kind.' }), {
      description: 'As `specific_properties` of the field; those left out have their defaults.',
    }),
  ),
  bind: Type.Optional(Bind),
  none_color: Type.Optional(Color),
  permissions: Type.Optional(FieldRights),
}

/** One element; `content` has the same form and is decoded level by level (`decode-definition.ts`). */
export const Element = object(
  {
    ...elementMembers,
    content: Type.Optional(
      Type.Array(Type.Unknown({ description: 'An element of this same form.' }), {
        description: 'Elements inside a fieldset or a column, in their order.',
      }),
    ),
  },
  'A field, a container or a static element of the form.',
)
export interface ElementDefinition extends Omit<Static<typeof Element>, 'content'> {
  readonly content?: ElementDefinition[]
}

const optionalField = (description: string) => Type.Optional(fieldName(description))

export const Semantics = object(
  {
    title: optionalField('Field with the title.'),
    description: optionalField('Field with the description.'),
    status: Type.Optional(
      object(
        {
          field: fieldName('Field that tells open from closed.'),
          open_values: list(valueName('Value.'), 'Values that mean open.'),
        },
        'Which artifacts are open.',
      ),
    ),
    done: Type.Optional(
      object(
        { closed_values: list(valueName('Value of the status.'), 'Values that mean done.') },
        'Which artifacts are done.',
      ),
    ),
    contributor: optionalField('Field with the people in charge.'),
    initial_effort: optionalField('Field with the effort that was estimated first.'),
    velocity: optionalField('Field with the velocity.'),
    tooltip: Type.Optional(
      Type.Array(fieldName('Field.'), { description: 'Fields shown where an artifact is pointed at.' }),
    ),
    timeframe: Type.Optional(
      object(
        {
          start_date: optionalField('Field with the first day.'),
          end_date: optionalField('Field with the last day.'),
          duration: optionalField('Field with the number of days.'),
          implied_from: Type.Optional(Type.String({ description: 'Tracker whose timeframe counts.' })),
        },
        '`start_date` with `end_date` or `duration`, or `implied_from` alone.',
      ),
    ),
    progress: Type.Optional(
      object(
        {
          total_effort: optionalField('Field with all the effort.'),
          remaining_effort: optionalField('Field with what remains.'),
          link_type: Type.Optional(Type.String({ description: 'Type of links to what is counted.' })),
        },
        'Both efforts, or `link_type` alone.',
      ),
    ),
    card_fields: Type.Optional(
      object(
        {
          fields: list(fieldName('Field.'), 'Fields on a card.'),
          background_color: Nullable(fieldName('Field whose colour the card has.'), { description: 'null = none.' }),
        },
        'Contents of cards.',
      ),
    ),
  },
  'Meanings of fields for the tracker; one that is left out is not set.',
)
export type SemanticsDefinition = Static<typeof Semantics>

export const Rules = object(
  {
    dates: list(
      object(
        {
          source: fieldName('Field with a date.'),
          comparator: Choice(['<', '≤', '=', '≥', '>', '≠'], { description: 'How they must stand.' }),
          target: fieldName('The other field.'),
        },
        'How two dates must stand to each other.',
      ),
      'Rules about dates.',
    ),
    lists: list(
      object(
        {
          source_field: fieldName('List that decides.'),
          source_value: Nullable(valueName('Its value.'), { description: 'null = None.' }),
          target_field: fieldName('List that depends on it.'),
          target_value: Nullable(valueName('A value that is then possible.'), { description: 'null = None.' }),
        },
        'A pair of values that go together.',
      ),
      'Dependencies between lists.',
    ),
  },
  'Rules that every artifact obeys.',
)
export type RulesDefinition = Static<typeof Rules>

const Action = object(
  {
    type: Choice(['set_field_value', 'run_job', 'frozen_fields', 'hidden_fieldsets', ...MODULE_ACTIONS], {
      description: 'Kind of the action.',
    }),
    field: optionalField('set_field_value: the field.'),
    value: Type.Optional(
      Type.Union([Type.Number({ description: 'Number.' }), VerbatimText('`current` date, or "" to clear.')], {
        description: 'set_field_value: the value.',
      }),
    ),
    job_url: Type.Optional(Type.String({ description: 'run_job: the address that is called.' })),
    fields: Type.Optional(
      Type.Array(fieldName('Name.'), { description: 'frozen_fields, hidden_fieldsets: the elements.' }),
    ),
  },
  'An action of the transition; only the members of its type.',
)
export type ActionDefinition = Static<typeof Action>

const Transition = object(
  {
    from: Nullable(valueName('Value.'), { description: 'Value before; null = new artifact.' }),
    to: valueName('Value after.'),
    groups: groups('Groups that may take it.'),
    not_empty: Type.Optional(list(fieldName('Field.'), 'Fields that must have a value.')),
    is_comment_required: flag(false, 'There must be a comment.'),
    actions: Type.Optional(list(Action, 'Actions of the transition, in this order.')),
  },
  'A change of the value that is allowed.',
)
export type TransitionDefinition = Static<typeof Transition>

export const Workflow = object(
  {
    field: fieldName('The list that the workflow governs.'),
    is_enabled: flag(true, 'It is enforced.'),
    is_legacy: flag(false, 'Of an old platform, with its behaviour.'),
    mode: Type.Optional(
      Choice(['simple', 'advanced'], { description: 'Settings by state, or by transition.', default: 'simple' }),
    ),
    transitions: list(Transition, 'Each pair of values once.'),
  },
  'Which changes of a list are allowed.',
)

const Trigger = object(
  {
    direction: Type.Optional(
      Choice(['up', 'down'], {
        description: 'up: artifacts follow their children; down: they follow their parents.',
        default: 'up',
      }),
    ),
    condition: Choice(['at_least_one', 'all_of'], { description: 'Of the children, or the parents.' }),
    set: object({ field: fieldName('List.'), value: valueName('Value.') }, 'Value that the artifact gets.'),
    when: list(
      object(
        {
          tracker: Type.String({ description: 'Item name of a child tracker; for down of the parent tracker.' }),
          field: fieldName('List of it.'),
          value: valueName('Value of it.'),
        },
        'Value of a child.',
      ),
      'Values that children must have.',
    ),
  },
  'A value that follows from values of child artifacts, or of parents.',
)
export type TriggerDefinition = Static<typeof Trigger>

export const CannedResponses = list(
  object({ title: VerbatimText('Title.'), body: VerbatimText('Text.') }, 'A text for comments.'),
  'Texts ready for comments.',
)

export const Webhooks = Type.Array(Type.String({ description: 'Address, http or https.' }), {
  description: 'Addresses that are told of changes.',
})

const Criterion = object(
  {
    field: fieldName('Field.'),
    is_advanced: flag(false, 'Several values can be chosen.'),
    text: Type.Optional(VerbatimText('Text to look for, in fields that are no list.')),
    values: Type.Optional(Type.Array(valueName('Value.'), { description: 'Values to look for in a list.' })),
    includes_none: Type.Optional(Type.Boolean({ description: 'None is looked for, too.' })),
    operator: Type.Optional(
      Type.String({ description: 'With `operand`: a criterion as `query` of artifacts takes it.' }),
    ),
    operand: Type.Optional(Type.Unknown({ description: 'Operand of the operator.' })),
  },
  'A criterion of the report; without text and values nothing is looked for.',
)

const Table = object(
  {
    name: VerbatimText('Name of the table.'),
    description: optionalText('Contents of the table.'),
    rows_per_page: Type.Optional(Type.Integer({ minimum: 0, default: 15, description: 'Rows on a page.' })),
    is_multisort: flag(false, 'Sorted by several columns.'),
    columns: list(
      object(
        {
          field: fieldName('Field.'),
          link_type: Type.Optional(Type.String({ description: 'Only links of this type.' })),
          link_format: Type.Optional(Type.String({ description: 'How links are written.' })),
        },
        'A column.',
      ),
      'Columns, in their order.',
    ),
    sort: Type.Optional(list(fieldName('Field.'), 'Columns by which it is sorted.')),
  },
  'A table of results.',
)

const Grouping = object(
  {
    field: fieldName('List, people or date.'),
    period: Type.Optional(
      Nullable(Choice([...periodUnits], { description: 'Period of a date.' }), { description: 'null: no date.' }),
    ),
  },
  'A field whose values make groups.',
)

const ReportView = object(
  {
    kind: Type.Optional(Choice([...viewKinds], { default: 'table', description: 'How the artifacts are shown.' })),
    sort: Type.Optional(
      list(
        object(
          { field: fieldName('Field.'), is_descending: flag(false, 'The greatest first.') },
          'A field of the order.',
        ),
        'Fields of the order, the first one first.',
      ),
    ),
    widths: Type.Optional(
      list(
        object(
          {
            field: fieldName('Field.'),
            width: Type.Integer({ minimum: MIN_WIDTH, maximum: MAX_WIDTH, description: 'Pixels.' }),
          },
          'The width of a column.',
        ),
        'Columns that have another width than usual.',
      ),
    ),
    totals: Type.Optional(
      list(
        object(
          { field: fieldName('Field of numbers.'), kind: Choice([...measureKinds], { description: 'Figure.' }) },
          'A figure of a column.',
        ),
        'Figures of the whole result.',
      ),
    ),
    group: Type.Optional(
      Nullable(Grouping, { description: 'Groups of the table and columns of the board. null: none, and the status.' }),
    ),
    lanes: Type.Optional(Nullable(Grouping, { description: 'Lanes of the board. null: none.' })),
    limits: Type.Optional(
      list(
        object(
          {
            value: Nullable(valueName('Value.'), { description: 'null: without a value.' }),
            limit: Type.Integer({ minimum: 1, description: 'Most cards.' }),
          },
          'The limit of a column of the board.',
        ),
        'Columns of the board that warn beyond a number of cards.',
      ),
    ),
    folded: Type.Optional(
      list(
        Nullable(valueName('Value.'), { description: 'null: without a value.' }),
        'Columns of the board that are folded.',
      ),
    ),
    charts: Type.Optional(
      list(
        object(
          {
            title: optionalText('Title of the chart; empty: the names of its fields.'),
            kind: Choice([...chartKinds], { description: 'Form of the chart.' }),
            groups: list(Grouping, 'One field, or two of a stacked bar.'),
            measure: Type.Optional(
              Nullable(
                object(
                  {
                    field: fieldName('Field of numbers.'),
                    kind: Choice([...measureKinds], { description: 'Figure.' }),
                  },
                  'A figure.',
                ),
                { description: 'null: the number of artifacts.' },
              ),
            ),
          },
          'A chart.',
        ),
        'Charts of the report, in their order.',
      ),
    ),
  },
  'The presentation of a report.',
)

const Report = object(
  {
    name: VerbatimText('Name of the report.'),
    previous_name: Type.Optional(VerbatimText('Name that the report had.')),
    description: optionalText('Purpose of the report.'),
    is_default: flag(false, 'Shown first.'),
    is_query_displayed: flag(true, 'Its criteria are shown.'),
    is_in_expert_mode: flag(false, 'It looks by its query, not by its criteria.'),
    expert_query: optionalText('Query in TQL.'),
    criteria: Type.Optional(list(Criterion, 'Criteria, in their order.')),
    tables: Type.Optional(list(Table, 'Tables, in their order.')),
    view: Type.Optional(Nullable(ReportView, { description: 'null: the usual table.' })),
  },
  'A public report.',
)
export type GroupingDefinition = Static<typeof Grouping>
export type ReportDefinition = Static<typeof Report>

export const Definition = Type.Object(
  {
    version: Type.Optional(Type.Literal(1, { default: 1, description: 'Version of this form.' })),
    general: Type.Optional(General),
    notifications: Type.Optional(Notifications),
    hierarchy: Type.Optional(Hierarchy),
    permissions: Type.Optional(TrackerRights),
    form: Type.Optional(Type.Array(Element, { description: 'The form, in its order.' })),
    semantics: Type.Optional(Semantics),
    rules: Type.Optional(Rules),
    workflow: Type.Optional(Nullable(Workflow, { description: 'null = none.' })),
    triggers: Type.Optional(
      Type.Array(Trigger, {
        description: 'Triggers. One about a tracker that is missing is left out.',
      }),
    ),
    canned_responses: Type.Optional(CannedResponses),
    webhooks: Type.Optional(Webhooks),
    reports: Type.Optional(Type.Array(Report, { description: 'Public reports.' })),
  },
  {
    // `decode-definition.ts` refuses unknown members: here the body also holds the query parameters.
    additionalProperties: true,
    $id: 'TrackerDefinition',
    description:
      'Everything that is configured about a tracker, by names: no ids, always in the same order. A section that is left out stays as it is.',
  },
)
/** The form of a definition in responses. */
export const DefinitionRepresentation = Type.Unsafe<unknown>(
  Type.Object(Definition.properties, {
    $id: 'TrackerDefinitionAsRead',
    description: 'Everything that is configured about a tracker, by names: nothing is left out.',
  }),
)

export interface TrackerDefinition extends Omit<Static<typeof Definition>, 'form'> {
  form?: ElementDefinition[]
}
/** A definition in a response, with all sections. */
export type CompleteDefinition = Required<TrackerDefinition>
export type WorkflowDefinition = NonNullable<NonNullable<TrackerDefinition['workflow']>>

import { MODULE_ACTIONS } from '../model/tracker.ts'
import { Type, type Static, type TSchema } from 'typebox'
import { Choice, Id, Nullable } from '../../../platform/http/schemas/schema.ts'

const list = <Item extends TSchema>(item: Item, description: string, options: object = {}) =>
  Type.Array(item, { description, ...options })

export const NewTransition = Type.Object(
  {
    tracker_id: Id('Id of the tracker.'),
    from_id: Id('Value that it starts from; 0 for a new artifact.'),
    to_id: Id('Value that it leads to.'),
  },
  { $id: 'NewTransition', description: 'A step between two values of the field of the workflow.' },
)

export const CreatedTransition = Type.Object(
  {
    id: Id('Id of the transition.'),
    uri: Type.String({ description: '`tracker_workflow_transitions/{id}`' }),
  },
  { description: 'The new transition.' },
)

const conditions = {
  authorized_user_group_ids: list(
    Type.String({ description: 'REST id of a group.' }),
    'Groups whose people may take it; at least one.',
  ),
  not_empty_field_ids: list(Id('Id of a field.'), 'Fields that must have a value after the step.'),
  is_comment_required: Type.Boolean({ description: 'The step needs a comment; never for new artifacts.' }),
}

export const Transition = Type.Object(
  {
    id: Id('Id of the transition.'),
    from_id: Nullable(Type.Integer(), { description: 'Value that it starts from; null for a new artifact.' }),
    to_id: Id('Value that it leads to.'),
    ...conditions,
  },
  { $id: 'Transition', description: 'A transition with its conditions.' },
)
export type TransitionRepresentation = Static<typeof Transition>

export const VisibleTransitions = list(
  Type.Object(
    {
      from_id: Nullable(Type.Integer(), { description: 'Value that the step starts from; null for a new artifact.' }),
      to_id: Id('Value that the step leads to.'),
      is_open_to_me: Type.Boolean({ description: 'The requester is in a group that may take the step.' }),
      groups: list(Type.String({ description: 'Name of a group.' }), 'Groups that may take the step.'),
      not_empty_field_ids: list(
        Id('Id of a field that the requester may read.'),
        'Fields that must have a value after the step.',
      ),
      is_comment_required: Type.Boolean({ description: 'The step needs a comment.' }),
    },
    { description: 'A step of the workflow.' },
  ),
  'All steps; empty without a workflow in use, and for requesters who may not read its field.',
)
export type VisibleTransition = Static<typeof VisibleTransitions>[number]

export const TransitionConditions = Type.Object(conditions, {
  $id: 'TransitionConditions',
  description: 'The conditions of a transition, all of them.',
})

const runJob = {
  type: Type.Literal('run_job', { description: 'A build is started elsewhere once the change is saved.' }),
  job_url: Type.String({ description: 'Address of the job, http or https: its `/build` gets a POST.' }),
}
const setDate = {
  type: Type.Literal('set_field_value', { description: 'A field gets a value with the step.' }),
  field_id: Id('Id of a date field.'),
  field_type: Type.Literal('date', { description: 'Kind of the field.' }),
}
const setInt = {
  type: Type.Literal('set_field_value', { description: 'A field gets a value with the step.' }),
  field_id: Id('Id of a field for integers.'),
  field_type: Type.Literal('int', { description: 'Kind of the field.' }),
  value: Type.Integer({ description: 'The number that it gets.' }),
}
const setFloat = {
  type: Type.Literal('set_field_value', { description: 'A field gets a value with the step.' }),
  field_id: Id('Id of a field for numbers.'),
  field_type: Type.Literal('float', { description: 'Kind of the field.' }),
  value: Type.Number({ description: 'The number that it gets.' }),
}
const frozenFields = {
  type: Type.Literal('frozen_fields', { description: 'Fields that cannot be changed in the state. Simple mode only.' }),
  field_ids: list(Id('Id of a field.'), 'The fields.', { minItems: 1 }),
}
const hiddenFieldsets = {
  type: Type.Literal('hidden_fieldsets', { description: 'Fieldsets not shown in the state. Simple mode only.' }),
  fieldset_ids: list(Id('Id of a fieldset.'), 'The fieldsets.', { minItems: 1 }),
}
const addToTopBacklog = {
  type: Type.Literal('add_to_top_backlog', {
    description: 'The artifact comes to the top backlog of the project, unless a milestone plans it.',
  }),
}
const dateValue = Choice(['', 'current'], { description: '`current`: the moment of the step; empty: no date.' })

const id = { id: Id('Id of the action.') }
export const TransitionActions = list(
  Type.Union(
    [
      Type.Object(
        {
          ...id,
          ...setDate,
          value: Nullable(dateValue, { description: 'New date; null: the date stays.' }),
        },
        { description: 'Sets or clears a date.' },
      ),
      Type.Object({ ...id, ...setInt }, { description: 'Sets an integer.' }),
      Type.Object({ ...id, ...setFloat }, { description: 'Sets a number.' }),
      Type.Object({ ...id, ...runJob }, { description: 'Starts a build.' }),
      Type.Object({ ...id, ...frozenFields }, { description: 'Freezes fields.' }),
      Type.Object({ ...id, ...hiddenFieldsets }, { description: 'Hides fieldsets.' }),
      Type.Object({ ...id, ...addToTopBacklog }, { description: 'Adds the artifact to the top backlog.' }),
    ],
    { description: 'An action.' },
  ),
  'Dates, integers, floats, jobs, then the others.',
)
export type ActionRepresentation = Static<typeof TransitionActions>[number]

/** One schema for each kind of action, chosen by `type`, and for values by `field_type`, so that a fault names the faulty member. */
const sentForms = {
  date: Type.Object({ ...setDate, value: dateValue }, { description: 'Sets or clears a date.' }),
  int: Type.Object(setInt, { description: 'Sets an integer.' }),
  float: Type.Object(setFloat, { description: 'Sets a number.' }),
  run_job: Type.Object(runJob, { description: 'Starts a build.' }),
  frozen_fields: Type.Object(frozenFields, { description: 'Freezes fields.' }),
  hidden_fieldsets: Type.Object(hiddenFieldsets, { description: 'Hides fieldsets.' }),
  add_to_top_backlog: Type.Object(addToTopBacklog, { description: 'Adds the artifact to the top backlog.' }),
} as const
export type SentAction = Static<(typeof sentForms)[keyof typeof sentForms]>

const typeOnly = Type.Object(
  {
    type: Choice(['set_field_value', 'run_job', 'frozen_fields', 'hidden_fieldsets', ...MODULE_ACTIONS], {
      description: 'Kind of action.',
    }),
  },
  { description: 'An action.' },
)
const fieldTypeOnly = Type.Object(
  { field_type: Choice(['date', 'int', 'float'], { description: 'Kind of the field.' }) },
  { description: 'An action that sets a value.' },
)
export const sentActionSchemas = { sentForms, typeOnly, fieldTypeOnly }

export const NewTransitionActions = Type.Object(
  {
    post_actions: Type.Array(
      Type.Unknown({
        description:
          'As `GET` gives it, `id` is not needed: `{"type":"run_job","job_url":…}`, ' +
          '`{"type":"set_field_value","field_type":"date"|"int"|"float","field_id":…,"value":…}`, ' +
          '`{"type":"frozen_fields","field_ids":[…]}`, `{"type":"hidden_fieldsets","fieldset_ids":[…]}` or ' +
          '`{"type":"add_to_top_backlog"}` (trackers whose artifacts are planned in top milestones only).',
      }),
      { description: 'All actions of the transition: those left out go.' },
    ),
  },
  { $id: 'NewTransitionActions', description: 'The actions of a transition.' },
)

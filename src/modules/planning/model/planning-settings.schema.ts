import { Type, type Static } from 'typebox'
import { Choice, Id, Nullable } from '../../../platform/http/schemas/schema.ts'
import { TrackerReference } from '../../trackers/index.ts'

const MAX_NAME = 255
const MAX_PLANNINGS = 50
const MAX_TRACKERS = 100

const groups = Nullable(Type.Array(Type.String({ description: 'Id of a user group.' }), { description: 'Groups.' }), {
  description: 'User groups whose members plan; null: all members of the project.',
})

const BURNUP_MODE = 'Which figures pages draw in burnups: the effort, or the number of artifacts.'
const LABEL = 'Name of the planning.'
const PLAN_TITLE = 'Title of the side with the milestones.'
const BACKLOG_TITLE = 'Title of the side with the backlog.'
const trackerId = Type.Object({ id: Id('Id of the tracker.') }, { description: 'A tracker of the project.' })

const MAX_COLUMNS = 50
const MAX_VALUES = 500

const columnMembers = {
  label: Type.String({ minLength: 1, maxLength: MAX_NAME, description: 'Title of the column.' }),
  value_ids: Type.Array(Id('Id of a value.'), {
    maxItems: MAX_VALUES,
    description:
      'Values of the mapped fields whose cards stand here; a card that comes gets the first that it may take.',
  }),
}
const MAPPINGS =
  'Fields that decide the columns, by tracker of the cards; the status decides for other cards. A column that names no value of the field ' +
  'takes the value with its label.'

const Cardwall = Type.Object(
  {
    columns: Type.Array(
      Type.Object(
        {
          id: Id('Id of the column.'),
          ...columnMembers,
          color: Type.String({ description: 'Name of the palette, or `#RRGGBB`.' }),
        },
        { description: 'A column.' },
      ),
      { description: 'Columns in their order.' },
    ),
    mappings: Type.Array(
      Type.Object(
        {
          tracker: TrackerReference,
          field: Type.Object(
            { id: Id('Id of the field.'), label: Type.String({ description: 'Its label.' }) },
            { description: 'A list field of the tracker.' },
          ),
        },
        { description: 'The field that decides the columns of the cards of a tracker.' },
      ),
      { description: MAPPINGS },
    ),
  },
  { description: 'A cardwall.' },
)
const CARDWALL = 'Columns of the milestones; null: they have no cardwall.'

const CardwallBody = Type.Object(
  {
    columns: Type.Array(
      Type.Object(
        {
          id: Type.Optional(Id('Id of the column that changes; a new one when left out.')),
          ...columnMembers,
          value_ids: Type.Optional(columnMembers.value_ids),
          color: Type.Optional(
            Type.String({ description: 'Name of the palette, or `#RRGGBB`; `#F8F8F8` when left out.' }),
          ),
        },
        { description: 'A column.' },
      ),
      { maxItems: MAX_COLUMNS, description: 'All columns in their order. Others are removed.' },
    ),
    mappings: Type.Optional(
      Type.Array(
        Type.Object(
          {
            tracker: trackerId,
            field: Type.Object({ id: Id('Id of the field.') }, { description: 'A list field of the tracker.' }),
          },
          { description: 'The field that decides the columns of the cards of a tracker.' },
        ),
        { maxItems: MAX_TRACKERS, description: MAPPINGS },
      ),
    ),
  },
  { description: 'A cardwall.' },
)
export type CardwallInput = Static<typeof CardwallBody>

/** Plannings of a project as one document (agile.md §8.4). */
export const PlanningSettings = Type.Object(
  {
    has_explicit_backlog: Type.Boolean({ description: 'Whether people fill the top backlog; else it is computed.' }),
    burnup_mode: Choice(['effort', 'count'], { description: BURNUP_MODE }),
    plannings: Type.Array(
      Type.Object(
        {
          id: Id('Id of the planning.'),
          label: Type.String({ description: LABEL }),
          plan_title: Type.String({ description: PLAN_TITLE }),
          backlog_title: Type.String({ description: BACKLOG_TITLE }),
          milestone_tracker: TrackerReference,
          backlog_trackers: Type.Array(TrackerReference, { description: 'Trackers whose artifacts are planned.' }),
          planner_groups: groups,
          cardwall: Nullable(Cardwall, { description: CARDWALL }),
        },
        { description: 'A planning.' },
      ),
      { description: 'Plannings, by id.' },
    ),
  },
  { $id: 'PlanningSettings', description: 'Plannings of a project, and how its top backlog is filled.' },
)
export type PlanningSettingsRepresentation = Static<typeof PlanningSettings>

export const PlanningSettingsBody = Type.Object(
  {
    has_explicit_backlog: Type.Boolean({ description: 'Whether people fill the top backlog; else it is computed.' }),
    burnup_mode: Type.Optional(Choice(['effort', 'count'], { description: `${BURNUP_MODE} Kept when left out.` })),
    plannings: Type.Array(
      Type.Object(
        {
          id: Type.Optional(Id('Id of the planning that changes; a new one when left out.')),
          label: Type.String({ minLength: 1, maxLength: MAX_NAME, description: LABEL }),
          plan_title: Type.String({ maxLength: MAX_NAME, description: PLAN_TITLE }),
          backlog_title: Type.String({ maxLength: MAX_NAME, description: BACKLOG_TITLE }),
          milestone_tracker: trackerId,
          backlog_trackers: Type.Array(trackerId, {
            minItems: 1,
            maxItems: MAX_TRACKERS,
            description: 'Trackers whose artifacts are planned.',
          }),
          planner_groups: Type.Optional(groups),
          cardwall: Type.Optional(Nullable(CardwallBody, { description: `${CARDWALL} None when left out.` })),
        },
        { description: 'A planning.' },
      ),
      { maxItems: MAX_PLANNINGS, description: 'All plannings of the project. Others are removed.' },
    ),
  },
  { $id: 'PlanningSettingsBody', description: 'All plannings of a project.' },
)
export type PlanningSettingsInput = Static<typeof PlanningSettingsBody>

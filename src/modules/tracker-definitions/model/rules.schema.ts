import { Type, type Static, type TSchema } from 'typebox'
import { Choice, Id, Nullable, TextOrEmpty } from '../../../platform/http/schemas/schema.ts'

const object = <Members extends Record<string, TSchema>>(members: Members, description: string, $id?: string) =>
  Type.Object(members, { description, ...($id !== undefined && { $id }) })
const MAX_ENTRIES = 20_000
const list = <Item extends TSchema>(item: Item, description: string, options: object = {}) =>
  Type.Array(item, { description, maxItems: MAX_ENTRIES, ...options })

const NONE = '100 is None'
const comparator = Choice(['<', '≤', '=', '≥', '>', '≠'], { description: 'How the first date stands to the second.' })
const direction = Choice(['up', 'down'], {
  description: '`up`: an artifact follows its children; `down`: it follows its parents.',
})
const condition = Choice(['at_least_one', 'all_of'], { description: 'How many of the children, or of the parents.' })

const fieldRepresentation = (prefix: 'source_' | 'target_' | '', what: string) => ({
  [`${prefix}field_id`]: Id(`Id of ${what}.`),
  [`${prefix}field_name`]: Nullable(Type.String(), { description: 'Its short name; null for a field that is gone.' }),
})
const valueRepresentation = (prefix: 'source_' | 'target_' | '', what: string) => ({
  [`${prefix}value_id`]: Id(`Id of ${what}${prefix === '' ? '' : `; ${NONE}`}.`),
  [`${prefix}value_label`]: Nullable(Type.String(), {
    description: `Its label; null ${prefix === '' ? 'for a value that is gone' : 'for None'}.`,
  }),
})

export const RulesRepresentation = object(
  {
    dates: list(
      object(
        {
          ...fieldRepresentation('source_', 'the first date'),
          comparator,
          ...fieldRepresentation('target_', 'the second date'),
        },
        'How two dates must stand to each other.',
      ),
      'Rules about dates.',
    ),
    lists: list(
      object(
        {
          ...fieldRepresentation('source_', 'the list that decides'),
          ...valueRepresentation('source_', 'its value'),
          ...fieldRepresentation('target_', 'the list that depends on it'),
          ...valueRepresentation('target_', 'a value that is then possible'),
        },
        'A pair of values that go together.',
      ),
      'Dependencies between lists: of two lists that a rule ties, only the pairs are possible that are here.',
    ),
  },
  'Rules that every artifact obeys, with and without workflow.',
  'TrackerRules',
)

const label = (description: string) => Type.Optional(Nullable(TextOrEmpty('Label.'), { description }))
const givenValue = (prefix: 'source_' | 'target_') =>
  ({
    id: Type.Optional(Id(`Id of the value; ${NONE}. Not needed with a label.`)),
    label: label(`Label of the value. With \`${prefix}value_id\`, too, both must mean the same one.`),
  }) as const
const sourceValue = givenValue('source_')
const targetValue = givenValue('target_')

export const NewRules = object(
  {
    dates: list(
      object(
        { source_field_id: Id('Id of the first date.'), comparator, target_field_id: Id('Id of the second date.') },
        'How two dates must stand to each other.',
      ),
      'All rules about dates: those that are left out go.',
    ),
    lists: list(
      object(
        {
          source_field_id: Id('Id of the list that decides.'),
          source_value_id: sourceValue.id,
          source_value_label: sourceValue.label,
          target_field_id: Id('Id of the list that depends on it.'),
          target_value_id: targetValue.id,
          target_value_label: targetValue.label,
        },
        'A pair of values that go together.',
      ),
      'All pairs of values that go together: those that are left out go.',
    ),
  },
  'The rules of a tracker, all of them.',
  'NewTrackerRules',
)
export type RulesInput = Static<typeof NewRules>

export const TriggersRepresentation = object(
  {
    triggers: list(
      object(
        {
          direction,
          condition,
          target: object(
            { ...fieldRepresentation('', 'the list'), ...valueRepresentation('', 'the value') },
            'Value that an artifact of this tracker gets.',
          ),
          sources: list(
            object(
              {
                tracker_id: Id('Id of the tracker.'),
                tracker_name: Nullable(Type.String(), {
                  description: 'Its short name, `project/name` in another project; null for one that is gone.',
                }),
                ...fieldRepresentation('', 'the list'),
                ...valueRepresentation('', 'the value'),
              },
              'A value of a child, or of a parent.',
            ),
            'Values of children, or of parents: one of these is needed.',
          ),
        },
        'A value that follows from values of other artifacts.',
      ),
      'Triggers that change artifacts of this tracker.',
    ),
  },
  'Values that artifacts of a tracker get because of their children or parents.',
  'TrackerTriggers',
)

const reachedValue = {
  field_id: Id('Id of the list.'),
  value_id: Type.Optional(Id('Id of the value. Not needed with a label.')),
  value_label: label('Label of the value. With `value_id`, too, both must mean the same one.'),
}

export const NewTriggers = object(
  {
    triggers: list(
      object(
        {
          direction: Type.Optional(direction),
          condition,
          target: object(reachedValue, 'Value that an artifact of this tracker gets.'),
          sources: list(
            object(
              { tracker_id: Id('Id of a child tracker; with `down` of the parent.'), ...reachedValue },
              'A value of a child, or of a parent.',
            ),
            'Values of children, or of parents: one of these is needed.',
            { minItems: 1 },
          ),
        },
        'A value that follows from values of other artifacts. Without `direction`: `up`.',
      ),
      'All triggers that change artifacts of this tracker: those that are left out go.',
    ),
  },
  'The triggers of a tracker, all of them.',
  'NewTrackerTriggers',
)
export type TriggersInput = Static<typeof NewTriggers>

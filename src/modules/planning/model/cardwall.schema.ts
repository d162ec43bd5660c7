import { Type, type Static } from 'typebox'
import { Choice, Id, Nullable, Uri } from '../../../platform/http/schemas/schema.ts'
import { ProjectReference, TrackerReference } from '../../trackers/index.ts'
import { MinimalUser } from '../../users/index.ts'
import { AdditionToCell, OrderInCell } from './planning-writes.schema.ts'

const text = (description: string) => Type.String({ description })
const columnId = Id('Id of a column.')

const Card = Type.Object(
  {
    id: text('`{planning}_{artifact}`'),
    label: text('Its title.'),
    uri: Uri('`cards/{id}`'),
    project: ProjectReference,
    artifact: Type.Object(
      { id: Id('Id of the artifact.'), uri: Uri('`artifacts/{id}`'), tracker: TrackerReference },
      { description: 'The artifact that it is.' },
    ),
    planning_id: Id('Id of the planning.'),
    status: Choice(['Open', 'Closed'], { description: 'Meaning of the status.' }),
    accent_color: Nullable(text('Name of the colour.'), { description: 'Colour of the card.' }),
    column_id: Nullable(columnId, {
      description: 'Its column; null in no column, and above the cards of its children.',
    }),
    allowed_column_ids: Type.Array(columnId, {
      description:
        'The present column, and those to which rights, workflow and dependencies of fields let the caller move it.',
    }),
    values: Type.Array(
      Type.Object({}, { additionalProperties: true, description: 'A value, as in `values` of an artifact.' }),
      { description: 'Values of the fields that cards show.' },
    ),
  },
  { $id: 'Card', description: 'A card of a cardwall.' },
)
export type CardRepresentation = Static<typeof Card>

export const CardwallSchema = Type.Object(
  {
    columns: Type.Array(
      Type.Object(
        { id: Id('Id of the column.'), label: text('Its title.'), color: text('Name of the palette, or `#RRGGBB`.') },
        { description: 'A column.' },
      ),
      { description: 'Columns in their order.' },
    ),
    swimlanes: Type.Array(
      Type.Object(
        { cards: Type.Array(Card, { description: 'The planned artifact, then its children.' }) },
        { description: 'A planned artifact with its children.' },
      ),
      { description: 'One for each artifact of the content, by rank.' },
    ),
  },
  { $id: 'Cardwall', description: 'The cards of a milestone in columns.' },
)
export type CardwallRepresentation = Static<typeof CardwallSchema>

/** As a card of a cardwall; other members are ignored. */
export const CardBody = Type.Object(
  {
    label: text('The title.'),
    column_id: Type.Optional(
      Nullable(Type.Integer({ description: 'Id of a column.' }), { description: 'Its column.' }),
    ),
    values: Type.Array(
      Type.Object(
        { field_id: Id('Id of a field of the card.') },
        { additionalProperties: true, description: 'A value, as in `values` of an artifact.' },
      ),
      { description: 'Values. They count more than the title and the column.' },
    ),
  },
  { $id: 'CardBody', additionalProperties: true, description: 'A changed card.' },
)
export type CardInput = Static<typeof CardBody>

export const TaskboardColumn = Type.Object(
  {
    id: Id('Id of the column.'),
    label: text('Its title.'),
    header_color: text('Name of the palette, or `#RRGGBB`.'),
  },
  { $id: 'TaskboardColumn', description: 'A column of a taskboard.' },
)
export type TaskboardColumnRepresentation = Static<typeof TaskboardColumn>

const numberOrNull = (description: string) => Nullable(Type.Number({ description: 'The number.' }), { description })

export const TaskboardCard = Type.Object(
  {
    id: Id('Id of the artifact.'),
    tracker_id: Id('Id of its tracker.'),
    label: text('Its title.'),
    xref: text('How texts refer to it.'),
    rank: Type.Integer({ description: 'Its place in the order of all artifacts.' }),
    color: text('Colour of its tracker.'),
    background_color: text('Name of the colour of the card, or an empty text.'),
    artifact_html_uri: Uri('Its page.'),
    has_children: Type.Boolean({ description: 'Whether it has children of its project that the caller sees.' }),
    assignees: Type.Array(MinimalUser, { description: 'Accounts that work on it.' }),
    mapped_list_value: Nullable(
      Type.Object(
        { id: Id('Id of the value.'), label: text('Its label.') },
        { description: 'A value of the mapped field, or of the status.' },
      ),
      { description: 'The value that decides its column; null if there is none for the caller.' },
    ),
    initial_effort: numberOrNull('Value of the initial effort.'),
    remaining_effort: Nullable(
      Type.Object(
        {
          value: numberOrNull('Null when it is empty.'),
          can_update: Type.Boolean({ description: 'Whether the caller may change it.' }),
        },
        { description: 'Value of the field `remaining_effort`.' },
      ),
      { description: 'Null without such a field for the caller.' },
    ),
    is_open: Type.Boolean({ description: 'Meaning of the status.' }),
    is_collapsed: Type.Boolean({
      description:
        'Whether the caller has folded its lane: whether the preference `plugin_taskboard_collapse_{milestone}_{card}` is set.',
    }),
  },
  { $id: 'TaskboardCard', description: 'A card of a taskboard.' },
)
export type TaskboardCardRepresentation = Static<typeof TaskboardCard>

export const TaskboardCardPatch = Type.Object(
  { remaining_effort: Type.Number({ description: 'The new remaining effort.' }) },
  { description: 'A new remaining effort.' },
)

export const CellPatch = Type.Object(
  { add: AdditionToCell, order: OrderInCell },
  { description: 'A card that comes to the column, and a move among the children. Both happen, or none.' },
)
export type CellInput = Static<typeof CellPatch>

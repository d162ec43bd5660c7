import { Type, type Static } from 'typebox'
import { Order } from '../../planning/index.ts'
import { Id, IsoDate, Nullable, Uri } from '../../../platform/http/schemas/schema.ts'
import { ProjectReference } from '../../trackers/index.ts'

const MAX_NAME = 255

const text = (description: string) => Type.String({ description })
const flag = (description: string) => Type.Boolean({ description })
const uri = (address: string) => Type.Object({ uri: Uri(address) }, { description: `\`${address}\`` })

export const KanbanColumn = Type.Object(
  {
    id: Id('Id of the column, which is the id of a value of the status.'),
    label: text('Its name.'),
    is_open: flag('Whether the caller has it open.'),
    limit: Nullable(Type.Integer({ description: 'Number of artifacts.' }), {
      description: 'How many artifacts it should hold; null: any number. A move over the limit is not refused.',
    }),
    color: text('Colour of the palette, or `#RRGGBB`; empty without one.'),
    user_can_add_in_place: flag('Whether the caller may add an artifact by its title alone.'),
    user_can_remove_column: flag('Whether the caller may remove it.'),
    user_can_edit_label: flag('Whether the caller may rename it.'),
  },
  { $id: 'KanbanColumn', description: 'A column of a kanban.' },
)
export type KanbanColumnRepresentation = Static<typeof KanbanColumn>

const kanbanMembers = {
  id: Id('Id of the kanban.'),
  tracker_id: Id('Id of its tracker.'),
  tracker: Type.Object(
    {
      id: Id('Id of the tracker.'),
      label: text('Name of the tracker.'),
      item_name: text('Item name of the tracker.'),
      project: ProjectReference,
      uri: Uri('`trackers/{id}`'),
    },
    { description: 'The tracker whose artifacts it shows.' },
  ),
  uri: Uri('`kanban/{id}`'),
  label: text('Its name.'),
  is_promoted: flag('Whether the navigation of the project shows it.'),
  columns: Type.Array(KanbanColumn, { description: 'Open values of the status, in the order of the field.' }),
  resources: Type.Object(
    { backlog: uri('kanban/{id}/backlog'), items: uri('kanban/{id}/items') },
    { description: 'Lists of the kanban.' },
  ),
  backlog: Type.Object(
    {
      label: text('Name of the backlog.'),
      is_open: flag('Whether the caller has it open.'),
      user_can_add_in_place: flag('Whether the caller may add an artifact by its title alone.'),
    },
    { description: 'Artifacts without a status.' },
  ),
  archive: Type.Object(
    { label: text('Name of the archive.'), is_open: flag('Whether the caller has it open.') },
    { description: 'Artifacts with a closed status.' },
  ),
  user_can_add_columns: flag('Whether the caller may add columns.'),
  user_can_reorder_columns: flag('Whether the caller may order the columns.'),
  user_can_add_artifact: flag('Whether the caller may submit artifacts with a status.'),
}

export const KanbanSchema = Type.Object(kanbanMembers, {
  $id: 'Kanban',
  description: 'A board over the artifacts of a tracker, by their status.',
})
export type KanbanRepresentation = Static<typeof KanbanSchema>

export const ListedKanban = Type.Object(
  {
    ...kanbanMembers,
    tracker_reports: Type.Array(
      Type.Object({ id: Id('Id of the report.'), label: text('Name of the report.') }, { description: 'A report.' }),
      { description: 'Public reports of the tracker that filter the kanban.' },
    ),
  },
  { $id: 'ListedKanban', description: 'A kanban in the list of a project, with its filters.' },
)
export type ListedKanbanRepresentation = Static<typeof ListedKanban>

export const KanbanItem = Type.Object(
  {
    id: Id('Id of the artifact.'),
    item_name: text('Item name of its tracker.'),
    label: text('Its title; empty if it has none for the caller.'),
    color: text('Colour of its tracker.'),
    card_fields: Type.Array(
      Type.Object({}, { additionalProperties: true, description: 'A value (artifacts.md §3).' }),
      { description: 'Readable fields of the card with a value.' },
    ),
    timeinfo: Type.Union(
      [
        Type.Array(Type.Never({ description: 'Nothing.' }), {
          maxItems: 0,
          description: 'In the list of the backlog.',
        }),
        Type.Record(Type.String(), Nullable(IsoDate('The time.'), { description: 'A time.' }), {
          description: 'By name.',
        }),
      ],
      {
        description:
          'Last time at which it entered each status, by the id of the value; `kanban`: the earliest of them; `archive`: when it was closed.',
      },
    ),
    in_column: Type.Union(
      [
        Type.Literal('backlog', { description: 'It has no status.' }),
        Type.Literal('archive', { description: 'It is closed.' }),
        Type.Integer({ description: 'Id of its column; 0 if none fits.' }),
      ],
      { description: 'Where it is.' },
    ),
    background_color_name: text('Colour of the card; empty without one.'),
  },
  { $id: 'KanbanItem', description: 'An artifact on a kanban.' },
)
export type KanbanItemRepresentation = Static<typeof KanbanItem>

export const KanbanItems = Type.Object(
  {
    collection: Type.Array(KanbanItem, { description: 'Artifacts of the page, by rank.' }),
    total_size: Type.Integer({ description: 'Number of all artifacts of the list that the caller sees.' }),
  },
  { $id: 'KanbanItems', description: 'A page of the artifacts in one part of a kanban.' },
)

export const NewKanbanBody = Type.Object(
  {
    tracker_id: Id('Id of a tracker of the project.'),
    label: Type.String({ minLength: 1, maxLength: MAX_NAME, description: 'Name of the kanban.' }),
  },
  { description: 'A new kanban.' },
)

export const KanbanPatch = Type.Object(
  {
    label: Type.Optional(
      Type.String({
        allowEmpty: true,
        maxLength: MAX_NAME,
        description: 'New name, by administrators of the project; an empty one is ignored.',
      }),
    ),
    is_promoted: Type.Optional(flag('Whether the navigation shows it, by administrators of the project.')),
    collapse_column: Type.Optional(
      Type.Object(
        { column_id: Id('Id of the column.'), value: flag('true: it is folded.') },
        { description: 'Folds or opens a column for the caller.' },
      ),
    ),
    collapse_backlog: Type.Optional(flag('Folds or opens the backlog for the caller.')),
    collapse_archive: Type.Optional(flag('Folds or opens the archive for the caller.')),
  },
  { description: 'Members that are left out stay as they are.' },
)
export type KanbanChange = Static<typeof KanbanPatch>

const MAX_IDS = 1_000

/** A member that is null counts as left out. */
export const ItemsPatch = Type.Object(
  {
    add: Type.Optional(
      Nullable(
        Type.Object(
          {
            ids: Type.Array(Id('Id of an artifact.'), {
              minItems: 1,
              maxItems: MAX_IDS,
              description: 'Artifacts that get the status of this part.',
            }),
          },
          { description: 'Artifacts that come.' },
        ),
        { description: 'Artifacts that come.' },
      ),
    ),
    order: Type.Optional(Nullable(Order, { description: 'A move within this part, after what comes.' })),
    from_column: Type.Optional(
      Nullable(
        Type.Union([
          Type.Integer({ description: 'Id of a column.' }),
          Type.String({ description: 'The same as text.' }),
        ]),
        { description: 'Where the artifacts come from, as older clients tell it. The present status decides.' },
      ),
    ),
  },
  { description: 'Artifacts that come to a part of a kanban, and a move within it. Both happen, or none.' },
)
export type ItemsChange = Static<typeof ItemsPatch>

export const NewKanbanItem = Type.Object(
  {
    label: Type.String({ minLength: 1, description: 'Title of the artifact.' }),
    kanban_id: Id('Id of the kanban.'),
    column_id: Type.Optional(
      Nullable(Type.Integer({ description: 'Id of a column.' }), { description: 'Left out, null or 0: the backlog.' }),
    ),
  },
  { description: 'A new artifact on a kanban.' },
)
export type NewItemInput = Static<typeof NewKanbanItem>

export const NewColumn = Type.Object(
  { label: Type.String({ minLength: 1, maxLength: MAX_NAME, description: 'Name of the column.' }) },
  { description: 'A new column.' },
)

export const ColumnOrder = Type.Array(Id('Id of a column.'), { description: 'All columns in their new order.' })

const MAX_LIMIT = 1_000_000

export const ColumnPatch = Type.Object(
  {
    label: Type.Optional(Type.String({ minLength: 1, maxLength: MAX_NAME, description: 'New name of the column.' })),
    wip_limit: Type.Optional(
      Nullable(Type.Integer({ minimum: 0, maximum: MAX_LIMIT, description: 'Number of artifacts.' }), {
        description: 'How many artifacts it should hold; 0 and null: any number.',
      }),
    ),
  },
  { description: 'Members that are left out stay as they are.' },
)
export type ColumnChange = Static<typeof ColumnPatch>

const MAX_REPORTS = 100

export const ReportsBody = Type.Object(
  {
    tracker_report_ids: Type.Array(Id('Id of a report.'), {
      maxItems: MAX_REPORTS,
      description: 'Public reports of the tracker; others filter the kanban no more.',
    }),
  },
  { description: 'Reports that filter a kanban.' },
)

export const CumulativeFlow = Type.Object(
  {
    columns: Type.Array(
      Type.Object(
        {
          id: text('Id of the column; `archive` or `backlog` for these.'),
          label: text('Its name.'),
          values: Type.Array(
            Type.Object(
              {
                start_date: text('The day, `YYYY-MM-DD`.'),
                kanban_items_count: Type.Integer({ description: 'Number of artifacts as the day began.' }),
              },
              { description: 'The figure of a day.' },
            ),
            { description: 'By day.' },
          ),
        },
        { description: 'A part of the kanban.' },
      ),
      { description: 'Archive, columns from the last to the first, backlog.' },
    ),
  },
  { $id: 'CumulativeFlow', description: 'How many artifacts each part of a kanban held, day by day.' },
)
export type CumulativeFlowRepresentation = Static<typeof CumulativeFlow>

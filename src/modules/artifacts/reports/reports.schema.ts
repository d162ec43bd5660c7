import { Type, type Static } from 'typebox'
import { paginationQuery } from '../../../platform/http/routes/pagination.ts'
import { snapshotParameter } from '../../../platform/list-snapshots/list-snapshots.ts'
import { Choice, Id, idParams, Nullable, Uri } from '../../../platform/http/schemas/schema.ts'
import { chartKinds, MAX_WIDTH, MIN_WIDTH, viewKinds } from '../../trackers/index.ts'
import { ArtifactRepresentation, FlatList, listAsOf } from '../represent/artifacts.schema.ts'

export const reportParams = idParams('Id of the report.')

const report = {
  id: Id('Id of the report.'),
  uri: Uri('Address of the report below `/api`.'),
  label: Type.String({ description: 'Name of the report.' }),
  is_public: Type.Boolean({ description: 'true: for everybody who sees the tracker; false: for its owner.' }),
  is_default: Type.Boolean({ description: 'Whether it is the one that the tracker begins with.' }),
  resources: Type.Array(
    Type.Object(
      { type: Type.String({ description: 'Kind of the resource.' }), uri: Uri('Where it is.') },
      { description: 'A resource below it.' },
    ),
    { description: 'Its artifacts.' },
  ),
}

/** trackers.md §2 */
export const ReportRepresentation = Type.Object(report, { $id: 'Report', description: 'A saved search of artifacts.' })

const MAX_TITLE = 255

/** The presentation of a report: fields by short names, values of the list by ids. */
export const ReportView = Type.Object(
  {
    kind: Choice([...viewKinds], {
      description: 'table: rows and columns; board: cards by a list; chart: its charts.',
      default: 'table',
    }),
    sort: Type.String({ description: 'Order, as in `order_by` of the artifacts.', default: '', allowEmpty: true }),
    columns: Type.Array(
      Type.Object(
        {
          name: Type.String({ description: 'Short name of a column of the table.' }),
          width: Type.Integer({ minimum: MIN_WIDTH, maximum: MAX_WIDTH, description: 'Pixels.' }),
        },
        { description: 'The width of a column.' },
      ),
      { description: 'Columns that have another width than usual.', default: [] },
    ),
    totals: Type.String({
      description:
        'Figures below the columns: sum, avg, min or max with the short name of a field, as in `sum:effort`.',
      default: '',
      allowEmpty: true,
    }),
    group: Type.Optional(
      Nullable(
        Type.String({
          description:
            'Field whose values are the groups of the table and the columns of the board, with the period of a date, as in `due:week`.',
        }),
        { description: 'Null: a table without groups, a board of the status.' },
      ),
    ),
    lanes: Type.Optional(
      Nullable(Type.String({ description: 'Field whose values are the lanes of the board, as in `group`.' }), {
        description: 'Null: no lanes.',
      }),
    ),
    board: Type.Object(
      {
        limits: Type.Array(
          Type.Object(
            {
              value_id: Nullable(Id('Id of a value of the list.'), { description: 'Null: artifacts without a value.' }),
              limit: Type.Integer({ minimum: 1, maximum: 100_000, description: 'Most cards before the head warns.' }),
            },
            { description: 'The limit of a column.' },
          ),
          { description: 'Columns with a limit.', default: [] },
        ),
        collapsed: Type.Array(
          Nullable(Id('Id of a value of the list.'), { description: 'Null: artifacts without a value.' }),
          { description: 'Columns that are folded.', default: [] },
        ),
      },
      { description: 'Settings of the board.', default: { limits: [], collapsed: [] } },
    ),
    charts: Type.Array(
      Type.Object(
        {
          title: Type.String({
            description: 'Title; empty: the names of its fields.',
            default: '',
            allowEmpty: true,
            maxLength: MAX_TITLE,
          }),
          kind: Choice([...chartKinds], { description: 'pie, bar, or stacked bar of two fields.' }),
          group_by: Type.String({ description: 'One or two fields, as in `group_by` of the aggregates.' }),
          measure: Type.String({ description: 'count, or a figure as in `sum:effort`.', default: 'count' }),
        },
        { description: 'A chart.' },
      ),
      { description: 'Charts, in their order.', default: [] },
    ),
  },
  { description: 'How a report is shown.' },
)

export const ReportWithQuery = Type.Object(
  {
    ...report,
    description: Type.String({ description: 'Purpose of the report.' }),
    expert_query: Nullable(Type.String({ description: 'The query in TQL.' }), {
      description: 'Null: the criteria count.',
    }),
    criteria: Type.Array(
      Type.Object(
        {
          field_id: Id('Id of the field.'),
          name: Type.String({ description: 'Short name of the field.' }),
          value: Type.Unknown({
            description: 'Text or number; {none, value_ids} of a list; {operator, value}; null: nothing is asked.',
          }),
        },
        { description: 'Condition on one field.' },
      ),
      { description: 'Conditions on fields that the requester may read.' },
    ),
    renderers: Type.Array(
      Type.Object(
        {
          id: Id('Id of the table, for `table_renderer_id`.'),
          type: Type.String({ description: 'How it shows the artifacts: table.' }),
          name: Type.String({ description: 'Name of the table.' }),
          columns: Type.Array(
            Type.Object(
              { field_id: Id('Id of the field.'), name: Type.String({ description: 'Short name of the field.' }) },
              { description: 'A column.' },
            ),
            { description: 'Fields that it shows, as far as the requester may read them.' },
          ),
        },
        { description: 'A table.' },
      ),
      { description: 'How it is shown.' },
    ),
    view: Nullable(ReportView, {
      description: 'How the pages show it, as far as the requester may read the fields; null: the usual table.',
    }),
  },
  { $id: 'ReportWithQuery', description: 'A saved search of artifacts, with what it asks for.' },
)

export const reportsQuery = Type.Object(
  {
    with: Choice(['', 'query'], {
      description: 'query: each report with what it asks for, as `GET /tracker_reports/{id}` answers it.',
      default: '',
    }),
    ...paginationQuery({ max: 1000, min: 1 }),
  },
  { description: 'Which page, in what form.' },
)

export const reportQuery = Type.Object(
  {
    with_unsaved_changes: Type.Boolean({
      default: false,
      description: 'Without effect: the server keeps no unsaved changes.',
    }),
  },
  { description: 'Form of the answer.' },
)

export const reportArtifactsQuery = Type.Object(
  {
    values: Choice(['', 'all', 'from_table_renderer'], {
      description: 'all: answer the values, too; from_table_renderer: those of the columns of a table, links left out.',
      default: '',
    }),
    table_renderer_id: Type.Optional(
      Type.Integer({ description: 'The table whose columns are meant, where the report has several.' }),
    ),
    output_format: Choice(['nested', 'flat', 'flat_with_semicolon_string_array'], {
      description: 'nested: whole artifacts; flat: one plain object each.',
      default: 'nested',
    }),
    with_unsaved_changes: Type.Boolean({
      default: false,
      description: 'Without effect: the server keeps no unsaved changes.',
    }),
    as_of: listAsOf,
    snapshot: snapshotParameter,
    ...paginationQuery({ max: 50, min: 1 }),
  },
  { description: 'Which page, in what form.' },
)

export const ReportArtifacts = Type.Union(
  [Type.Array(ArtifactRepresentation, { description: 'Nested form.' }), FlatList],
  { description: 'The artifacts of the page.' },
)

const reportBody = {
  label: Type.String({ description: 'Name of the report.' }),
  description: Type.String({ description: 'Purpose of the report.', default: '', allowEmpty: true }),
  is_public: Type.Boolean({
    description: 'true: for everybody who sees the tracker; only its administrators make such ones.',
    default: false,
  }),
  is_default: Type.Boolean({ description: 'true: the tracker begins with it; public ones only.', default: false }),
  expert_query: Type.String({
    description: 'The query, in the language of `tql` of the tracker; "" = the criteria count.',
    default: '',
    allowEmpty: true,
  }),
  criteria: Type.Array(
    Type.Object(
      {
        field_id: Id('Id of a used field of the tracker.'),
        operator: Type.Optional(
          Type.String({ description: 'contains (the default), and for dates =, <, > or between.' }),
        ),
        value: Type.Optional(
          Type.Unknown({
            description: 'As in `query` of GET /trackers/{id}/artifacts; of a static list, 100 also finds None.',
          }),
        ),
      },
      { description: 'Condition on one field.' },
    ),
    { description: 'All of them must hold.', default: [] },
  ),
  columns: Type.Array(Id('Id of a used field of the tracker.'), {
    description: 'Columns of its table; [] = it has no table.',
    default: [],
  }),
  view: Type.Optional(Nullable(ReportView, { description: 'How the pages show it; null: the usual table.' })),
}

export const NewReportBody = Type.Object(
  { tracker: Type.Object({ id: Id('Id of the tracker.') }, { description: 'The tracker to search.' }), ...reportBody },
  { description: 'A report to create.' },
)

export const ReportBody = Type.Object(reportBody, {
  description: 'The whole new content; what is left out is emptied.',
})
export type ReportBody = Static<typeof ReportBody>

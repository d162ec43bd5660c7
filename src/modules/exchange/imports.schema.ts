import { Type } from 'typebox'
import { paginationQuery } from '../../platform/http/routes/pagination.ts'
import { Choice, Id, IsoDate, Nullable, Uri, VerbatimText } from '../../platform/http/schemas/schema.ts'
import { MinimalUser } from '../users/index.ts'
import { COLUMN_MEANINGS, IMPORT_STATUSES, MAX_BYTES } from './model/import.ts'

const Column = Type.Object(
  {
    column: Type.Optional(VerbatimText('Name in the first line of a sheet; required there.')),
    as: Type.Optional(
      Choice(COLUMN_MEANINGS, {
        description:
          'Meaning of a column that is no field. external_id: id in the source; submitted_by and submitted_on: author and date; comment; links: ' +
          'external ids of artifacts, separated by commas; ignore.',
      }),
    ),
    field: Type.Optional(Type.String({ description: 'Short name of the field.' })),
    values: Type.Optional(
      Type.Record(Type.String(), Type.String({ description: 'Text here.' }), {
        description: 'Texts of the source with the texts that replace them.',
      }),
    ),
    type: Type.Optional(Type.String({ description: 'Type of the links of a column `as` links; "" = untyped.' })),
  },
  { description: 'A column, or a field whose values are translated.' },
)

export const NewImport = Type.Object(
  {
    source: Type.String({
      pattern: '^[a-z0-9_.-]{1,64}$',
      description: 'Word for the system that gave the external ids: 1 to 64 of a-z, 0-9, _, . and -.',
    }),
    format: Choice(['ndjson', 'csv'], { description: 'Lines of JSON, or a sheet.' }),
    tracker_id: Type.Optional(
      Nullable(Id('Tracker of the artifacts.'), {
        description: 'Null: each line names its tracker. Required for a sheet.',
      }),
    ),
    file_name: VerbatimText('Name of the file.'),
    file_size: Type.Integer({ description: `Size in bytes, at most ${MAX_BYTES}.` }),
    columns: Type.Optional(
      Type.Array(Column, {
        maxItems: 500,
        description:
          'Columns of a sheet; without them names and labels of fields, and external_id, name the columns. Columns that are left out are ignored.',
      }),
    ),
    people: Type.Optional(
      Type.Record(
        Type.String(),
        Type.Union([Type.Integer({ description: 'Id.' }), Type.String({ description: 'Login.' })], {
          description: 'Account here.',
        }),
        {
          description:
            'Names of people in the source with their accounts here. Others are found by login or e-mail address.',
        },
      ),
    ),
    unknown_people: Type.Optional(
      Choice(['refuse', 'none', 'invite'], {
        description:
          'People without an account: refuse the line, leave them out (an author is anonymous), or leave them out and send an invitation.',
        default: 'refuse',
      }),
    ),
    original_dates: Type.Optional(
      Type.Boolean({
        description: 'Keep the dates of the source; only administrators of the project.',
        default: false,
      }),
    ),
    notify: Type.Optional(
      Type.Boolean({ description: 'Send mails and fill inboxes as other changes do.', default: false }),
    ),
  },
  { description: 'An import of artifacts.' },
)

export const importQuery = Type.Object(
  { dry_run: Type.Boolean({ description: 'A rehearsal: the same job without effect.', default: false }) },
  { description: 'Kind of the import.' },
)

const Message = Type.Object(
  {
    line: Nullable(Type.Integer({ description: 'Line, from 1.' }), { description: 'Null: about the whole.' }),
    column: Nullable(Type.String({ description: 'Column or member.' }), { description: 'Null: about the whole line.' }),
    level: Choice(['error', 'warning'], { description: 'error: the line was not imported.' }),
    reason: Nullable(Type.String({ description: 'Reason, as in refusals.' }), { description: 'Null: none of them.' }),
    text: Type.String({ description: 'A sentence.' }),
  },
  { description: 'Something to know about a line.' },
)

const members = {
  id: Id('Number of the import.'),
  uri: Uri('Address below `/api`.'),
  project_id: Id('The project.'),
  tracker_id: Nullable(Id('The tracker.'), { description: 'Null: each line names its own.' }),
  source: Type.String({ description: 'The system that gave the external ids.' }),
  format: Choice(['ndjson', 'csv'], { description: 'Form of the content.' }),
  file_name: Type.String({ description: 'As it was declared.' }),
  status: Choice(IMPORT_STATUSES, {
    description: 'waiting for its content, checking it, running; done, failed or cancelled at the end.',
  }),
  dry_run: Type.Boolean({ description: 'A rehearsal: it writes nothing.' }),
  undo_of: Nullable(Id('Import.'), { description: 'The import whose changes this one takes back; null: none.' }),
  upload_href: Nullable(Type.String({ description: 'Path to which the content is sent by TUS.' }), {
    description: 'Null once nothing is waited for.',
  }),
  submitted_by: Nullable(MinimalUser, { description: 'The account that imports.' }),
  submitted_on: IsoDate('When it was declared.'),
  finished_on: Nullable(IsoDate('When it ended.'), { description: 'Null: not yet.' }),
  total: Type.Integer({ description: 'Number of artifacts in the content; 0 before it is checked.' }),
  done: Type.Integer({ description: 'Artifacts that were looked at.' }),
  created: Type.Integer({ description: 'New artifacts; of an undo: those in the trash.' }),
  updated: Type.Integer({ description: 'Changed artifacts; of an undo: those put back.' }),
  unchanged: Type.Integer({ description: 'Artifacts that are as the lines say.' }),
  refused: Type.Integer({ description: 'Lines that were refused; of an undo: artifacts that stay.' }),
  lines_done: Type.Integer({ description: 'Lines whose artifacts are written.' }),
}

export const ImportRepresentation = Type.Object(members, { $id: 'Import', description: 'An import of artifacts.' })

export const ImportWithMessages = Type.Object(
  {
    ...members,
    messages: Type.Array(Message, { description: 'The first thousand, by line.' }),
    more_messages: Type.Integer({ description: 'Messages beyond those.' }),
    can_undo: Type.Boolean({ description: 'Whether the changes of the import can be taken back now.' }),
  },
  { $id: 'ImportWithMessages', description: 'An import with what it says about its lines.' },
)

export const ImportList = Type.Array(ImportRepresentation, { description: 'Latest first.' })

export const UndoneImport = Type.Object(
  { id: Id('Number of the undo.'), uri: Uri('Address below `/api`.'), undo_of: Id('The import.') },
  { description: 'An undo, read as an import.' },
)

export const importsQuery = Type.Object(paginationQuery({ default: 50, max: 100, min: 1 }), {
  description: 'Which imports.',
})

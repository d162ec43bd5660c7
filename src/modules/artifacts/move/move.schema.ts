import { Type } from 'typebox'
import { paginationQuery } from '../../../platform/http/routes/pagination.ts'
import { Id, Nullable, Uri } from '../../../platform/http/schemas/schema.ts'
import { MinimalTracker } from '../../trackers/index.ts'

export const MAX_LISTED = 1000

export const MoveQuery = Type.Object(
  { dry_run: Type.Boolean({ default: false, description: 'The same as `move.dry_run`.' }) },
  { description: 'How.' },
)

export const MoveBody = Type.Object(
  {
    move: Type.Object(
      {
        tracker_id: Type.Integer({ description: 'Where to.' }),
        dry_run: Type.Boolean({ default: false, description: 'Only tell what would become of the fields.' }),
        should_populate_feedback_on_success: Type.Boolean({
          default: false,
          description: 'Taken from existing clients; a page would show that it was moved.',
        }),
      },
      { description: 'A move into another tracker.' },
    ),
  },
  { description: 'The move of the artifact.' },
)

const MovedField = Type.Object(
  {
    field_id: Id('Id of the field in the tracker where the artifact is.'),
    label: Type.String({ description: 'Its label.' }),
    name: Type.String({ description: 'Its short name.' }),
  },
  { description: 'A field.' },
)
const movedFields = (description: string) => Type.Array(MovedField, { description })

export const MoveResponse = Type.Object(
  {
    dry_run: Nullable(
      Type.Object(
        {
          fields: Type.Object(
            {
              fields_migrated: movedFields('Those that go with it.'),
              fields_not_migrated: movedFields('Those that have no counterpart: their values are lost.'),
              fields_partially_migrated: movedFields('Those of whose values some are lost.'),
            },
            { description: 'Every field in use, in one of three lists.' },
          ),
          warnings: Type.Array(Type.String({ description: 'A sentence.' }), {
            description:
              'Rules of the other tracker that the artifact would not meet: required fields, date rules, field dependencies. It is moved nevertheless; the next change must see to it.',
          }),
        },
        { description: 'Effects of the move on the fields.' },
      ),
      { description: 'Null: it was moved.' },
    ),
  },
  { description: 'Outcome of the move.' },
)

export const listedQuery = (limit: number) =>
  Type.Object(paginationQuery({ default: limit, max: MAX_LISTED, min: 1 }), { description: 'Which page.' })

export const ParentArtifacts = Type.Array(
  Type.Object(
    {
      id: Id('Id of the artifact.'),
      title: Type.String({ description: 'Title; "" where it has none, or a hidden one.' }),
      xref: Type.String({ description: 'Reference to it in texts.' }),
      uri: Uri('Address of the artifact below `/api`.'),
      html_url: Uri('Address of its page.'),
      tracker: MinimalTracker,
      full_status: Nullable(
        Type.Object(
          {
            value: Type.String({ description: 'Label of its status.' }),
            color: Nullable(Type.String({ description: 'Name of a colour.' }), { description: 'Null: none.' }),
          },
          { description: 'Its status.' },
        ),
        { description: 'Null where it has none, or a hidden one.' },
      ),
    },
    { description: 'An open artifact of the parent tracker.' },
  ),
  { description: 'Newest first.' },
)

export const UsedLinks = Type.Array(
  Type.Object(
    {
      shortname: Type.String({ description: 'Short name of the type; "" = untyped.' }),
      forward_label: Type.String({ description: 'Label at the artifact where the link starts.' }),
    },
    { description: 'A type of links.' },
  ),
  { description: 'By short name.' },
)

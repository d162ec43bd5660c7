import { Type } from 'typebox'
import { Choice, Id, IsoDate, Nullable } from '../../../platform/http/schemas/schema.ts'
import { MinimalUser } from '../../users/index.ts'
import { commentMembers } from '../represent/artifacts.schema.ts'

/** Maximum entries of one page. */
export const MAX_ENTRIES = 100

export const activityQuery = Type.Object(
  {
    limit: Type.Integer({
      minimum: 1,
      maximum: MAX_ENTRIES,
      default: 50,
      description: 'Number of entries of the page.',
    }),
    before: Type.Optional(
      Type.Integer({
        minimum: 1,
        description: 'Only entries older than this changeset: the last one of the page before.',
      }),
    ),
    kind: Choice(['all', 'comments'], { description: 'comments: only entries with a comment.', default: 'all' }),
  },
  { description: 'Which entries.' },
)

const Value = (description: string) =>
  Nullable(
    Type.Object(
      {},
      {
        additionalProperties: true,
        description: 'Members of the field’s entry in `values` of the artifact; links have a `title` too.',
      },
    ),
    { description },
  )

const FieldChange = Type.Object(
  {
    field_id: Id('Id of the field.'),
    name: Type.String({ description: 'Short name of the field.' }),
    label: Type.String({ description: 'Label of the field.' }),
    type: Type.String({ description: 'Type of the field.' }),
    before: Value('Null: the field had no value.'),
    after: Value('Null: the field has no value since.'),
  },
  { description: 'The change of a field.' },
)

const ActivityComment = Type.Object(
  {
    ...commentMembers,
    is_deleted: Type.Boolean({ description: 'Whether somebody emptied the comment.' }),
    submitted_by: Nullable(MinimalUser, { description: 'Author of the first version.' }),
    submitted_on: IsoDate('When the first version was written.'),
    last_modified_by: Nullable(MinimalUser, { description: 'Author of the last version.' }),
    last_modified_on: IsoDate('When the last version was written.'),
    can_edit: Type.Boolean({ description: 'Whether the caller may edit it.' }),
  },
  { description: 'A comment with its last version.' },
)

const RankMove = Type.Object(
  {
    at: IsoDate('When it was moved.'),
    by: Nullable(MinimalUser, { description: 'Account that moved it; null: nobody knows.' }),
    direction: Choice(['before', 'after'], { description: 'Side of the other artifact.' }),
    neighbor: Nullable(
      Type.Object(
        {
          id: Id('Id of the artifact.'),
          uri: Type.String({ description: '`artifacts/{id}`' }),
          title: Nullable(Type.String({ description: 'Its title.' }), { description: 'Null: none for the caller.' }),
        },
        { description: 'An artifact.' },
      ),
      { description: 'The artifact beside which it came; null: the caller does not see it.' },
    ),
  },
  { description: 'A move in the order of all artifacts.' },
)

export const ActivityList = Type.Array(
  Type.Object(
    {
      changeset_id: Id('Id of the changeset.'),
      at: IsoDate('When it was made.'),
      by: Nullable(MinimalUser, { description: 'Its author; null: nobody knows.' }),
      agent: Nullable(Type.String({ description: 'Its name.' }), {
        description: 'The program that made it for its author; null: none.',
      }),
      comment: Nullable(ActivityComment, { description: 'Null where there is none for the caller.' }),
      comment_etag: Nullable(Type.String({ description: 'For `If-Match` of an edit of the comment.' }), {
        description: 'Version of the comment; null where there is none for the caller.',
      }),
      changes: Type.Array(FieldChange, { description: 'Readable changes, in the order of the fields.' }),
      rank_moves: Type.Array(RankMove, {
        description:
          'Moves of the artifact after this entry and before the next one, newest first. Empty unless the tracker has `log_priority_changes`.',
      }),
    },
    { description: 'An edit as the caller may see it.' },
  ),
  { description: 'Newest first.' },
)

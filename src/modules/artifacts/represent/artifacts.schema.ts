import { Type } from 'typebox'
import {
  Choice,
  Id,
  idParams,
  IsoDate,
  Nullable,
  TextOrEmpty,
  Uri,
  VerbatimText,
} from '../../../platform/http/schemas/schema.ts'
import { paginationQuery } from '../../../platform/http/routes/pagination.ts'
import { snapshotParameter } from '../../../platform/list-snapshots/list-snapshots.ts'
import { fieldValue, valueEntry } from '../../fields/index.ts'
import { MinimalUserGroupSchema } from '../../projects/index.ts'
import { CompleteTracker, MinimalTracker, ProjectReference, TrackerReference } from '../../trackers/index.ts'
import { MinimalUser } from '../../users/index.ts'

/** Maximum ids of one GET /artifacts?query={"id":[…]} (artifacts.md §4). */
export const MAX_IDS = 100

export const artifactParams = idParams('Id of the artifact.')
export const trackerParams = idParams('Id of the tracker.')

/** A version of an artifact, in answers about the past (integrators.md §10). */
export const PastVersion = (description: string) =>
  Type.Object({ at: IsoDate('When it was made.'), changeset_id: Id('Changeset that made it.') }, { description })

/** artifacts.md §2.1 */
export const ArtifactRepresentation = Type.Object(
  {
    id: Id('Id of the artifact.'),
    uri: Uri('Address of the artifact below `/api`.'),
    xref: Type.String({ description: 'How texts refer to it: short name of the tracker, `#`, id.' }),
    tracker: Type.Union([MinimalTracker, CompleteTracker], {
      description: 'Its tracker; complete with `tracker_structure_format=complete`.',
    }),
    project: ProjectReference,
    submitted_by: Id('Account that created it; 0 = anonymous.'),
    submitted_by_user: MinimalUser,
    submitted_on: IsoDate('When it was created.'),
    html_url: Uri('Address of its page.'),
    changesets_uri: Uri('Address of its history below `/api`.'),
    values: Nullable(
      Type.Array(fieldValue, { description: 'One entry for each readable field with a value, in form order.' }),
      {
        description: 'Null unless asked for.',
      },
    ),
    values_by_field: Nullable(
      Type.Record(Type.String(), Nullable(fieldValue, { description: 'Null: nothing is stored.' }), {
        description: 'Alphanumeric fields by short name.',
      }),
      { description: 'Null unless asked for.' },
    ),
    last_update_by: Id('Account that changed it last; 0 = anonymous.'),
    last_update_by_user: MinimalUser,
    last_modified_date: IsoDate('When it was changed last.'),
    status: Type.String({ description: 'Label of its status; "" if there is none or it is not readable.' }),
    full_status: Nullable(
      Type.Object(
        {
          value: Type.String({ description: 'Label of the status.' }),
          color: Nullable(Type.String({ description: 'Name of a colour of the palette.' }), {
            description: 'Its colour, if it has one.',
          }),
        },
        { description: 'Status with its colour.' },
      ),
      { description: 'Null when there is no status.' },
    ),
    is_open: Type.Boolean({ description: 'Whether the status is one of the open ones.' }),
    title: Nullable(Type.String({ description: 'Plain text.' }), { description: 'Null without a readable title.' }),
    assignees: Type.Array(MinimalUser, { description: 'Values of the contributor field.' }),
    as_of: Type.Optional(PastVersion('The version that is shown; only with `as_of`.')),
    external_ids: Type.Optional(
      Type.Array(
        Type.Object(
          {
            source: Type.String({ description: 'The system.' }),
            external_id: Type.String({ description: 'Id in that system.' }),
          },
          { description: 'An id in another system.' },
        ),
        { description: 'Ids in other systems; only with `with=external_ids`.' },
      ),
    ),
    moved_on: Type.Optional(
      IsoDate('When it moved into this tracker; only with `as_of`, if that was after the version that is shown.'),
    ),
  },
  { $id: 'Artifact', description: 'An artifact in its current version.' },
)

/** artifacts.md §2.2 */
export const ArtifactReference = Type.Object(
  {
    id: Id('Id of the artifact.'),
    uri: Uri('Address of the artifact below `/api`.'),
    tracker: TrackerReference,
  },
  { $id: 'ArtifactReference', description: 'An artifact, briefly.' },
)

export const ArtifactCollection = Type.Object(
  { collection: Type.Array(ArtifactRepresentation, { description: 'The visible ones.' }) },
  { description: 'Artifacts of a page.' },
)

/** Members of a listed artifact that the request asked for by `with`. */
const ListedArtifact = Type.Object(
  {
    ...ArtifactRepresentation.properties,
    etag: Type.Optional(Type.String({ description: 'For `If-Match` of a change; with `with=etag`.' })),
    can_update: Type.Optional(
      Type.Boolean({
        description: 'Whether the requester may change at least one value now; with `with=permissions`.',
      }),
    ),
    can_delete: Type.Optional(
      Type.Boolean({
        description: 'Whether the requester may delete it, the limit of deletions aside; with `with=permissions`.',
      }),
    ),
  },
  { $id: 'ListedArtifact', description: 'An artifact in a list.' },
)

export const ArtifactList = Type.Array(ListedArtifact, { description: 'The visible artifacts of the page.' })

/** The parameter `as_of` of lists. */
export const listAsOf = Type.Optional(
  Type.String({
    description:
      'A date: the list as it was then, by the rights, the definition and the names of now. Artifacts that were not there are left out.',
  }),
)

export const listQuery = Type.Object(
  {
    query: Type.Optional(
      Type.String({ description: 'JSON object with the ids: `{"id":[1,2]}`. Required without `external_id`.' }),
    ),
    external_id: Type.Optional(
      VerbatimText('Instead of `query`: `<source>:<id>`, an id in another system. Finds one artifact or none.'),
    ),
    project_id: Type.Optional(Id('Project in which `external_id` is searched.')),
    as_of: listAsOf,
    ...paginationQuery({ default: MAX_IDS, max: MAX_IDS, min: 1 }),
  },
  { description: 'Which artifacts.' },
)

export const readQuery = Type.Object(
  {
    values_format: Choice(['collection', 'by_field', 'all'], {
      description: 'Whether to answer `values` (collection), `values_by_field` or both.',
      default: 'collection',
    }),
    tracker_structure_format: Choice(['minimal', 'complete'], {
      description: 'How much to say of the tracker.',
      default: 'minimal',
    }),
    as_of: Type.Optional(
      Type.String({
        description:
          'A date, or the id of a changeset of the artifact: its values of then, by the rights, the definition and the names of now.',
      }),
    ),
    with: Type.String({ description: 'external_ids: answer the ids in other systems, too.', default: '' }),
  },
  { description: 'Form and time of the answer.' },
)

/** `source` of ids of other systems. */
export const ExternalSource = Type.String({
  pattern: '^[a-z0-9_.-]{1,64}$',
  description: 'Word for the system that gave the id: 1 to 64 of a-z, 0-9, _, . and -.',
})
/** An id in another system. */
export const ExternalIdText = VerbatimText('Id in that system, at most 255 characters.', {
  minLength: 1,
  maxLength: 255,
})

const submittedValues = Type.Array(valueEntry, { description: 'One entry for each field to set (base.md §2.1).' })

export const NewArtifact = Type.Object(
  {
    tracker: Type.Object({ id: Id('Id of the tracker.') }, { description: 'Where to create it.' }),
    values: Type.Optional(submittedValues),
    values_by_field: Type.Optional(
      Type.Record(
        Type.String(),
        Nullable(
          Type.Object(
            { value: Type.Optional(Type.Unknown({ description: 'The value.' })) },
            { description: 'Value of a field.', additionalProperties: true },
          ),
          { description: 'Value of a field.' },
        ),
        { description: 'Instead of `values`: texts, numbers and steps by the short name of the field.' },
      ),
    ),
    from_artifact: Type.Optional(
      Type.Object(
        { id: Id('Id of the artifact.') },
        { description: 'Instead of values: the artifact whose title to copy.' },
      ),
    ),
    external_id: Type.Optional(
      Type.Object(
        { source: ExternalSource, id: ExternalIdText },
        {
          description:
            'Id of the artifact in another system, once in a project; only administrators of the tracker give it. An import finds the artifact by it.',
        },
      ),
    ),
  },
  { description: 'An artifact to create, with exactly one of `values`, `values_by_field` and `from_artifact`.' },
)

const GroupId = Type.Union([Type.String(), Type.Integer()], { description: 'Id of a user group: `105`, `101_3`.' })

/** Ids, or groups in the form of responses. */
export const commentGroups = (otherwise: string) =>
  Type.Optional(
    Nullable(
      Type.Array(
        Type.Union([GroupId, Type.Object({ id: GroupId }, { description: 'A user group as it is read.' })], {
          description: 'A user group of the project.',
        }),
        { description: 'The groups.' },
      ),
      {
        description:
          'User groups that may see the comment, beside administrators; only where the tracker has private comments, and not without ' +
          `its author among them. An empty list: administrators alone. ${otherwise}`,
      },
    ),
  )

export const ArtifactUpdate = Type.Object(
  {
    values: submittedValues,
    comment: Type.Optional(
      Type.Object(
        {
          body: TextOrEmpty('The comment; "" = none.', { default: '' }),
          format: Type.String({ description: 'text, html or commonmark; anything else counts as commonmark.' }),
          ugroups: commentGroups('Null or absent: everybody who sees the artifact.'),
        },
        { description: 'Follow-up comment.' },
      ),
    ),
  },
  { description: 'New values; fields that are left out keep theirs.' },
)

/** Members of a comment in every list of edits. */
export const commentMembers = {
  body: Type.String({ description: 'Source of a text or HTML comment, rendered HTML of a CommonMark one.' }),
  post_processed_body: Type.String({ description: 'Safe HTML with references turned into links.' }),
  format: Choice(['text', 'html'], { description: 'Format of `body`.' }),
  commonmark: Type.Optional(Type.String({ description: 'Source of a CommonMark comment.' })),
  ugroups: Nullable(Type.Array(MinimalUserGroupSchema, { description: 'Groups that may see a private comment.' }), {
    description: 'Null: everybody.',
  }),
}

const Comment = Type.Object(commentMembers, {
  description: 'Comment of a changeset; empty where there is none for the viewer.',
})

/** artifacts.md §9 */
export const ChangesetRepresentation = Type.Object(
  {
    id: Id('Id of the changeset.'),
    submitted_by: Id('Its author; 0 = anonymous.'),
    submitted_by_details: Nullable(MinimalUser, { description: 'Its author.' }),
    submitted_on: IsoDate('When it was made.'),
    agent: Nullable(Type.String({ description: 'Its name.' }), {
      description: 'The program that made it for its author; null: none.',
    }),
    email: Nullable(Type.String({ description: 'Address.' }), { description: 'Address of an anonymous author.' }),
    last_comment: Comment,
    comment_etag: Nullable(Type.String({ description: 'For `If-Match` of an edit of the comment.' }), {
      description: 'Version of the comment; null where there is none for the viewer.',
    }),
    comment_deletion: Nullable(
      Type.Object(
        {
          by: Nullable(MinimalUser, { description: 'Account that deleted it.' }),
          on: IsoDate('When it was deleted.'),
        },
        { description: 'A comment that was there and was emptied since.' },
      ),
      { description: 'Null unless the comment was deleted.' },
    ),
    values: Type.Array(fieldValue, { description: 'All readable values as of this changeset.' }),
    last_modified_by: Nullable(MinimalUser, { description: 'Author of the last version of the comment.' }),
    last_modified_date: IsoDate('When the comment was written last.'),
  },
  { $id: 'Changeset', description: 'One edit of an artifact.' },
)

export const ChangesetList = Type.Array(ChangesetRepresentation, { description: 'The edits of the page.' })

export const changesetsQuery = Type.Object(
  {
    fields: Choice(['all', 'comments'], { description: 'comments: only those with a comment.', default: 'all' }),
    order: Choice(['asc', 'desc'], { description: 'desc: the newest first.', default: 'asc' }),
    ...paginationQuery({ max: 50, min: 1 }),
  },
  { description: 'Which changesets.' },
)

export const LinkNatures = Type.Object(
  {
    natures: Type.Array(
      Type.Object(
        {
          shortname: Type.String({ description: 'Type of the links; "" = untyped.' }),
          direction: Choice(['forward', 'reverse'], { description: 'From this artifact, or towards it.' }),
          label: Type.String({ description: 'Label of the type in this direction.' }),
          uri: Uri('Address of the linked artifacts below `/api`.'),
        },
        { description: 'Links of one type and direction.' },
      ),
      { description: 'Forward ones first.' },
    ),
  },
  { description: 'The kinds of links that the artifact has.' },
)

export const linkedQuery = Type.Object(
  {
    direction: Choice(['forward', 'reverse'], { description: 'From this artifact, or towards it.' }),
    nature: Type.String({ description: 'Type of the links; "" = untyped ones only.', default: '' }),
    output_format: Choice(['nested', 'flat', 'flat_with_semicolon_string_array'], {
      description: 'nested: whole artifacts; flat: one plain object each.',
      default: 'nested',
    }),
    ...paginationQuery({ max: 50, min: 1 }),
  },
  { description: 'Which links.' },
)

const FlatValue = Type.Union(
  [Type.String(), Type.Number(), Type.Null(), Type.Array(Type.String(), { description: 'Labels.' })],
  { description: 'A value.' },
)

export const FlatList = Type.Array(Type.Record(Type.String(), FlatValue, { description: 'Values by short name.' }), {
  description: 'Flat form.',
})

export const LinkedArtifacts = Type.Union([ArtifactCollection, FlatList], {
  description: 'The linked artifacts of the page.',
})

export const trackerArtifactsQuery = Type.Object(
  {
    values: Choice(['', 'all'], { description: 'all: answer the values, too.', default: '' }),
    fields: Type.String({
      description:
        'Short names of fields, separated by commas: answer their values and no others. "" = as `values` says.',
      default: '',
    }),
    with: Type.String({
      description: 'etag, permissions or both, separated by a comma: answer these members of each artifact, too.',
      default: '',
    }),
    order: Choice(['asc', 'desc'], { description: 'By id; without effect beside a query.', default: 'asc' }),
    query: Type.String({
      description:
        'Criteria as a JSON object, all of which must hold: {"<id or short name of a field>": <value>} or ' +
        '{"<field>": {"operator": "contains", "value": <value>}}; dates also take =, <, > and between.',
      default: '',
    }),
    tql: VerbatimText(
      'A query in TQL with all that this server can search. Beside the language of `expert_query` it compares open lists by label, ' +
        'computed fields by their manual value, numbers and rank of the artifact, and the groups that may see it. It knows ' +
        '@text = "words" (each word in a text or comment), @title, @assigned_to, @status and @status = OPEN(). A backslash makes the ' +
        'next character of a text ordinary. Takes precedence over `query` and `expert_query`.',
      { default: '' },
    ),
    expert_query: Type.String({
      description:
        'A query in TQL, such as: title = "lamp" AND (status IN ("New", "Open") OR assigned_to = MYSELF()). ' +
        'Without effect beside `query`.',
      default: '',
    }),
    order_by: Type.String({
      description:
        'Short names of fields to sort by, separated by commas, those with a minus descending: status,-last_update. ' +
        'Artifacts without a value come last; equal ones are sorted by id. "" = by id.',
      default: '',
    }),
    as_of: listAsOf,
    snapshot: snapshotParameter,
    ...paginationQuery({ default: 100, max: 1000, min: 1 }),
  },
  { description: 'Which artifacts, in what form.' },
)

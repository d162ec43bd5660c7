import { Type } from 'typebox'
import { Choice, Id, IsoDate, Nullable } from '../../platform/http/schemas/schema.ts'

export const MAX_CHANGES = 1_000
export const MAX_WAIT_SECONDS = 60

const ids = (name: string, description: string) =>
  Type.Optional(Type.Array(Type.Integer({ description: `Id of ${name}.` }), { maxItems: 200, description }))

const filters = {
  project_id: ids(
    'a project',
    'Only changes in these projects. With `artifact_id`: in one of them, or of one of the artifacts.',
  ),
  tracker_id: ids('a tracker', 'Only changes in these trackers.'),
  artifact_id: ids('an artifact', 'Only changes of these artifacts.'),
  kinds: Type.Optional(Type.String({ description: 'Kinds of changes, separated by commas.' })),
  actor_id: Type.Optional(Type.Integer({ description: 'Only changes by this account.' })),
  means: Type.Optional(
    Type.String({ description: 'Only changes that came this way: `rest`, `web`, `import` and so on.' }),
  ),
}
const since = Type.Optional(Type.String({ description: 'Cursor behind which to begin; absent: now.' }))

export const changesQuery = Type.Object(
  {
    since,
    until: Type.Optional(Type.String({ description: 'Cursor at which to end.' })),
    ...filters,
    limit: Type.Integer({ minimum: 1, maximum: MAX_CHANGES, default: 100, description: 'Changes of a page.' }),
    wait: Type.Integer({
      minimum: 0,
      maximum: MAX_WAIT_SECONDS,
      default: 0,
      description: 'Seconds to wait for a change if there is none.',
    }),
    representation: Choice(['none', 'values', 'full'], {
      default: 'none',
      description:
        'Also the artifacts, as they are now: in the stable form of snapshots, or as `GET /artifacts/{id}` answers them.',
    }),
    format: Choice(['json', 'ndjson'], { default: 'json', description: 'Format of the answer.' }),
  },
  { description: 'Which changes.' },
)

export const snapshotQuery = Type.Object(
  {
    project_id: filters.project_id,
    tracker_id: filters.tracker_id,
    representation: Choice(['values', 'full'], {
      default: 'values',
      description: 'The stable form, or the answer of `GET /artifacts/{id}?values_format=all`.',
    }),
    after: Type.Integer({ minimum: 0, default: 0, description: 'Id of the artifact behind which to go on.' }),
    cursor: Type.Optional(Type.String({ description: 'Cursor of the first line of the snapshot that goes on.' })),
    format: Choice(['ndjson'], { default: 'ndjson', description: 'Format of the answer.' }),
  },
  { description: 'Which artifacts, and where to begin.' },
)

const MAX_PRESENCES = 50

export const eventsQuery = Type.Object(
  {
    since,
    ...filters,
    presence_of: Type.Optional(
      Type.Array(Type.Integer({ description: 'Id of an artifact.' }), {
        maxItems: MAX_PRESENCES,
        description: 'Artifacts whose people the stream tells, to signed-in callers. It does not narrow the changes.',
      }),
    ),
    representation: Choice(['none', 'values'], {
      default: 'none',
      description: '`values`: each change has the artifact in the stable form as `artifact`.',
    }),
  },
  { description: 'Which changes.' },
)

const Actor = Nullable(
  Type.Object(
    { id: Id('Id of the account.'), username: Type.String({ description: 'Its login.' }) },
    { description: 'The account.' },
  ),
  { description: 'Null: the anonymous, or a job.' },
)

const Cause = Type.Object(
  {
    batch_id: Type.Optional(Type.String({ description: 'The batch that made the change.' })),
    import_id: Type.Optional(Id('The import that made the change.')),
    webhook_id: Type.Optional(Id('The webhook that caused the change.')),
    undo_of: Type.Optional(Id('The changeset that was undone.')),
    agent: Type.Optional(Type.String({ description: 'The application that acted for the account, as an agent.' })),
  },
  { description: 'The larger operation that the change belongs to.' },
)

const nullableId = (description: string) =>
  Nullable(Type.Integer({ description }), { description: `${description} Null: none.` })

const WholeChangeSchema = Type.Object(
  {
    cursor: Type.String({ description: 'Place behind the change.' }),
    at: IsoDate('Time of the change.'),
    kind: Type.String({ description: 'Kind of the change. Readers ignore kinds that they do not know.' }),
    actor: Actor,
    means: Type.String({ description: 'The way by which it came.' }),
    agent: Nullable(Type.String({ description: 'Its name.' }), {
      description: 'Application that acted for the account, as an agent; null: none.',
    }),
    project_id: nullableId('Id of the project.'),
    tracker_id: nullableId('Id of the tracker.'),
    artifact_id: nullableId('Id of the artifact.'),
    changeset_id: nullableId('Changeset of the change. For one artifact it grows with every change.'),
    etag: Nullable(Type.String({ description: 'A token.' }), {
      description: '`Etag` of the version that the change made; null: it made none.',
    }),
    deleted: Type.Boolean({ description: 'True for deletions only.' }),
    changed_field_ids: Nullable(
      Type.Array(Type.Integer({ description: 'Id of a field.' }), { description: 'Ids of fields.' }),
      {
        description: 'Fields that the change set, as far as the caller reads them; null where fields do not matter.',
      },
    ),
    from_tracker_id: Type.Optional(Id('Of a move: the tracker before, if the caller sees it.')),
    repository_id: Type.Optional(Id('Of a commit: the repository.')),
    revision: Type.Optional(Type.Integer({ description: 'Of a commit: its number.' })),
    cause: Nullable(Cause, { description: 'Null: a change by itself.' }),
  },
  { description: 'A change.' },
)

const LossSchema = Type.Object(
  {
    cursor: Type.String({ description: 'Place behind the change.' }),
    kind: Choice(['access.lost', 'artifact.deleted'], { description: 'The caller sees it no more, or it is deleted.' }),
    artifact_id: Id('Id of the artifact.'),
    tracker_id: Type.Optional(Id('Its tracker, if the caller sees that.')),
    changeset_id: nullableId('Its last changeset.'),
    deleted: Type.Optional(Type.Literal(true, { description: 'It is deleted.' })),
  },
  { description: 'An artifact that is to leave the copy.' },
)

const ChangedAccessSchema = Type.Object(
  {
    cursor: Type.String({ description: 'Place behind the change.' }),
    kind: Choice(['access.changed'], { description: 'Rights on many artifacts have changed.' }),
    scope: Choice(['site', 'project', 'tracker'], {
      description: 'Where: the copy of it is to be compared with a snapshot.',
    }),
    project_id: nullableId('Id of the project.'),
    tracker_id: nullableId('Id of the tracker.'),
  },
  { description: 'Changed rights.' },
)

export const ChangeSchema = Type.Union([LossSchema, ChangedAccessSchema, WholeChangeSchema], {
  $id: 'ToldChange',
  description: 'A change as one caller may know of it.',
})

export const ChangesPage = Type.Object(
  {
    changes: Type.Array(ChangeSchema, { description: 'In the order of the log.' }),
    artifacts: Type.Record(
      Type.String(),
      Type.Object({}, { additionalProperties: true, description: 'An artifact as it is now.' }),
      { description: 'The artifacts of the page by id, if asked for; those that are gone are absent.' },
    ),
    next: Type.String({ description: 'Cursor with which to go on, also of an empty page.' }),
    more: Type.Boolean({ description: 'More changes are there already.' }),
    held_since: Nullable(IsoDate('A time.'), {
      description: 'Since when one long transaction in the database has held the feed back; null: nothing does.',
    }),
  },
  { description: 'A page of the feed.' },
)

import { Type } from 'typebox'
import { paginationQuery } from '../../../platform/http/routes/pagination.ts'
import { snapshotParameter } from '../../../platform/list-snapshots/list-snapshots.ts'
import { Id, IsoDate, Nullable, TextOrEmpty, Uri } from '../../../platform/http/schemas/schema.ts'
import { MinimalProjectSchema } from '../../projects/index.ts'
import { MinimalTracker } from '../../trackers/index.ts'
import { MinimalUser } from '../../users/index.ts'

export const MAX_OWN = 250

export const accountParams = Type.Object(
  { id: Type.String({ description: 'Id of the account, or `self`.' }) },
  { description: 'Parameters of the path.' },
)

export const ownArtifactsQuery = Type.Object(
  {
    query: Type.String({
      description: 'JSON: `{"submitted_by":true}`, `{"assigned_to":true}`, or both in one object.',
    }),
    snapshot: snapshotParameter,
    ...paginationQuery({ default: MAX_OWN, max: MAX_OWN }),
  },
  { description: 'Which artifacts, and which page of them.' },
)

export const OwnArtifacts = Type.Array(
  Type.Object(
    {
      id: Id('Id of the artifact.'),
      uri: Uri('Address of the artifact below `/api`.'),
      html_url: Uri('Address of its page.'),
      title: Nullable(Type.String({ description: 'Title.' }), {
        description: 'Null where it has none, or a hidden one.',
      }),
      xref: Type.String({ description: 'Reference to it in texts.' }),
      tracker: MinimalTracker,
    },
    { description: 'An open artifact of the caller.' },
  ),
  { description: 'By id.' },
)

const emptyList = (description: string) =>
  Type.Array(Type.Never({ description: 'Nothing.' }), { maxItems: 0, description })

export const History = Type.Object(
  {
    entries: Type.Array(
      Type.Object(
        {
          visit_time: IsoDate('When the account worked on it last.'),
          xref: Nullable(Type.String({ description: 'Reference to it in texts.' }), {
            description: 'Never null for artifacts.',
          }),
          html_url: Uri('Address of its page.'),
          title: Type.String({ description: 'Title; "" where it has none, or a hidden one.' }),
          color_name: Type.String({ description: 'Colour of its tracker.' }),
          type: Type.String({ description: '`artifact`.' }),
          per_type_id: Id('Id of the artifact.'),
          icon: Nullable(Type.String({ description: 'A picture.' }), { description: 'Null: there is none.' }),
          small_icon: Nullable(Type.String({ description: 'A small picture.' }), {
            description: 'Null: there is none.',
          }),
          icon_name: Type.String({ description: 'Name of a symbol.' }),
          project: MinimalProjectSchema,
          quick_links: emptyList('Further addresses.'),
          badges: Type.Array(
            Type.Object(
              {
                label: Type.String({ description: 'Words of the badge.' }),
                color: Nullable(Type.String({ description: 'Name of a colour.' }), { description: 'Null: none.' }),
              },
              { description: 'A badge.' },
            ),
            { description: 'Marks to see at a glance: the status.' },
          ),
        },
        { description: 'An artifact.' },
      ),
      { description: 'Newest first.' },
    ),
  },
  { description: 'Artifacts that the account worked on lately.' },
)

export const HistoryBody = Type.Array(Type.Unknown({ description: 'An entry: refused.' }), {
  description: 'An empty list: clears the history.',
})

export const Heartbeats = Type.Object(
  {
    entries: Type.Array(
      Type.Object(
        {
          updated_at: IsoDate('When.'),
          html_message: Type.String({ description: 'The event in words, as safe HTML.' }),
          icon: Type.String({ description: '"".' }),
          small_icon: Type.String({ description: '"".' }),
          icon_name: Type.String({ description: 'Name of a symbol.' }),
          user: Nullable(MinimalUser, { description: 'Account that did it; null: nobody that is known.' }),
        },
        { description: 'Something that happened.' },
      ),
      { description: 'Newest first.' },
    ),
    are_there_activities_user_cannot_see: Type.Boolean({
      description: 'Whether there was more than the caller may see.',
    }),
  },
  { description: 'The latest events of a project.' },
)

export const ReferencesBody = Type.Object({ text: TextOrEmpty('Any text.') }, { description: 'Where to look.' })

export const ExtractedReferences = Type.Array(
  Type.Object(
    {
      text: Type.String({ description: 'The reference as written.' }),
      link: Type.String({ description: 'Absolute address of what it names.' }),
      context: Type.String({ description: 'The word before it.' }),
    },
    { description: 'A reference.' },
  ),
  { description: 'In the order of the text.' },
)

export const PreviewBody = Type.Object(
  {
    text: TextOrEmpty('The text as somebody wrote it.'),
    format: Type.Union([Type.Literal('commonmark'), Type.Literal('html'), Type.Literal('text')], {
      description: 'Format of the text.',
      default: 'commonmark',
    }),
  },
  { description: 'A text that nothing stores.' },
)

export const Preview = Type.Object(
  {
    html: Type.String({ description: 'Safe HTML, as it will be shown.' }),
    references: ExtractedReferences,
  },
  { description: 'How a text will look.' },
)

export const TrackerSizes = Type.Array(
  Type.Object(
    {
      tracker_id: Type.Integer({ description: 'Id of the tracker.' }),
      item_name: Type.String({ description: 'Name of one of its items: the keyword of references.' }),
      label: Type.String({ description: 'Name of the tracker.' }),
      color_name: Type.String({ description: 'Colour of the tracker: a name of the palette.' }),
      artifacts: Type.Integer({ description: 'How many of its artifacts the caller sees.' }),
      open: Type.Integer({
        description: 'How many of them have an open status; all of them for a caller who cannot read the status.',
      }),
    },
    { description: 'A tracker and its size.' },
  ),
  { description: 'Trackers that the caller sees, in their order.' },
)

/** Number of projects that one request may ask for. */
export const MAX_PROJECTS = 50

export const projectActivityQuery = Type.Object(
  {
    project_ids: Type.String({
      pattern: `^[0-9]{1,9}(,[0-9]{1,9}){0,${MAX_PROJECTS - 1}}$`,
      description: `Ids of at most ${MAX_PROJECTS} projects, with commas between them.`,
    }),
  },
  { description: 'Which projects.' },
)

export const ProjectsActivity = Type.Array(
  Type.Object(
    {
      project_id: Type.Integer({ description: 'Id of the project.' }),
      open: Type.Integer({
        description: 'How many open artifacts the caller sees in it; where the status is hidden, all count as open.',
      }),
      last_changed_on: Nullable(IsoDate('When an artifact that the caller sees changed last.'), {
        description: 'Null for a caller who sees no artifact.',
      }),
    },
    { description: 'A project and the work in it.' },
  ),
  { description: 'The named projects that have a tracker the caller sees.' },
)

export const TrackersActivity = Type.Array(
  Type.Object(
    {
      tracker_id: Type.Integer({ description: 'Id of the tracker.' }),
      description: Type.String({ description: 'Description of the tracker.' }),
      last_changed_on: Nullable(IsoDate('When an artifact that the caller sees changed last.'), {
        description: 'Null for a caller who sees no artifact.',
      }),
      opened: Type.Array(Type.Integer({ description: 'New artifacts of a week.' }), {
        description:
          'How many artifacts that the caller sees are new in each of the last eight weeks, the oldest first. The last week ends now.',
      }),
    },
    { description: 'A tracker and its activity.' },
  ),
  { description: 'Trackers that the caller sees, in their order.' },
)

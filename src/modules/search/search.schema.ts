import { Type } from 'typebox'
import { Id, Nullable, Uri, VerbatimText } from '../../platform/http/schemas/schema.ts'

export const HIT_TYPES = ['artifact', 'comment', 'file', 'tracker', 'project', 'user'] as const
export type HitType = (typeof HIT_TYPES)[number]

export const MAX_QUERY_CHARS = 200
export const MAX_OFFSET = 1_000
export const MAX_LIMIT = 50

export const searchQuery = Type.Object(
  {
    q: VerbatimText(
      'The words, each of which must be in the text; 2 to 200 characters. A number, alone or as in `bug #12`, also finds the artifact itself.',
    ),
    types: Type.String({
      default: '',
      description: `Kinds of hits, separated by commas: ${HIT_TYPES.join(', ')}; empty: all. Attachments are found by their names and descriptions.`,
    }),
    project_id: Type.Optional(Id('Only in this project.')),
    tracker_id: Type.Optional(Id('Only in this tracker.')),
    by: Type.Optional(Id('Only artifacts that this account submitted, and comments that it wrote.')),
    from: Type.Optional(Type.String({ description: 'Only what was last changed at this date or later.' })),
    until: Type.Optional(Type.String({ description: 'Only what was last changed before this date.' })),
    sort: Type.String({
      default: 'relevance',
      description: '`relevance`: titles and names before texts, then the newest; `-last_update`: the newest.',
    }),
    limit: Type.Integer({ default: 10, minimum: 1, maximum: MAX_LIMIT, description: 'Maximum hits of the response.' }),
    offset: Type.Integer({ default: 0, minimum: 0, maximum: MAX_OFFSET, description: 'Hits to pass over.' }),
  },
  { description: 'Words, and limits of the search.' },
)

const Hit = Type.Object(
  {
    type: Type.String({ description: `Kind of the hit: ${HIT_TYPES.join(', ')}.` }),
    id: Type.Integer({
      description: 'Id of the artifact, tracker, project or account; of a comment: that of its changeset.',
    }),
    artifact_id: Nullable(Type.Integer(), { description: 'The artifact of an artifact, a comment or an attachment.' }),
    title: Type.String({ description: 'Title of the artifact, name of the attachment, tracker, project or person.' }),
    xref: Nullable(Type.String(), { description: 'Reference of the artifact, as in `bug #12`.' }),
    excerpt: Type.Array(
      Type.Object(
        {
          text: Type.String({ description: 'A piece of the text.' }),
          is_hit: Type.Boolean({ description: 'A searched word.' }),
        },
        { description: 'A piece of the excerpt.' },
      ),
      { description: 'A line of the text around the first word; empty where only the title has the words.' },
    ),
    project: Nullable(
      Type.Object(
        {
          id: Type.Integer({ description: 'Id.' }),
          label: Type.String({ description: 'Name.' }),
          shortname: Type.String({ description: 'Short name.' }),
        },
        { description: 'A project.' },
      ),
      { description: 'The project of the hit; null: a person.' },
    ),
    tracker: Nullable(
      Type.Object(
        {
          id: Type.Integer({ description: 'Id.' }),
          label: Type.String({ description: 'Name.' }),
          color_name: Type.String({ description: 'Colour.' }),
        },
        { description: 'A tracker.' },
      ),
      { description: 'The tracker of the hit, if it has one.' },
    ),
    status: Nullable(
      Type.Object(
        {
          label: Type.String({ description: 'The status.' }),
          color_name: Nullable(Type.String(), { description: 'Its colour.' }),
          is_open: Type.Boolean({ description: 'Whether it is an open one.' }),
        },
        { description: 'A status.' },
      ),
      { description: 'Status of the artifact, if the caller may read it.' },
    ),
    html_url: Uri('Address of its page.'),
    at: Nullable(Type.String(), { description: 'Time of the last change, or of the comment; null: none is known.' }),
  },
  { $id: 'SearchHit', description: 'A hit of the search.' },
)

export const SearchResult = Type.Object(
  {
    hits: Type.Array(Hit, { description: 'The hits of this page.' }),
    totals: Type.Record(Type.String(), Type.Integer({ description: 'Number of hits.' }), {
      description: 'Numbers of hits by kind, up to 1,000 each.',
    }),
    more_than: Type.Array(Type.String(), { description: 'Kinds with more hits than their total says.' }),
  },
  { $id: 'SearchResult', description: 'Hits by the rights of the caller.' },
)

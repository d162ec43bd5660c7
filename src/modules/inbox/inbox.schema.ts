import { Type } from 'typebox'
import { Choice, Id, IsoDate, Nullable, Uri } from '../../platform/http/schemas/schema.ts'
import { MinimalUser } from '../users/index.ts'
import { APPROVAL_REASON, ENTRY_STATES, REASONS } from './entries.ts'

const MAX_ENTRIES = 100
/** Entries that one call may mark by their ids. */
const MAX_MARKED = 500

export const inboxQuery = Type.Object(
  {
    state: Type.Optional(
      Type.Array(Choice(ENTRY_STATES, { description: 'A state.' }), {
        maxItems: ENTRY_STATES.length,
        description: 'Only entries in these states; absent: all.',
      }),
    ),
    limit: Type.Integer({ minimum: 1, maximum: MAX_ENTRIES, default: 50, description: 'Entries of a page.' }),
    before: Type.Optional(
      Type.Integer({ minimum: 1, description: 'Only entries with smaller ids: `next` of a page.' }),
    ),
  },
  { description: 'Which entries.' },
)

const text = (description: string) => Type.String({ description })

const Status = Nullable(
  Type.Object(
    {
      label: text('Its label.'),
      color_name: Nullable(text('A name of the palette.'), { description: 'Its colour; null: none.' }),
    },
    { description: 'A status.' },
  ),
  { description: 'Status of the artifact; null: none, or a hidden one.' },
)

const Entry = Type.Object(
  {
    id: Id('Id of the entry. Another change of the artifact gives an unread entry a new id.'),
    at: IsoDate('Time of its latest change.'),
    state: Choice(ENTRY_STATES, { description: 'Whether the account has read it, or is done with it.' }),
    because: Choice([...REASONS, APPROVAL_REASON], {
      description:
        '`mention`: a comment names the account. `assigned`: the artifact was assigned to it. `watched`: it takes part, or has subscribed. ' +
        '`approval`: a write of an agent waits for its decision.',
    }),
    artifact: Nullable(
      Type.Object(
        {
          id: Id('Id of the artifact.'),
          title: Nullable(text('Its title.'), { description: 'Null where it has none, or a hidden one.' }),
          xref: text('Reference to it in texts.'),
          html_url: Uri('Address of its page.'),
        },
        { description: 'The artifact.' },
      ),
      { description: 'The artifact; null: an agent asks to make a new one.' },
    ),
    project: Type.Object(
      { id: Id('Id of the project.'), label: text('Its name.'), shortname: text('Its short name.') },
      { description: 'The project of the artifact.' },
    ),
    tracker: Type.Object(
      { id: Id('Id of the tracker.'), label: text('Its name.'), color_name: text('Its colour.') },
      { description: 'The tracker of the artifact.' },
    ),
    status: Status,
    actor: Nullable(MinimalUser, { description: 'Author of the latest change; null: the anonymous, or an agent.' }),
    other_actors: Type.Integer({ description: 'Number of further authors of its changes.' }),
    changeset_id: Nullable(Id('Changeset.'), { description: 'Changeset of the latest change; null: of an approval.' }),
    count: Type.Integer({ description: 'Number of its changes that the account may see.' }),
    excerpt: Nullable(text('Beginning of a comment, without markup.'), {
      description: 'Of the latest comment of the entry; null: there is none.',
    }),
    changed_fields: Type.Array(text('Label of a field.'), {
      description: 'Fields that its changes set, as far as the account reads them. Empty for a new artifact.',
    }),
    is_new: Type.Boolean({ description: 'The artifact was created by one of the changes, or would be.' }),
    approval: Nullable(
      Type.Object(
        {
          id: Id('Id of the approval.'),
          agent: text('Name of the agent.'),
          tool: text('Tool that the agent calls.'),
          title: Nullable(text('Title.'), { description: 'Title that a new artifact would have; null: none.' }),
        },
        { description: 'A write of an agent.' },
      ),
      { description: 'The write that waits; null: the entry is news of an artifact.' },
    ),
  },
  { description: 'News about one artifact, or a write of an agent that waits.' },
)

const unread = Type.Integer({
  description: 'Unread entries that the account may see; older than the newest 1,000 are not counted.',
})

export const Inbox = Type.Object(
  {
    entries: Type.Array(Entry, { description: 'Newest first.' }),
    unread,
    next: Nullable(Type.Integer({ description: 'Value for `before`.' }), { description: 'Null: there is no more.' }),
  },
  { description: 'A page of the inbox.' },
)

export const MarkBody = Type.Object(
  {
    ids: Type.Optional(
      Type.Array(Type.Integer({ description: 'Id of an entry.' }), {
        maxItems: MAX_MARKED,
        description: 'These entries. Ids that are gone are ignored.',
      }),
    ),
    until: Type.Optional(Type.Integer({ description: 'All entries up to this id. Entries that are done stay so.' })),
    state: Choice(ENTRY_STATES, { description: 'Their new state.' }),
  },
  { description: 'Entries, by `ids` or `until`, and their state.' },
)

export const Unread = Type.Object({ unread }, { description: 'The inbox now.' })

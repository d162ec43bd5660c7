import { Type } from 'typebox'
import { CREDENTIAL_TYPES } from '../../platform/events/acting.ts'
import { Choice, Id, IsoDate, Nullable } from '../../platform/http/schemas/schema.ts'

export const MAX_ENTRIES = 1_000
export const MAX_WAIT_SECONDS = 60

export const AuditQuery = Type.Object(
  {
    since: Type.Optional(
      Type.Integer({ minimum: 0, description: 'Number of the row to begin with. Absent: the first one of the order.' }),
    ),
    limit: Type.Integer({ minimum: 1, maximum: MAX_ENTRIES, default: 100, description: 'Rows of a page.' }),
    from: Type.Optional(Type.String({ description: 'Only rows since this date.' })),
    until: Type.Optional(Type.String({ description: 'Only rows before this date.' })),
    kinds: Type.Optional(
      Type.String({
        description:
          'Kinds of rows, separated by commas. `user_group.*` stands for all that begin so, `!session.opened` leaves one out.',
      }),
    ),
    actor_id: Type.Optional(Type.Integer({ description: 'Only rows of what this account did.' })),
    subject: Type.Optional(Type.String({ description: 'Only rows about this: `user:104`, `artifact:12`, `key:7`.' })),
    order: Choice(['asc', 'desc'], { default: 'asc', description: 'Oldest or newest rows first.' }),
    wait: Type.Integer({
      minimum: 0,
      maximum: MAX_WAIT_SECONDS,
      default: 0,
      description: 'Seconds to wait for a row if there is none. Only in ascending order.',
    }),
    format: Choice(['json', 'ndjson'], { default: 'json', description: 'Format of the answer.' }),
  },
  { description: 'Which rows.' },
)

const account = (description: string) =>
  Nullable(
    Type.Object(
      {
        id: Id('Id of the account.'),
        username: Nullable(Type.String({ description: 'Login of the account.' }), {
          description: 'Its login of today; null: the account was erased. The hash does not cover it.',
        }),
      },
      { description: 'An account.' },
    ),
    { description },
  )

const nullableText = (description: string) =>
  Nullable(Type.String({ description }), { description: `${description} Null: none.` })

const values = (description: string) =>
  Type.Record(Type.String(), Type.Unknown({ description: 'A value.' }), { description })

const Credential = Type.Object(
  {
    type: Choice(CREDENTIAL_TYPES, { description: 'Kind of credentials.' }),
    id: Nullable(Type.Integer({ description: 'A number.' }), {
      description: 'Number of the session, key or application; null: it has none.',
    }),
    label: nullableText('Name that the owner gave the key, or name of the application.'),
  },
  { description: 'The credentials that it was done with.' },
)

export const AuditEntry = Type.Object(
  {
    n: Type.Integer({ description: 'Number of the row. The numbers have no gaps.' }),
    at: IsoDate('When it happened.'),
    kind: Type.String({ description: 'The object, and the verb in the past tense.' }),
    actor: account('The account that did it; null: nobody had signed in, or the platform did it.'),
    on_behalf_of: account('The account to which it belongs, where it is another one; null: none.'),
    means: Type.String({ description: 'The way by which it came: `rest`, `web`, `command` and so on.' }),
    credential: Credential,
    agent: nullableText('Name of the program that acted for the account.'),
    ip: nullableText('Address of the caller.'),
    request_id: nullableText('Id of the request, as in the log of the server.'),
    project_id: Nullable(Type.Integer({ description: 'Id of a project.' }), {
      description: 'Its project; null: none.',
    }),
    subject: nullableText('The object of the row: a type and a number.'),
    before: values('Values before.'),
    after: values('Values after, or the added and removed ones.'),
    outcome: Choice(['done', 'refused'], { description: 'Whether it was done.' }),
    reason: nullableText('Reason of the refusal, as in `error.details`.'),
    count: Type.Integer({ description: 'Number of times: repeated refusals of a minute are one row.' }),
    hash: Type.String({
      description:
        'SHA-256, in hexadecimal, of the hash of the row before (32 bytes; zeros before row 1) and the canonical JSON (RFC 8785) of this row without `hash` and without the members `username`.',
    }),
  },
  { description: 'A row of the audit.' },
)

const Chain = Type.Object(
  {
    first: Type.Integer({ description: 'Number of the oldest row that is kept; 0: there is none.' }),
    last: Type.Integer({ description: 'Number of the newest row; 0: there is none.' }),
    head: Nullable(
      Type.Object(
        {
          n: Type.Integer({ description: 'Number of the row.' }),
          hash: Type.String({ description: 'Its hash.' }),
          signed_on: IsoDate('When it was signed.'),
        },
        { description: 'An end of the chain that was signed.' },
      ),
      { description: 'The last signed end of the chain; null: none was signed yet.' },
    ),
    checked_on: Nullable(IsoDate('A time.'), { description: 'When the chain was checked; null: not yet.' }),
    broken_at: Nullable(Type.Integer({ description: 'Number of a row.' }), {
      description: 'The first row that is not what was sealed; null: the chain is whole.',
    }),
    kept_days: Type.Integer({ description: 'Days for which rows are kept.' }),
  },
  { description: 'The chain of all rows.' },
)

export const AuditPage = Type.Object(
  {
    entries: Type.Array(AuditEntry, { description: 'Rows.' }),
    next: Nullable(Type.Integer({ description: 'Number of a row.' }), {
      description: '`since` of the next page. In descending order null: there is none.',
    }),
    names: Type.Record(Type.String(), Type.String({ description: 'Its name.' }), {
      description: 'Names of today of what the rows name, by type and number: `user:104`, `project:101`.',
    }),
    chain: Chain,
  },
  { description: 'A page of the audit.' },
)

import { Type, type Static } from 'typebox'
import { IsoDate, Password } from '../../../platform/http/schemas/schema.ts'
import { FullUser } from '../../users/index.ts'

export const SessionRequest = Type.Object(
  {
    username: Type.String({ description: 'Login name.' }),
    password: Password('Password of the account.'),
    code: Type.Optional(
      Type.String({
        maxLength: 40,
        description: 'For accounts with a second factor: a code of the authenticator app, or a recovery code.',
      }),
    ),
  },
  { description: 'Credentials of an account.' },
)

export const NewSessionRepresentation = Type.Object(
  {
    id: Type.Integer({ description: 'Id of the session.' }),
    user: FullUser,
    created_on: IsoDate('When it began.'),
    expires_on: IsoDate('When it ends.'),
  },
  { description: 'A session; the answer sets its cookie.' },
)

export const SessionRepresentation = Type.Object(
  {
    id: Type.Integer({ description: 'Id of the session.' }),
    is_current: Type.Boolean({ description: 'Whether this very request came with it.' }),
    device: Type.String({ description: 'Browser and system in words: "Firefox on Linux".' }),
    user_agent: Type.String({ description: 'Name that the browser gave itself when it signed in.' }),
    ip_address: Type.String({ description: 'Network address of the last use.' }),
    created_on: IsoDate('When it began.'),
    last_used_on: IsoDate('Last use, within an hour.'),
    expires_on: IsoDate('When it ends.'),
  },
  { description: 'A place where the account is signed in.' },
)
export type SessionRepresentation = Static<typeof SessionRepresentation>

export const sessionParams = Type.Object(
  {
    id: Type.Union(
      [
        Type.Integer({ description: 'Id of the session.' }),
        Type.Literal('current', { description: 'The session of this request.' }),
      ],
      { description: 'Id of the session, or `current` for the one that this request came with.' },
    ),
  },
  { description: 'Parameters of the path.' },
)

export const EndSessionsQuery = Type.Object(
  {
    include_current: Type.Boolean({
      default: false,
      description: 'Whether the session that this request came with ends, too.',
    }),
  },
  { description: 'Which sessions end.' },
)

import { Type, type Static } from 'typebox'
import { paginationQuery } from '../../platform/http/routes/pagination.ts'
import { Choice, Id, IsoDate, Nullable, Password, TextOrEmpty } from '../../platform/http/schemas/schema.ts'
import { userStatuses } from '../users/index.ts'

export const MAX_ACCOUNTS = 100

export const AccountsQuery = Type.Object(
  {
    query: Type.Optional(
      Type.String({ description: 'Words; each is part of the login name, the real name or the e-mail address.' }),
    ),
    status: Type.Optional(Choice(userStatuses, { description: 'Only accounts of this status.' })),
    ...paginationQuery({ default: 50, max: MAX_ACCOUNTS }),
  },
  { description: 'Which accounts, and which page of them.' },
)

export const Account = Type.Object(
  {
    id: Id('Id of the account.'),
    username: Type.String({ description: 'Login name.' }),
    real_name: Type.String({ description: 'Real name, maybe empty.' }),
    email: Type.String({ description: 'E-mail address, maybe empty.' }),
    status: Type.String({
      description: 'A active, R restricted, S suspended, D deleted, P pending, V or W validated.',
    }),
    is_site_administrator: Type.Boolean({ description: 'Whether it administers the platform.' }),
    has_second_factor: Type.Boolean({ description: 'Whether its password alone is not enough to sign in.' }),
    site_permissions: Type.Array(Type.String({ description: 'Short name of a permission.' }), {
      description: 'Permissions on the platform that groups give to it.',
    }),
    created_on: IsoDate('When it was made.'),
    last_access_on: Nullable(IsoDate('Last use that was noted, within an hour.'), {
      description: 'Null: none was noted. Requests with a password are not.',
    }),
    avatar_url: Type.String({ description: 'Absolute address of the picture (PNG), readable without login.' }),
  },
  { description: 'An account, as those who administer accounts see it.' },
)
export type AccountRepresentation = Static<typeof Account>

export const NewAccount = Type.Object(
  {
    ...Account.properties,
    invitation_sent: Type.Boolean({ description: 'Whether a mail with a link to choose a password is on its way.' }),
  },
  { description: 'An account that was just made.' },
)

export const NewAccountBody = Type.Object(
  {
    username: Type.String({ description: 'Login name: 3 to 30 letters, digits, hyphens, underscores and dots.' }),
    real_name: TextOrEmpty('Real name.', { default: '' }),
    email: Type.String({ description: 'E-mail address.' }),
    password: Type.Optional(
      Password('Password of at least 8 characters. Without one a mail invites the owner to choose it.'),
    ),
    status: Type.Optional(
      Choice(['A', 'R', 'S', 'P'], { description: 'A active (default), R restricted, S suspended, P pending.' }),
    ),
    is_restricted: Type.Optional(
      Type.Boolean({ description: 'Another way to say the status: true is R, false is A.' }),
    ),
  },
  { description: 'An account to make.' },
)

export const AdministratorBody = Type.Object(
  { is_site_administrator: Type.Boolean({ description: 'Whether the account is to administer the platform.' }) },
  { description: 'A right to give or to take away.' },
)

import { Type, type Static } from 'typebox'
import { Choice, IsoDate, Password, TextOrEmpty } from '../../../platform/http/schemas/schema.ts'
import { FullUser, languages, themes } from '../../users/index.ts'

const language = Choice(['', ...languages], { description: 'Language of pages and mails; "": none was chosen.' })
const theme = Choice(themes, { description: 'Colours of the pages; system: those of the device.' })

export const credentialKinds = ['session', 'access_key', 'oauth2', 'token', 'password'] as const

export const AccountRepresentation = Type.Object(
  {
    user: FullUser,
    is_site_administrator: Type.Boolean({ description: 'Whether it administrates the platform.' }),
    site_permissions: Type.Array(Type.String({ description: 'Short name of a permission.' }), {
      description: 'Permissions of the platform that are delegated to the account.',
    }),
    can_create_projects: Type.Boolean({ description: 'Whether it may create projects.' }),
    has_password: Type.Boolean({ description: 'Whether it can sign in with a password.' }),
    has_second_factor: Type.Boolean({ description: 'Whether its password alone is not enough to sign in.' }),
    language,
    theme,
    timezone: Type.String({ description: 'IANA name of the zone of dates; "": that of the platform.' }),
    auth: Choice(credentialKinds, { description: 'Kind of the credentials of this request.' }),
  },
  { description: 'The account of the caller, with what it may do.' },
)
export type AccountRepresentation = Static<typeof AccountRepresentation>

export const AccountPatch = Type.Object(
  {
    real_name: Type.Optional(TextOrEmpty('Real name.', { maxLength: 255 })),
    email: Type.Optional(Type.String({ description: 'E-mail address; another one needs `current_password`.' })),
    current_password: Type.Optional(Password('Password of the account.')),
    language: Type.Optional(language),
    theme: Type.Optional(theme),
    timezone: Type.Optional(
      Type.String({
        maxLength: 100,
        description:
          'IANA name of the zone in which dates are shown and meant, such as `Europe/Paris`; "": that of the platform.',
      }),
    ),
  },
  { description: 'Members to change; those that are left out stay as they are.' },
)

export const PasswordBody = Type.Object(
  {
    current_password: Password('Password of the account.'),
    new_password: Password('The password to come: 8 characters or more.'),
  },
  { description: 'The old password and the new one.' },
)

export const ResetRequest = Type.Object(
  {
    login_or_email: Type.String({ maxLength: 320, description: 'Login name or e-mail address of the account.' }),
  },
  { description: 'The account whose password is forgotten.' },
)

export const resetParams = Type.Object(
  { token: Type.String({ description: 'The token of the mail.' }) },
  { description: 'Parameters of the path.' },
)

export const PasswordResetRepresentation = Type.Object(
  {
    login: Type.String({ description: 'Login name of the account.' }),
    expires_on: IsoDate('Until when another password can be chosen.'),
  },
  { description: 'Account of the token, and the end of the token.' },
)

export const NewPasswordBody = Type.Object(
  { new_password: Password('The password to come: 8 characters or more.') },
  { description: 'Another password.' },
)

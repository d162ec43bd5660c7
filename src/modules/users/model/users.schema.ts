import { paginationQuery } from '../../../platform/http/routes/pagination.ts'
import { Type, type Static } from 'typebox'
import { Nullable, TextOrEmpty, Uri, VerbatimText } from '../../../platform/http/schemas/schema.ts'

const minimal = {
  id: Nullable(Type.Integer({ description: 'Id of the account.' }), { description: 'Null for an anonymous author.' }),
  uri: Nullable(Uri('Resource of the account.'), { description: 'Null for an anonymous author.' }),
  user_url: Nullable(Type.String({ description: 'Path of the profile page.' }), {
    description: 'Null for an anonymous author.',
  }),
  display_name: Type.String({ description: 'Name as the reader wants to see names; by default "Real name (login)".' }),
  real_name: Nullable(Type.String({ description: 'Real name, maybe empty.' }), {
    description: 'Null for an anonymous author.',
  }),
  username: Nullable(Type.String({ description: 'Login name.' }), { description: 'Null for an anonymous author.' }),
  ldap_id: Nullable(Type.String({ description: 'Id in a directory, "" when there is none.' }), {
    description: 'Null for an anonymous author.',
  }),
  avatar_url: Type.String({ description: 'Absolute address of the picture (PNG), readable without login.' }),
  is_anonymous: Type.Boolean({ description: 'Whether there is no account behind it.' }),
  has_avatar: Type.Boolean({ description: 'Whether the picture is their own, not the default one.' }),
}

/** users.md §1 */
export const MinimalUser = Type.Object(minimal, { description: 'A user, as shown to everybody.' })
export type MinimalUser = Static<typeof MinimalUser>

export const FullUser = Type.Object(
  {
    ...minimal,
    email: Nullable(Type.String({ description: 'E-mail address.' }), {
      description: 'Null for an anonymous author without address.',
    }),
    status: Nullable(
      Type.String({ description: 'A active, R restricted, S suspended, D deleted, P pending, V or W validated.' }),
      { description: 'Null for an anonymous author.' },
    ),
  },
  { description: 'A user, as shown to those who are signed in.' },
)
export type FullUser = Static<typeof FullUser>

export const UserRepresentation = Type.Union([FullUser, MinimalUser], {
  description: 'The full user; without e-mail and status when the caller is anonymous.',
})

/** `{id}` of a route that accepts `self` for the caller. */
export const UserIdOrSelf = Type.Union(
  [Type.Integer({ description: 'Id of the account.' }), Type.Literal('self', { description: 'The caller.' })],
  { description: 'Id of the account, or `self` for the caller.' },
)
export const userIdOrSelfParams = Type.Object({ id: UserIdOrSelf }, { description: 'Parameters of the path.' })

export const SearchUsersQuery = Type.Object(
  {
    query: Type.String({
      minLength: 3,
      description:
        'Words to find in login or real name, or one of {"username":"…"}, {"loginname":"…"}, {"shortname":"…"}, {"email":"…"} for an exact match. A list of up to 50 logins instead of one login finds all of them.',
    }),
    limit: Type.Integer({ default: 10, description: 'Number of elements of the page; more than 50 is taken as 50.' }),
    offset: Type.Integer({ default: 0, description: 'Index of the first element, from 0.' }),
  },
  { description: 'Parameters of the search.' },
)

export const UserPatch = Type.Object(
  {
    status: Type.Optional(Type.String({ description: 'A, R, S, D or P; other values are ignored.' })),
    email: Type.Optional(TextOrEmpty('E-mail address.')),
    real_name: Type.Optional(TextOrEmpty('Real name.')),
    username: Type.Optional(TextOrEmpty('Login name: 3 to 30 letters, digits, hyphens, underscores and dots.')),
  },
  { description: 'Members to change; those that are left out stay as they are.' },
)
export type UserPatch = Static<typeof UserPatch>

/** users.md §4: the body holds the changes in `values` or directly. */
export const UserPatchBody = Type.Object(
  { ...UserPatch.properties, values: Type.Optional(UserPatch) },
  { description: 'Members to change, in `values` or directly.' },
)

export const PreferenceKey = Type.String({ minLength: 1, maxLength: 255, description: 'Name of the preference.' })
export const PreferenceQuery = Type.Object({ key: PreferenceKey }, { description: 'Which preference.' })
export const PreferenceBody = Type.Object(
  { key: PreferenceKey, value: VerbatimText('Value of the preference.') },
  { description: 'A preference to set.' },
)
export const Preference = Type.Object(
  {
    key: Type.String({ description: 'Name of the preference.' }),
    value: Type.Union(
      [Type.String({ description: 'The value that was set.' }), Type.Literal(false, { description: 'It is not set.' })],
      { description: 'The value, or false when there is none.' },
    ),
  },
  { description: 'A preference of the caller.' },
)

/** users.md §7: exactly one of the keys is given. */
export const UserReference = Type.Object(
  {
    id: Type.Optional(Type.Integer({ description: 'Id of the account.' })),
    username: Type.Optional(Type.String({ description: 'Login name.' })),
    email: Type.Optional(Type.String({ description: 'E-mail address; it must belong to one account only.' })),
    ldap_id: Type.Optional(Type.String({ description: 'Id in a directory.' })),
  },
  { description: 'A user, named by exactly one of the keys.' },
)
export type UserReference = Static<typeof UserReference>

export const MAX_DASHBOARDS = 50

export const DashboardsQuery = Type.Object(paginationQuery({ default: MAX_DASHBOARDS, max: MAX_DASHBOARDS }), {
  description: 'Which page.',
})

const dashboardName = Type.String({ description: 'Name, one of its own among those of the account.' })

export const Dashboard = Type.Object(
  { id: Type.Integer({ description: 'Id of the dashboard.' }), name: dashboardName },
  { description: 'A personal page.' },
)

export const DashboardBody = Type.Object({ name: dashboardName }, { description: 'The new dashboard.' })

import { Type, type Static } from 'typebox'
import { MinimalProjectSchema } from '../../projects/index.ts'
import { IsoDate, Nullable, Password, TextOrEmpty } from '../../../platform/http/schemas/schema.ts'

export const TokenRequest = Type.Object(
  { username: Type.String({ description: 'Login name.' }), password: Password('Password of the account.') },
  { description: 'Credentials of an account.' },
)

export const TokenRepresentation = Type.Object(
  {
    user_id: Type.String({ description: 'Id of the account, to be sent as X-Auth-UserId.' }),
    token: Type.String({ description: 'The token, to be sent as X-Auth-Token; good for 24 hours.' }),
    uri: Type.String({ description: 'Path of the token; DELETE ends it.' }),
  },
  { description: 'A token.' },
)

export const tokenParams = Type.Object(
  { token: Type.String({ description: 'The token.' }) },
  { description: 'Parameters of the path.' },
)

export const AccessKeyRequest = Type.Object(
  {
    description: Type.Optional(TextOrEmpty('Purpose of the key.')),
    expiration_date: Type.Optional(
      Nullable(Type.String({ description: 'ISO 8601 with offset: 2030-12-31T23:59:59+01:00.' }), {
        description: 'When it ends; null or left out: never.',
      }),
    ),
    scopes: Type.Array(Type.String({ description: 'One of `GET /access_key_scopes`.' }), {
      default: ['write:rest'],
      description: 'Scopes of the key, at least one; unknown ones are dropped.',
    }),
    projects: Type.Optional(
      Nullable(Type.Array(Type.Integer({ description: 'Id of a project.' }), { description: 'At least one.' }), {
        description: 'Projects that it is limited to; null or left out: all that its owner may see.',
      }),
    ),
  },
  { description: 'The key to make.' },
)

export const NewAccessKeyRepresentation = Type.Object(
  { identifier: Type.String({ description: 'The key, to be sent as X-Auth-AccessKey. It is never shown again.' }) },
  { description: 'A new access key.' },
)

export const AccessKeyRepresentation = Type.Object(
  {
    id: Type.Integer({ description: 'Id of the key.' }),
    creation_date: IsoDate('When it was made.'),
    expiration_date: Nullable(IsoDate('When it ends.'), { description: 'Null: never.' }),
    description: Type.String({ description: 'Purpose of the key.' }),
    last_used_on: Nullable(IsoDate('Last use, within an hour.'), { description: 'Null: never used.' }),
    last_used_by: Nullable(Type.String({ description: 'Network address of the last use.' }), {
      description: 'Null: never used.',
    }),
    scopes: Type.Array(
      Type.Object(
        { identifier: Type.String({ description: 'One of `GET /access_key_scopes`.' }) },
        { description: 'A scope.' },
      ),
      { description: 'Scopes of the key.' },
    ),
    projects: Nullable(Type.Array(MinimalProjectSchema, { description: 'Those that the caller may see.' }), {
      description: 'Projects that it is limited to; null: it opens all that its owner may see.',
    }),
  },
  { description: 'An access key, without its secret.' },
)
export type AccessKeyRepresentation = Static<typeof AccessKeyRepresentation>

export const AccessKeyScopes = Type.Array(
  Type.Object(
    {
      identifier: Type.String({ description: 'Name of the scope: `write:rest`.' }),
      label: Type.String({ description: 'Name for people.' }),
      description: Type.String({ description: 'Calls that the scope opens.' }),
    },
    { description: 'A scope.' },
  ),
  { description: 'Scopes that access keys can have here.' },
)

export const accessKeyParams = Type.Object(
  {
    id: Type.Union(
      [
        Type.Integer({ description: 'Id of the key.' }),
        Type.Literal('self', { description: 'The key of this request.' }),
      ],
      { description: 'Id of the key, or `self` for the one that this request came with.' },
    ),
  },
  { description: 'Parameters of the path.' },
)

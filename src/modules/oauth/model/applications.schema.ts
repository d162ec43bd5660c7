import { Type, type Static } from 'typebox'
import { IsoDate, Nullable } from '../../../platform/http/schemas/schema.ts'
import { MinimalProjectSchema } from '../../projects/index.ts'
import { MAX_NAME_LENGTH, MAX_REDIRECT_URIS } from './application.ts'

const name = Type.String({
  minLength: 1,
  maxLength: MAX_NAME_LENGTH,
  description: 'Name that users see when they are asked.',
})
const redirectUri = Type.String({
  description:
    'Where browsers are sent with a code: an https address, or one of http://localhost, http://127.0.0.1 or http://[::1], without ' +
    'fragment. Requests must repeat it byte by byte; the port of the last two is free.',
})
const redirectUris = Type.Array(redirectUri, {
  minItems: 1,
  maxItems: MAX_REDIRECT_URIS,
  description: 'All addresses, instead of `redirect_uri`.',
})
const usePkce = 'Whether every authorization request must carry a code challenge (PKCE, S256).'

export const ApplicationRequest = Type.Object(
  {
    name,
    redirect_uri: Type.Optional(redirectUri),
    redirect_uris: Type.Optional(redirectUris),
    use_pkce: Type.Boolean({ default: false, description: usePkce }),
    is_public: Type.Boolean({
      default: false,
      description:
        'Whether it cannot keep a secret, as a program on the machine of its user: it gets none, and must use PKCE.',
    }),
  },
  { description: 'The application to register.' },
)

export const ApplicationPatch = Type.Object(
  {
    name: Type.Optional(name),
    redirect_uri: Type.Optional(redirectUri),
    redirect_uris: Type.Optional(redirectUris),
    use_pkce: Type.Optional(Type.Boolean({ description: usePkce })),
  },
  { description: 'Members to change; those that are left out stay as they are.' },
)

const clientId = Type.String({
  description:
    'How the application calls itself in requests: `tlp-client-id-<id>`, or the address of its metadata document.',
})
const clientSecret = Type.String({ description: 'Its secret. It is never shown again.' })

const application = {
  id: Type.Integer({ description: 'Id of the application.' }),
  client_id: clientId,
  name: Type.String({ description: 'Name that users see when they are asked.' }),
  redirect_uri: Type.String({ description: 'Where browsers are sent with a code: the first of the addresses.' }),
  redirect_uris: Type.Array(Type.String({ description: 'An address.' }), { description: 'All addresses.' }),
  use_pkce: Type.Boolean({ description: usePkce }),
  is_public: Type.Boolean({ description: 'Whether it has no secret.' }),
  is_self_registered: Type.Boolean({
    description: 'Whether it registered itself, by a request or a metadata document: nobody here has checked it.',
  }),
  project: Nullable(MinimalProjectSchema, { description: 'Null: it belongs to the whole platform.' }),
  created_on: IsoDate('When it was registered.'),
  last_token_on: Nullable(IsoDate('When it last got an access token, to the day.'), {
    description: 'Null: never, or it is not told, because somebody here registered it.',
  }),
}

export const ApplicationRepresentation = Type.Object(application, { description: 'A registered application.' })
export type ApplicationRepresentation = Static<typeof ApplicationRepresentation>

export const NewApplicationRepresentation = Type.Object(
  {
    ...application,
    client_secret: Nullable(clientSecret, { description: 'Its secret; null: a public client has none.' }),
  },
  { description: 'A new application, with its secret.' },
)

export const SecretRepresentation = Type.Object(
  { client_id: clientId, client_secret: clientSecret },
  { description: 'A new secret; the one before is good for nothing any more.' },
)

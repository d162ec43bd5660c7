import { Type, type Static } from 'typebox'
import { IsoDate, Nullable } from '../../../platform/http/schemas/schema.ts'
import { MinimalProjectSchema } from '../../projects/index.ts'
import { MAX_NAME_LENGTH } from './application.ts'

const name = Type.String({ maxLength: MAX_NAME_LENGTH, description: 'Name that users see when they are asked.' })
const redirectUri = Type.String({
  description:
    'Where browsers are sent with a code: an https address, or one of http://localhost, without fragment. Requests must repeat it byte by byte.',
})
const usePkce = 'Whether every authorization request must carry a code challenge (PKCE, S256).'

export const ApplicationRequest = Type.Object(
  { name, redirect_uri: redirectUri, use_pkce: Type.Boolean({ default: false, description: usePkce }) },
  { description: 'The application to register.' },
)

export const ApplicationPatch = Type.Object(
  {
    name: Type.Optional(name),
    redirect_uri: Type.Optional(redirectUri),
    use_pkce: Type.Optional(Type.Boolean({ description: usePkce })),
  },
  { description: 'What to change; keys left out stay as they are.' },
)

const clientId = Type.String({ description: 'How the application calls itself in requests: `tlp-client-id-<id>`.' })
const clientSecret = Type.String({ description: 'Its secret. It is never shown again.' })

const application = {
  id: Type.Integer({ description: 'Id of the application.' }),
  client_id: clientId,
  name: Type.String({ description: 'Name that users see when they are asked.' }),
  redirect_uri: Type.String({ description: 'Where browsers are sent with a code.' }),
  use_pkce: Type.Boolean({ description: usePkce }),
  project: Nullable(MinimalProjectSchema, { description: 'Null: it belongs to the whole platform.' }),
  created_on: IsoDate('When it was registered.'),
}

export const ApplicationRepresentation = Type.Object(application, { description: 'A registered application.' })
export type ApplicationRepresentation = Static<typeof ApplicationRepresentation>

export const NewApplicationRepresentation = Type.Object(
  { ...application, client_secret: clientSecret },
  { description: 'A new application, with its secret.' },
)

export const SecretRepresentation = Type.Object(
  { client_id: clientId, client_secret: clientSecret },
  { description: 'A new secret; the one before is good for nothing any more.' },
)

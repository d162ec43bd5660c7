import { Type } from 'typebox'
import { Choice, IsoDate, Nullable } from '../../../platform/http/schemas/schema.ts'
import { MinimalProjectSchema } from '../../projects/index.ts'
import { MinimalUser, UserIdOrSelf } from '../../users/index.ts'

const uid = Type.String({ description: 'Id of the request, from the address of the page.' })
export const interactionParams = Type.Object({ uid }, { description: 'Parameters of the path.' })

const appId = Type.Integer({ description: 'Id of the application.' })
const appName = Type.String({ description: 'Name of the application.' })
const project = Nullable(MinimalProjectSchema, { description: 'Null: the application belongs to the whole platform.' })

export const InteractionRepresentation = Type.Object(
  {
    app: Type.Object(
      {
        id: appId,
        name: appName,
        project,
        is_self_registered: Type.Boolean({
          description: 'Whether it registered itself: nobody here has checked its name.',
        }),
      },
      { description: 'The application that asks.' },
    ),
    redirect_host: Type.String({ description: 'Host that the browser goes to after the decision.' }),
    scopes: Type.Array(
      Type.Object(
        {
          identifier: Type.String({ description: 'The scope: `read:project`.' }),
          is_new: Type.Boolean({ description: 'Whether the caller has not allowed it before.' }),
        },
        { description: 'A scope.' },
      ),
      { description: 'Scopes that the application asks for.' },
    ),
    account: MinimalUser,
    request_path: Type.String({
      description: 'Path that asks for the same again, once another account is signed in: `/oauth2/authorize?…`.',
    }),
  },
  { description: 'A request of an application that waits for the consent of the caller.' },
)

export const DecisionRequest = Type.Object(
  { decision: Choice(['allow', 'deny'], { description: 'Answer of the caller for all scopes together.' }) },
  { description: 'The decision.' },
)

export const DecisionResponse = Type.Object(
  { redirect_to: Type.String({ description: 'Address that the browser must go to.' }) },
  { description: 'How it goes on.' },
)

export const AuthorizationRepresentation = Type.Object(
  {
    app: Type.Object(
      {
        id: appId,
        name: appName,
        client_id: Type.String({ description: 'How it calls itself in requests.' }),
        project,
      },
      { description: 'The application.' },
    ),
    scopes: Type.Array(Type.String({ description: 'A scope: `read:project`.' }), {
      description: 'Scopes that the caller allows the application.',
    }),
    granted_on: IsoDate('When the caller allowed it.'),
    last_used_on: Nullable(IsoDate('When it last got an access token.'), { description: 'Null: never.' }),
  },
  { description: 'An application that the caller allowed something.' },
)

export const authorizationParams = Type.Object(
  { id: UserIdOrSelf, app_id: appId },
  { description: 'Parameters of the path.' },
)

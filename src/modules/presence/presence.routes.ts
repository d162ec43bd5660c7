import { done, ok, type Route } from '../../platform/http/routes/route.ts'
import { idParams } from '../../platform/http/schemas/schema.ts'
import { route, type Viewer } from '../users/index.ts'
import type { Sighting } from './board.ts'
import type { PresenceAnswer } from './describe-presence.ts'
import { Presence, PresenceBody } from './presence.schema.ts'

export interface PresenceOperations {
  readonly get: (viewer: Viewer, artifactId: number) => Promise<PresenceAnswer>
  readonly note: (viewer: Viewer, sighting: Omit<Sighting, 'userId' | 'at'>) => Promise<void>
}

const tag = 'Presence'
const spec = 'integrators.md §2'

export const presenceRoutes = (presence: PresenceOperations): Route<Viewer>[] => [
  route({
    method: 'GET',
    path: '/artifacts/{id}/presence',
    access: 'protected',
    scope: 'read:tracker',
    operationId: 'getPresence',
    summary: 'The people who look at an artifact or edit it now.',
    description: 'Streams with `presence_of` get the same object as event `presence` (`GET /events`).',
    spec,
    tag,
    params: idParams('Id of the artifact.'),
    responses: { 200: Presence },
    errors: [400, 401, 404],
    handler: async ({ viewer, params }) => ok(await presence.get(viewer, params.id)),
  }),
  route({
    method: 'PUT',
    path: '/artifacts/{id}/presence',
    access: 'protected',
    scope: 'write:tracker',
    operationId: 'setPresence',
    summary: 'Tells others that the caller looks at an artifact or edits it.',
    description: 'To be repeated every 20 seconds: it is forgotten after 45 seconds. Nothing of it is stored.',
    spec,
    tag,
    params: idParams('Id of the artifact.'),
    body: PresenceBody,
    responses: { 200: null },
    errors: [400, 401, 404],
    handler: async ({ viewer, params, body }) => {
      const { state, tab, field_id: fieldId = null } = body
      await presence.note(viewer, { artifactId: params.id, tab, state, fieldId: state === 'editing' ? fieldId : null })
      return done()
    },
  }),
]

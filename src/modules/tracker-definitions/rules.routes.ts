import { preconditionOf } from '../../platform/http/headers/conditional.ts'
import { ok, type Route } from '../../platform/http/routes/route.ts'
import { idParams } from '../../platform/http/schemas/schema.ts'
import { route, type Viewer } from '../users/index.ts'
import type { AdministrationOperations } from './tracker-definitions.operations.ts'
import { changeOrRehearse } from './change/representation.ts'
import { DefinitionRehearsal } from './model/tracker-definitions.schema.ts'
import { NewRules, NewTriggers, RulesRepresentation, TriggersRepresentation } from './model/rules.schema.ts'

const TAG = 'Workflows'
const params = idParams('Id of the tracker.')
const PRECONDITION =
  '`If-Match` with the `Etag` that was read refuses to overwrite what somebody else changed meanwhile.'

/** Rules of a tracker and triggers between trackers, by ids; each list is replaced as a whole. */
export const rulesRoutes = (administration: AdministrationOperations): Route<Viewer>[] => [
  route({
    method: 'GET',
    path: '/trackers/{id}/rules',
    access: 'protected',
    scope: 'read:tracker',
    operationId: 'getTrackerRules',
    summary: 'Date rules and field dependencies of a tracker.',
    description: 'For administrators of the tracker. The `Etag` names what was read.',
    spec: 'trackers.md §6.4',
    tag: TAG,
    params,
    responseHeaders: ['Etag'],
    responses: { 200: RulesRepresentation },
    errors: [400, 401, 403, 404],
    handler: async ({ viewer, params: { id } }) => {
      const { rules, etag } = await administration.getRules(viewer, id)
      return ok(rules, { Etag: etag })
    },
  }),

  route({
    method: 'PUT',
    idempotency: 'answer',
    path: '/trackers/{id}/rules',
    access: 'protected',
    scope: 'write:tracker',
    operationId: 'replaceTrackerRules',
    summary: 'Replaces the date rules and field dependencies of a tracker, all of them.',
    description:
      'They count from the next write on, for every artifact, whatever it has. Dates are refused of which a state of the workflow freezes both. ' +
      'Lists are refused that a state freezes or that would depend on themselves, and a value with which a required list has no choice left. ' +
      'Where the deciding list may stay empty, None goes with None only, unless a pair says otherwise. ' +
      PRECONDITION,
    spec: 'trackers.md §6.4',
    tag: TAG,
    params,
    body: NewRules,
    conditions: true,
    dryRun: DefinitionRehearsal,
    responseHeaders: ['Etag'],
    responses: { 200: RulesRepresentation },
    errors: [400, 401, 403, 404, 412],
    handler: ({ viewer, params: { id }, body, headers, isDryRun }) => {
      const change = () => administration.replaceRules(viewer, id, body, preconditionOf(headers))
      return changeOrRehearse(isDryRun, 200, change, async () => {
        const { rules, etag } = await administration.getRules(viewer, id)
        return ok(rules, { Etag: etag })
      })
    },
  }),

  route({
    method: 'GET',
    path: '/trackers/{id}/triggers',
    access: 'protected',
    scope: 'read:tracker',
    operationId: 'getTrackerTriggers',
    summary: 'Triggers that change artifacts of a tracker because of their children or parents.',
    description: 'For administrators of the tracker. The `Etag` names what was read.',
    spec: 'trackers.md §6.4',
    tag: TAG,
    params,
    responseHeaders: ['Etag'],
    responses: { 200: TriggersRepresentation },
    errors: [400, 401, 403, 404],
    handler: async ({ viewer, params: { id } }) => {
      const { triggers, etag } = await administration.getTriggers(viewer, id)
      return ok(triggers, { Etag: etag })
    },
  }),

  route({
    method: 'PUT',
    idempotency: 'answer',
    path: '/trackers/{id}/triggers',
    access: 'protected',
    scope: 'write:tracker',
    operationId: 'replaceTrackerTriggers',
    summary: 'Replaces the triggers that change artifacts of a tracker, all of them.',
    description:
      'With `up` the sources are values of child trackers, with `down` those of the parent tracker. They act on the changes that follow, ' +
      'not on what artifacts have already. ' +
      PRECONDITION,
    spec: 'trackers.md §6.4',
    tag: TAG,
    params,
    body: NewTriggers,
    conditions: true,
    dryRun: DefinitionRehearsal,
    responseHeaders: ['Etag'],
    responses: { 200: TriggersRepresentation },
    errors: [400, 401, 403, 404, 412],
    handler: ({ viewer, params: { id }, body, headers, isDryRun }) => {
      const change = () => administration.replaceTriggers(viewer, id, body, preconditionOf(headers))
      return changeOrRehearse(isDryRun, 200, change, async () => {
        const { triggers, etag } = await administration.getTriggers(viewer, id)
        return ok(triggers, { Etag: etag })
      })
    },
  }),
]

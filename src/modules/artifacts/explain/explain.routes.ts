import { ok, type Route } from '../../../platform/http/routes/route.ts'
import { route, type Viewer } from '../../users/index.ts'
import { artifactParams, trackerParams } from '../represent/artifacts.schema.ts'
import type { explainArtifact, explainTracker } from './explain.ts'
import { explainArtifactQuery, Explanation, explainTrackerQuery } from './explain.schema.ts'

/** Operations that the routes of this file call. */
export interface ExplainOperations {
  readonly explainArtifact: ReturnType<typeof explainArtifact>
  readonly explainTracker: ReturnType<typeof explainTracker>
}

const common = {
  method: 'GET',
  access: 'hybrid',
  scope: 'read:tracker',
  spec: 'integrators.md §8',
  responses: { 200: Explanation },
  errors: [400, 401, 403, 404],
} as const

/** Explains why a user may do something, or may not. */
export const explainRoutes = (operations: ExplainOperations): Route<Viewer>[] => [
  route({
    ...common,
    path: '/artifacts/{id}/explain',
    operationId: 'explainArtifact',
    summary: 'Explains whether something may be done with an artifact.',
    description:
      'By the checks of the operation itself, for a request that sends nothing but the field or the transition, and no comment with the ' +
      'latter. The scope of a key or token is not looked at.',
    tag: 'Artifacts',
    params: artifactParams,
    query: explainArtifactQuery,
    handler: async ({ viewer, params, query }) => ok(await operations.explainArtifact(viewer, params.id, query)),
  }),
  route({
    ...common,
    path: '/trackers/{id}/explain',
    operationId: 'explainTracker',
    summary: 'Explains whether a tracker may be read, or an artifact created in it.',
    description:
      'By the checks of the operation itself. Of a new artifact nothing is known but the field or the transition: that the others have ' +
      'the values that are required is taken for granted.',
    tag: 'Trackers',
    params: trackerParams,
    query: explainTrackerQuery,
    handler: async ({ viewer, params, query }) => ok(await operations.explainTracker(viewer, params.id, query)),
  }),
]

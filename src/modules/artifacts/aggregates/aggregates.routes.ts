import { ok, type Route } from '../../../platform/http/routes/route.ts'
import { route, type Viewer } from '../../users/index.ts'
import { trackerParams } from '../represent/artifacts.schema.ts'
import type { aggregateArtifacts } from './aggregate-artifacts.ts'
import { Aggregates, aggregatesQuery } from './aggregates.schema.ts'

/** Operations that the routes of this file call. */
export interface AggregateOperations {
  readonly aggregate: ReturnType<typeof aggregateArtifacts>
}

export const aggregateRoutes = ({ aggregate }: AggregateOperations): Route<Viewer>[] => [
  route({
    method: 'GET',
    path: '/trackers/{id}/aggregates',
    access: 'hybrid',
    scope: 'read:tracker',
    operationId: 'aggregateArtifacts',
    summary: 'Counts and sums of the artifacts of a tracker, by groups.',
    description: 'Exact, of the artifacts that the requester sees. Fields that the requester may not read are unknown.',
    spec: 'web-trackers.md §3',
    tag: 'Trackers',
    params: trackerParams,
    query: aggregatesQuery,
    responses: { 200: Aggregates },
    errors: [400, 401, 403, 404],
    reasons: ['field.unknown'],
    handler: async ({ viewer, params, query, signal }) => ok(await aggregate(viewer, params.id, { ...query, signal })),
  }),
]

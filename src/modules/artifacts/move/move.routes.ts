import { preconditionOf } from '../../../platform/http/headers/conditional.ts'
import { paginated } from '../../../platform/http/routes/pagination.ts'
import { ok, type Route } from '../../../platform/http/routes/route.ts'
import type { TrackersModule } from '../../trackers/index.ts'
import { route, type Viewer } from '../../users/index.ts'
import type { summaryOf } from '../access/artifact-summary.ts'
import { artifactParams, trackerParams } from '../represent/artifacts.schema.ts'
import type { listParentArtifacts } from '../read/list-parent-artifacts.ts'
import type { listUsedLinks } from '../read/list-used-links.ts'
import { describeMove, MOVED } from './describe-move.ts'
import type { moveArtifact } from './move-artifact.ts'
import {
  listedQuery,
  MAX_LISTED,
  MoveResponse,
  MoveBody,
  MoveQuery,
  ParentArtifacts,
  UsedLinks,
} from './move.schema.ts'
import { UPDATE_REASONS } from '../represent/write-reasons.ts'

/** Operations that the routes of this file call. */
export interface MoveOperations {
  readonly move: ReturnType<typeof moveArtifact>
  readonly listParents: ReturnType<typeof listParentArtifacts>
  readonly listUsedLinks: ReturnType<typeof listUsedLinks>
  readonly summaryOf: ReturnType<typeof summaryOf>
  readonly representTracker: TrackersModule['representMinimal']
}

/** Routes across trackers: moves of artifacts, and lists for connecting artifacts. */
export const moveRoutes = (artifacts: MoveOperations): Route<Viewer>[] => [
  route({
    method: 'PATCH',
    idempotency: 'answer',
    path: '/artifacts/{id}',
    access: 'protected',
    scope: 'write:tracker',
    operationId: 'moveArtifact',
    summary: 'Moves an artifact into another tracker.',
    description:
      'With its id, history, files and links; values go to fields of the same short name where the kinds fit.',
    spec: 'artifacts.md §11',
    tag: 'Artifacts',
    params: artifactParams,
    query: MoveQuery,
    conditions: true,
    body: MoveBody,
    responses: { 200: MoveResponse },
    errors: [400, 401, 403, 404],
    reasons: UPDATE_REASONS,
    handler: async ({ viewer, params, query, body, headers }) => {
      const { tracker_id: trackerId } = body.move
      const isDryRun = query.dry_run || body.move.dry_run
      const report = await artifacts.move(viewer, {
        artifactId: params.id,
        trackerId,
        isDryRun,
        precondition: preconditionOf(headers),
      })
      if (!isDryRun) return MOVED
      return { ...ok(describeMove(report)), isDryRun }
    },
  }),

  route({
    method: 'GET',
    path: '/trackers/{id}/parent_artifacts',
    access: 'hybrid',
    scope: 'read:tracker',
    operationId: 'listParentArtifacts',
    summary: 'Lists the open artifacts of the parent tracker.',
    spec: 'trackers.md §8',
    tag: 'Trackers',
    params: trackerParams,
    query: listedQuery(100),
    responses: { 200: ParentArtifacts },
    errors: [400, 401, 403, 404],
    handler: async ({ viewer, params, query }) => {
      const { artifacts: found, size } = await artifacts.listParents(viewer, params.id, query)
      const body = found.map(visible => {
        const { id } = visible.artifact
        const { title, status, color } = artifacts.summaryOf(viewer, visible)
        return {
          id,
          title: title ?? '',
          xref: `${visible.tracker.itemName} #${id}`,
          uri: `artifacts/${id}`,
          html_url: `/plugins/tracker/?aid=${id}`,
          tracker: artifacts.representTracker(visible.tracker, visible.project),
          full_status: status === '' ? null : { value: status, color },
        }
      })
      return paginated(body, query, size, MAX_LISTED)
    },
  }),

  route({
    method: 'GET',
    path: '/trackers/{id}/used_artifact_links',
    access: 'hybrid',
    scope: 'read:tracker',
    operationId: 'listUsedArtifactLinks',
    summary: 'Lists the types of links that artifacts of a tracker have.',
    spec: 'trackers.md §8',
    tag: 'Trackers',
    params: trackerParams,
    query: listedQuery(10),
    responses: { 200: UsedLinks },
    errors: [400, 401, 403, 404],
    handler: async ({ viewer, params, query }) => {
      const { links, size } = await artifacts.listUsedLinks(viewer, params.id, query)
      return paginated(links, query, size, MAX_LISTED)
    },
  }),
]

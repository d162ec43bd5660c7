import { Type } from 'typebox'
import { preconditionOf } from '../../platform/http/headers/conditional.ts'
import { paginated, paginationQuery } from '../../platform/http/routes/pagination.ts'
import { ok, type Route } from '../../platform/http/routes/route.ts'
import { idParams } from '../../platform/http/schemas/schema.ts'
import { route, type Viewer } from '../users/index.ts'
import type { AdministrationOperations } from './tracker-definitions.operations.ts'
import {
  ChangeReport,
  DefinitionVersion,
  DefinitionVersionList,
  versionParams,
} from './model/tracker-definitions.schema.ts'
import { withContent } from './parse/decode-definition.ts'
import { Definition, DefinitionRepresentation } from './model/definition.schema.ts'
import { representReport } from './change/representation.ts'

const MAX_VERSIONS = 100

export const changeQuery = {
  dry_run: Type.Boolean({ default: false, description: 'true: tell what would be changed, and change nothing.' }),
  allow_data_loss: Type.Boolean({
    default: false,
    description:
      'true: artifacts may lose values. Otherwise such a change is refused (409), with all that would be lost.',
  }),
}

/** A tracker as one document, which users keep in a repository and apply again, here or on another platform. */
export const definitionsRoutes = (administration: AdministrationOperations): Route<Viewer>[] => [
  route({
    method: 'GET',
    path: '/trackers/{id}/definition',
    access: 'protected',
    scope: 'read:tracker',
    operationId: 'getTrackerDefinition',
    summary: 'Everything that is configured about a tracker, by names.',
    description:
      'Holds no ids and always has the same order: it can be kept in a repository, and applied again, here or on another server. The `Etag` names what was read.',
    spec: 'trackers.md §7',
    tag: 'Tracker administration',
    params: idParams('Id of the tracker.'),
    responseHeaders: ['Etag'],
    responses: { 200: DefinitionRepresentation },
    errors: [400, 401, 403, 404],
    handler: async ({ viewer, params }) => {
      await administration.requireAdministered(viewer, params.id, 'read')
      const { definition, etag } = await administration.getDefinition(params.id)
      return ok(definition, { Etag: etag })
    },
  }),

  route({
    method: 'GET',
    path: '/trackers/{id}/definition_versions',
    access: 'protected',
    scope: 'read:tracker',
    operationId: 'listDefinitionVersions',
    summary: 'Lists the versions of a definition, newest first.',
    description:
      'Each change of the tracker leaves one: by a definition, a route or a command. For administrators of the tracker.',
    spec: 'web-trackers.md §3 (A17)',
    tag: 'Tracker administration',
    params: idParams('Id of the tracker.'),
    query: Type.Object(paginationQuery({ default: 20, max: MAX_VERSIONS }), { description: 'Which of them.' }),
    responses: { 200: DefinitionVersionList },
    errors: [400, 401, 403, 404],
    handler: async ({ viewer, params, query }) => {
      await administration.requireAdministered(viewer, params.id, 'read')
      const { versions, size } = await administration.listDefinitionVersions(params.id, query)
      return paginated(await administration.representVersions(viewer, versions), query, size, MAX_VERSIONS)
    },
  }),

  route({
    method: 'GET',
    path: '/trackers/{id}/definition_versions/{version}',
    access: 'protected',
    scope: 'read:tracker',
    operationId: 'getDefinitionVersion',
    summary: 'A version of a definition, which a PUT restores.',
    description: 'For administrators of the tracker.',
    spec: 'web-trackers.md §3 (A17)',
    tag: 'Tracker administration',
    params: versionParams,
    responses: { 200: DefinitionVersion },
    errors: [400, 401, 403, 404],
    handler: async ({ viewer, params }) => {
      await administration.requireAdministered(viewer, params.id, 'read')
      const version = await administration.getDefinitionVersion(params.id, params.version)
      const [shown] = await administration.representVersions(viewer, [version])
      return ok({ ...shown, definition: version.definition })
    },
  }),

  route({
    method: 'PUT',
    idempotency: 'answer',
    path: '/trackers/{id}/definition',
    access: 'protected',
    scope: 'write:tracker',
    operationId: 'applyTrackerDefinition',
    summary: 'Makes a tracker what a definition says.',
    description:
      'A section that is left out stays as it is; in one that is given, what is not listed goes. `previous_name` and `previous_label` rename: artifacts keep their values. Applied twice, the second time changes nothing. `If-Match` with the Etag of the definition refuses to overwrite what somebody else changed meanwhile.',
    spec: 'trackers.md §7',
    tag: 'Tracker administration',
    params: idParams('Id of the tracker.'),
    query: Type.Object(changeQuery, { description: 'How it is applied.' }),
    body: Definition,
    conditions: true,
    responseHeaders: ['Etag'],
    responses: { 200: ChangeReport },
    errors: [400, 401, 403, 404, 409, 412],
    handler: async ({ viewer, params, query, body, headers, origin }) => {
      await administration.requireAdministered(viewer, params.id, 'write')
      const report = await administration.applyDefinition(viewer, params.id, withContent(body, origin), {
        isDryRun: query.dry_run,
        allowDataLoss: query.allow_data_loss,
        precondition: preconditionOf(headers),
      })
      return ok(representReport(report), { Etag: report.etag })
    },
  }),
]

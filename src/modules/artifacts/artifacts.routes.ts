import { CREATION_REASONS, DELETION_REASONS, UPDATE_REASONS } from './represent/write-reasons.ts'
import { Forbidden } from '../../platform/errors.ts'
import { joinTexts } from '../../platform/http/response/response.ts'
import { preconditionOf, versionHeaders } from '../../platform/http/headers/conditional.ts'
import { paginationHeaders } from '../../platform/http/routes/pagination.ts'
import { parseWords } from '../../platform/http/routes/names.ts'
import { snapshotHeaders } from '../../platform/list-snapshots/list-snapshots.ts'
import { rehearsed } from '../../platform/http/routes/rehearsal.ts'
import { done, json, type Route } from '../../platform/http/routes/route.ts'
import { route, type Viewer } from '../users/index.ts'
import type { ArtifactOperations } from './artifacts.operations.ts'
import {
  ArtifactCollection,
  ArtifactList,
  artifactParams,
  ArtifactReference,
  ArtifactRepresentation,
  ArtifactUpdate,
  ChangesetList,
  changesetsQuery,
  linkedQuery,
  LinkedArtifacts,
  LinkNatures,
  listQuery,
  MAX_IDS,
  NewArtifact,
  readQuery,
  trackerArtifactsQuery,
  trackerParams,
} from './represent/artifacts.schema.ts'
import { ArtifactRehearsal } from './represent/rehearsal.schema.ts'
import { keptBy } from './read/kept-by.ts'
import { creationOf, updateOf } from './write/write-inputs.ts'

const SCOPE = 'read:tracker'
const TAG = 'Artifacts'

export const artifactRoutes = (artifacts: ArtifactOperations): Route<Viewer>[] => [
  route({
    method: 'GET',
    path: '/artifacts',
    access: 'hybrid',
    scope: SCOPE,
    operationId: 'listArtifactsById',
    summary: 'Reads several artifacts by their ids.',
    spec: 'artifacts.md §4',
    tag: TAG,
    query: listQuery,
    responses: { 200: ArtifactCollection },
    errors: [400, 401, 403],
    handler: async ({ viewer, query }) => {
      const ids = await artifacts.idsOf(query)
      if (ids.length > MAX_IDS)
        throw new Forbidden(`At most ${MAX_IDS} artifacts can be asked for at a time`, {
          reason: 'limit.size',
          limit: MAX_IDS,
        })
      const texts =
        query.as_of === undefined
          ? await artifacts.getById(viewer, ids, query)
          : await artifacts.getPastById(viewer, ids, query, artifacts.times.time(query.as_of, 'as_of'))
      return json(joinTexts('{"collection":[', texts, ']}'), paginationHeaders(query, ids.length, MAX_IDS))
    },
  }),

  route({
    method: 'POST',
    path: '/artifacts',
    access: 'protected',
    scope: 'write:tracker',
    operationId: 'createArtifact',
    summary: 'Creates an artifact.',
    spec: 'artifacts.md §5',
    tag: TAG,
    body: NewArtifact,
    idempotency: 'own',
    dryRun: ArtifactRehearsal,
    responseHeaders: ['Etag', 'Last-Modified', 'Location'],
    responses: { 201: ArtifactReference },
    errors: [400, 401, 403, 404, 409],
    reasons: CREATION_REASONS,
    handler: async ({ viewer, body, isDryRun, call }) => {
      const input = creationOf(body)
      if (isDryRun) return rehearsed(201, await artifacts.rehearse.create(viewer, input))
      return artifacts.answers.created(await artifacts.create(viewer, input, call), input)
    },
  }),

  route({
    method: 'GET',
    path: '/artifacts/{id}',
    access: 'hybrid',
    scope: SCOPE,
    operationId: 'getArtifact',
    summary: 'Reads an artifact.',
    spec: 'artifacts.md §3',
    tag: TAG,
    allow: ['GET', 'PUT', 'DELETE', 'PATCH'],
    params: artifactParams,
    query: readQuery,
    responseHeaders: ['Etag', 'Last-Modified'],
    responses: { 200: ArtifactRepresentation },
    errors: [400, 401, 403, 404],
    handler: async ({ viewer, params, query }) => {
      const shape = {
        values: query.values_format !== 'by_field',
        valuesByField: query.values_format !== 'collection',
        isTrackerComplete: query.tracker_structure_format === 'complete',
      }
      const parts = parseWords(query.with, ['external_ids'], 'with')
      if (query.as_of !== undefined) {
        const past = await artifacts.getPast(viewer, params.id, artifacts.times.moment(query.as_of, 'as_of'), shape)
        return json(past.json, versionHeaders(artifacts.versionOf(past.version)))
      }
      const { text, version } = await artifacts.get(viewer, params.id, shape)
      const headers = versionHeaders(artifacts.versionOf(version))
      return parts.has('external_ids')
        ? json(await artifacts.withExternalIds(version, text), headers)
        : json(text, headers)
    },
  }),

  route({
    method: 'PUT',
    path: '/artifacts/{id}',
    access: 'protected',
    scope: 'write:tracker',
    operationId: 'updateArtifact',
    summary: 'Changes values of an artifact, with a comment if you like.',
    description:
      'With `If-Match` or `If-Unmodified-Since` the change is refused (412) when the artifact is no longer in that version. Fields that ' +
      'are not sent keep their value; a field that is sent is replaced as a whole. Nothing changed and no comment: nothing happens.',
    spec: 'artifacts.md §6',
    tag: TAG,
    params: artifactParams,
    body: ArtifactUpdate,
    conditions: true,
    idempotency: 'own',
    dryRun: ArtifactRehearsal,
    responseHeaders: ['Etag', 'Last-Modified', 'Preference-Applied'],
    responses: { 200: null },
    errors: [400, 401, 403, 404, 412, 428],
    reasons: UPDATE_REASONS,
    handler: async ({ viewer, params, body, headers, isDryRun, call }) => {
      const input = { ...updateOf(params.id, body, headers), call }
      if (isDryRun) return rehearsed(200, await artifacts.rehearse.update(viewer, input))
      return artifacts.answers.updated(await artifacts.update(viewer, input))
    },
  }),

  route({
    method: 'DELETE',
    path: '/artifacts/{id}',
    access: 'protected',
    scope: 'write:tracker',
    operationId: 'deleteArtifact',
    summary: 'Deletes an artifact for good.',
    description: 'For administrators of the tracker, as often in 24 hours as the platform allows each account.',
    spec: 'artifacts.md §7',
    tag: TAG,
    params: artifactParams,
    conditions: true,
    idempotency: 'own',
    dryRun: ArtifactRehearsal,
    responses: { 200: null },
    errors: [401, 403, 404, 428, 429],
    reasons: DELETION_REASONS,
    handler: async ({ viewer, params, headers, isDryRun, call }) => {
      const input = { artifactId: params.id, precondition: preconditionOf(headers) }
      return isDryRun
        ? rehearsed(200, await artifacts.rehearse.delete(viewer, input))
        : done(await artifacts.delete(viewer, input, call))
    },
  }),

  route({
    method: 'GET',
    path: '/artifacts/{id}/changesets',
    access: 'hybrid',
    scope: SCOPE,
    operationId: 'listChangesets',
    summary: 'Reads the history of an artifact.',
    spec: 'artifacts.md §9',
    tag: TAG,
    params: artifactParams,
    query: changesetsQuery,
    responses: { 200: ChangesetList },
    errors: [400, 401, 403, 404],
    handler: async ({ viewer, params, query }) => {
      const { text, size } = await artifacts.listChangesets(viewer, params.id, query)
      return json(text, paginationHeaders(query, size, 50))
    },
  }),

  route({
    method: 'GET',
    path: '/artifacts/{id}/links',
    access: 'hybrid',
    scope: SCOPE,
    operationId: 'listLinkNatures',
    summary: 'Lists the kinds of links that an artifact has.',
    spec: 'artifacts.md §10',
    tag: TAG,
    params: artifactParams,
    responses: { 200: LinkNatures },
    errors: [400, 401, 403, 404],
    handler: async ({ viewer, params }) =>
      json(JSON.stringify({ natures: await artifacts.listLinkNatures(viewer, params.id) })),
  }),

  route({
    method: 'GET',
    path: '/artifacts/{id}/linked_artifacts',
    access: 'hybrid',
    scope: SCOPE,
    operationId: 'listLinkedArtifacts',
    summary: 'Reads the artifacts that links of one kind lead to.',
    spec: 'artifacts.md §10',
    tag: TAG,
    params: artifactParams,
    query: linkedQuery,
    responses: { 200: LinkedArtifacts },
    errors: [400, 401, 403, 404],
    handler: async ({ viewer, params, query }) => {
      const { json: text, size } = await artifacts.listLinkedArtifacts(viewer, params.id, {
        direction: query.direction,
        nature: query.nature,
        format: query.output_format,
        limit: query.limit,
        offset: query.offset,
      })
      return json(text, paginationHeaders(query, size, 50))
    },
  }),

  route({
    method: 'GET',
    path: '/trackers/{id}/artifacts',
    access: 'hybrid',
    scope: SCOPE,
    operationId: 'listTrackerArtifacts',
    summary: 'Lists the artifacts of a tracker.',
    spec: 'trackers.md §4',
    tag: TAG,
    params: trackerParams,
    query: trackerArtifactsQuery,
    responses: { 200: ArtifactList },
    errors: [400, 401, 403, 404, 410],
    reasons: ['field.unknown', 'as_of.too_many', 'snapshot.gone', 'snapshot.too_large'],
    handler: async request => {
      const { viewer, params, query } = request
      const input = {
        ...query,
        values: query.values === 'all',
        kept: keptBy(request, query.snapshot),
        // Only a search reads the signal.
        get signal() {
          return request.signal
        },
      }
      const {
        json: list,
        size,
        kept,
      } = query.as_of === undefined
        ? await artifacts.list(viewer, params.id, input)
        : await artifacts.listPast(viewer, params.id, artifacts.times.time(query.as_of, 'as_of'), input)
      return json(list, { ...paginationHeaders(query, size, 1000), ...snapshotHeaders(kept) })
    },
  }),
]

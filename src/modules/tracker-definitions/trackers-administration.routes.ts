import { Type, type Static, type TSchema } from 'typebox'
import { preconditionOf } from '../../platform/http/headers/conditional.ts'
import { answerOrRehearse, outcomeSchema } from '../../platform/http/routes/rehearsal.ts'
import { created, ok, type Route } from '../../platform/http/routes/route.ts'
import { Choice, Id, idParams, VerbatimText } from '../../platform/http/schemas/schema.ts'
import { CompleteTracker, trackerColors } from '../trackers/index.ts'
import { route, type Viewer } from '../users/index.ts'
import type { AdministrationOperations } from './tracker-definitions.operations.ts'
import { changeOrRehearse } from './change/representation.ts'
import { DefinitionRehearsal } from './model/tracker-definitions.schema.ts'
import { decodeDefinition } from './parse/decode-definition.ts'
import {
  CannedResponses,
  General,
  Hierarchy,
  Notifications,
  Semantics,
  TrackerRights,
  Webhooks,
  type TrackerDefinition,
} from './model/definition.schema.ts'

const TAG = 'Tracker administration'

/** Routes for trackers, and for each part of their administration. */
export const trackersAdministrationRoutes = (administration: AdministrationOperations): Route<Viewer>[] => [
  route({
    method: 'POST',
    idempotency: 'answer',
    path: '/trackers',
    access: 'protected',
    scope: 'write:tracker',
    operationId: 'createTracker',
    summary: 'Makes a tracker in a project.',
    description:
      'With a form to begin with (title, description, status, somebody in charge, attachments, links), or as the copy of a tracker, from the XML of one, or from a definition. `label`, `item_name`, `description` and `color` win over what these say. For administrators of the project.',
    spec: 'trackers.md §7',
    tag: TAG,
    // trackers.md §1: the methods that OPTIONS lists for the path.
    allow: [],
    body: Type.Object(
      {
        project: Type.Object({ id: Id('Id of the project.') }, { description: 'Where it is made.' }),
        label: Type.Optional(Type.String({ description: 'Name of the tracker.' })),
        item_name: Type.Optional(Type.String({ description: 'Short name of its artifacts.' })),
        description: Type.Optional(Type.String({ description: 'Purpose of the tracker.' })),
        color: Type.Optional(Choice(trackerColors, { description: 'Colour of the palette.' })),
        template_tracker: Type.Optional(
          Type.Object(
            { id: Id('Id of the tracker.') },
            { description: 'Copied with everything but artifacts and triggers.' },
          ),
        ),
        xml: Type.Optional(VerbatimText('`<tracker>` of a project archive; its artifacts are not read.')),
        definition: Type.Optional(
          Type.Unknown({ description: 'A definition, as GET /trackers/{id}/definition answers it.' }),
        ),
      },
      { description: 'The new tracker.' },
    ),
    dryRun: outcomeSchema('tracker', 'Null: the tracker is described when it is there.'),
    responses: { 201: CompleteTracker },
    errors: [400, 401, 403, 404],
    handler: ({ viewer, body, origin, isDryRun }) => {
      const { project, label, item_name, description, color, template_tracker, xml, definition } = body
      const input = {
        projectId: project.id,
        ...(label !== undefined && { label }),
        ...(item_name !== undefined && { itemName: item_name }),
        ...(description !== undefined && { description }),
        ...(color !== undefined && { color }),
        ...(template_tracker && { templateTrackerId: template_tracker.id }),
        ...(xml !== undefined && { xml }),
        ...(definition !== undefined && { definition: decodeDefinition(definition, origin) }),
      }
      return answerOrRehearse(isDryRun, { name: 'tracker' }, async () => {
        const { id } = await administration.createTracker(viewer, input)
        return isDryRun ? { status: 201 } : created(await administration.representTracker(viewer, id))
      })
    },
  }),

  route({
    method: 'DELETE',
    idempotency: 'answer',
    path: '/trackers/{id}',
    access: 'protected',
    scope: 'write:tracker',
    operationId: 'deleteTracker',
    summary: 'Deletes a tracker: nobody sees it and its artifacts any more.',
    description: 'Its names are free again; trackers below it lose their parent, and triggers about it go.',
    spec: 'trackers.md §7',
    tag: TAG,
    // trackers.md §1: the methods that OPTIONS lists for the path.
    allow: ['GET', 'PATCH'],
    params: idParams('Id of the tracker.'),
    conditions: true,
    dryRun: outcomeSchema('tracker', 'Null: the tracker would be gone.'),
    responses: { 204: null },
    errors: [400, 401, 403, 404],
    handler: async ({ viewer, params, headers, isDryRun }) => {
      const { tracker } = await administration.requireAdministered(viewer, params.id, 'write')
      const etag = async () => (await administration.getDefinition(params.id)).etag
      return answerOrRehearse(isDryRun, { name: 'tracker', etag }, async () => {
        await administration.deleteTracker(viewer, tracker, preconditionOf(headers))
        return { status: 204 }
      })
    },
  }),

  ...sectionRoutes(administration, 'general', 'General', General, 'Names and behaviour of the tracker'),
  ...sectionRoutes(administration, 'permissions', 'Permissions', TrackerRights, 'Rights on the tracker'),
  ...sectionRoutes(administration, 'semantics', 'Semantics', Semantics, 'Meanings of fields'),
  ...sectionRoutes(administration, 'hierarchy', 'Hierarchy', Hierarchy, 'The parent of the tracker'),
  ...sectionRoutes(administration, 'notifications', 'Notifications', Notifications, 'Mails about changes'),
  ...sectionRoutes(
    administration,
    'canned_responses',
    'CannedResponses',
    CannedResponses,
    'Texts ready for comments',
    // Accounts that see the tracker comment on its artifacts.
    (viewer, id) => administration.requireSeen(viewer, id),
  ),
  ...sectionRoutes(administration, 'webhooks', 'Webhooks', Webhooks, 'Addresses that are told of every change'),
]

type Section = 'general' | 'permissions' | 'semantics' | 'hierarchy' | 'notifications' | 'canned_responses' | 'webhooks'

/** Routes to read and replace one section of the definition. */
const sectionRoutes = <Schema extends TSchema>(
  administration: AdministrationOperations,
  section: Section,
  name: string,
  schema: Schema,
  noun: string,
  requireReader = (viewer: Viewer, id: number) => administration.requireAdministered(viewer, id, 'read'),
): Route<Viewer>[] => [
  route({
    method: 'GET',
    path: `/trackers/{id}/${section}`,
    access: 'protected',
    scope: 'read:tracker',
    operationId: `getTracker${name}`,
    summary: `${noun}, by names.`,
    spec: 'trackers.md §7',
    tag: TAG,
    params: idParams('Id of the tracker.'),
    responseHeaders: ['Etag'],
    responses: { 200: schema },
    errors: [400, 401, 403, 404],
    handler: async ({ viewer, params }) => {
      await requireReader(viewer, params.id)
      const { definition, etag } = await administration.getDefinition(params.id)
      return ok(definition[section], { Etag: etag })
    },
  }),
  route({
    method: 'PUT',
    idempotency: 'answer',
    path: `/trackers/{id}/${section}`,
    access: 'protected',
    scope: 'write:tracker',
    operationId: `replaceTracker${name}`,
    summary: `${noun}: replaces all of it.`,
    spec: 'trackers.md §7',
    tag: TAG,
    params: idParams('Id of the tracker.'),
    body: schema,
    bodyName: section,
    conditions: true,
    dryRun: DefinitionRehearsal,
    responseHeaders: ['Etag'],
    responses: { 200: schema },
    errors: [400, 401, 403, 404],
    handler: async ({ viewer, params, body, headers, isDryRun }) => {
      await administration.requireAdministered(viewer, params.id, 'write')
      const definition = { [section]: body as Static<Schema> } as TrackerDefinition
      const options = { precondition: preconditionOf(headers) }
      const change = () => administration.applyDefinition(viewer, params.id, definition, options)
      return changeOrRehearse(isDryRun, 200, change, ({ definition, etag }) => ok(definition[section], { Etag: etag }))
    },
  }),
]

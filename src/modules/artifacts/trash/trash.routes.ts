import { Type } from 'typebox'
import { paginated, paginationQuery } from '../../../platform/http/routes/pagination.ts'
import { done, ok, type Route } from '../../../platform/http/routes/route.ts'
import { Id, idParams, IsoDate, Nullable, Uri } from '../../../platform/http/schemas/schema.ts'
import { MinimalUser, route, type UsersModule, type Viewer } from '../../users/index.ts'
import { ArtifactRepresentation, trackerParams } from '../represent/artifacts.schema.ts'
import type { getTrashed, listTrash, LostPart, purgeTrashed, restoreTrashed, TrashedDetails } from './trash.ts'

export interface TrashOperations {
  readonly list: ReturnType<typeof listTrash>
  readonly get: ReturnType<typeof getTrashed>
  readonly restore: ReturnType<typeof restoreTrashed>
  readonly purge: ReturnType<typeof purgeTrashed>
  readonly represent: (viewer: Viewer, details: TrashedDetails) => Promise<Record<string, unknown>>
  readonly users: Pick<UsersModule, 'getMany' | 'representMinimal'>
  readonly isoDate: (viewer: Viewer, at: Date) => string
}

const MAX_LISTED = 100
const TAG = 'Artifacts'
const trashParams = idParams('Id of the artifact.')

const TrashedArtifact = Type.Object(
  {
    artifact_id: Id('Id of the artifact.'),
    uri: Uri('Address below `/api`.'),
    number: Type.Integer({ description: 'Number in the tracker.' }),
    title: Nullable(Type.String({ description: 'Title.' }), { description: 'Null: none that the caller may read.' }),
    deleted_by: Nullable(MinimalUser, { description: 'Account that deleted it.' }),
    deleted_at: IsoDate('When it was deleted.'),
    purge_on: IsoDate('When it will be gone for good.'),
    changesets: Type.Integer({ description: 'Number of its changesets.' }),
    can_restore: Type.Boolean({ description: 'The caller may restore and purge it.' }),
  },
  { $id: 'TrashedArtifact', description: 'A deleted artifact that can be restored.' },
)

const TrashedRepresentation = Type.Object(
  {
    ...ArtifactRepresentation.properties,
    deleted_at: IsoDate('When it was deleted.'),
    purge_on: IsoDate('When it will be gone for good.'),
  },
  { description: 'The artifact as it was, with the fields that the caller may read.' },
)

const Restored = Type.Object(
  {
    id: Id('Id of the artifact.'),
    uri: Uri('Address below `/api`.'),
    number: Type.Integer({ description: 'Number in the tracker.' }),
    lost: Type.Array(
      Type.Object(
        {
          what: Type.Union(
            [
              Type.Literal('link'),
              Type.Literal('value'),
              Type.Literal('list_value'),
              Type.Literal('number'),
              Type.Literal('external_id'),
            ],
            { description: 'Kind of the part.' },
          ),
          field_id: Nullable(Id('Id of the field.'), { description: 'The field.' }),
          artifact_id: Nullable(Id('Id of the artifact.'), { description: 'The other end of a link.' }),
          text: Type.String({
            description: 'Type of the link, id of the list value, old number or id in another system; "" for values.',
          }),
        },
        { description: 'A part of the artifact that has no place any more.' },
      ),
      { description: 'Parts that did not come back.' },
    ),
  },
  { $id: 'RestoredArtifact', description: 'An artifact that is back.' },
)

const Rehearsal = Type.Object(
  {
    dry_run: Type.Literal(true, { description: 'Nothing was written.' }),
    status: Type.Integer({ description: 'Status that the call would have.' }),
    would: Nullable(Restored, { description: 'Its answer; null for an empty one.' }),
  },
  { $id: 'TrashRehearsal', description: 'The effects of a call.' },
)

const represent = ({ what, fieldId, artifactId, text }: LostPart) => ({
  what,
  field_id: fieldId,
  artifact_id: artifactId,
  text,
})

/** Routes of the trash (integrators.md §9). */
export const trashRoutes = (trash: TrashOperations): Route<Viewer>[] => [
  route({
    method: 'GET',
    path: '/trackers/{id}/trash',
    access: 'protected',
    scope: 'read:tracker',
    operationId: 'listTrash',
    summary: 'Lists the deleted artifacts of a tracker that can be restored.',
    description: 'Administrators of the tracker see all, others what they deleted themselves. Latest deletion first.',
    spec: 'integrators.md §9',
    tag: TAG,
    params: trackerParams,
    query: Type.Object(paginationQuery({ max: MAX_LISTED, min: 1 }), { description: 'Which page.' }),
    responses: { 200: Type.Array(TrashedArtifact, { description: 'The artifacts of the page.' }) },
    errors: [400, 401, 404],
    handler: async ({ viewer, params, query }) => {
      const { artifacts, size } = await trash.list(viewer, params.id, query)
      const users = await trash.users.getMany(artifacts.map(({ trashed }) => trashed.deletedBy))
      const body = artifacts.map(({ trashed, title, canRestore }) => {
        const user = users.get(trashed.deletedBy)
        return {
          artifact_id: trashed.artifactId,
          uri: `trash/${trashed.artifactId}`,
          number: trashed.number,
          title,
          deleted_by: user ? trash.users.representMinimal(user, undefined, viewer.nameStyle) : null,
          deleted_at: trash.isoDate(viewer, trashed.deletedAt),
          purge_on: trash.isoDate(viewer, trashed.purgeOn),
          changesets: trashed.changesetCount,
          can_restore: canRestore,
        }
      })
      return paginated(body, query, size, MAX_LISTED)
    },
  }),

  route({
    method: 'GET',
    path: '/trash/{id}',
    access: 'protected',
    scope: 'read:tracker',
    operationId: 'getTrashedArtifact',
    summary: 'Reads a deleted artifact as it was.',
    spec: 'integrators.md §9',
    tag: TAG,
    params: trashParams,
    responses: { 200: TrashedRepresentation },
    errors: [401, 404],
    handler: async ({ viewer, params }) => {
      const details = await trash.get(viewer, params.id)
      const { deletedAt, purgeOn } = details.seen.trashed
      return ok({
        ...(await trash.represent(viewer, details)),
        deleted_at: trash.isoDate(viewer, deletedAt),
        purge_on: trash.isoDate(viewer, purgeOn),
      })
    },
  }),

  route({
    method: 'POST',
    path: '/trash/{id}/restore',
    access: 'protected',
    scope: 'write:tracker',
    operationId: 'restoreArtifact',
    summary: 'Brings a deleted artifact back.',
    description:
      'For administrators of the tracker. It has its id, history, comments, attachments and subscriptions, and a new changeset. Links come ' +
      'back where the other end is there and has no other value since; `lost` tells what does not come back.',
    spec: 'integrators.md §9',
    tag: TAG,
    params: trashParams,
    idempotency: 'answer',
    dryRun: Rehearsal,
    responses: { 200: Restored },
    errors: [401, 403, 404, 409],
    reasons: ['trash.no_place'],
    handler: async ({ viewer, params, isDryRun }) => {
      const { id, number, lost } = await trash.restore(viewer, params.id, isDryRun)
      const restored = { id, uri: `artifacts/${id}`, number, lost: lost.map(represent) }
      return ok(isDryRun ? { dry_run: true, status: 200, would: restored } : restored)
    },
  }),

  route({
    method: 'DELETE',
    path: '/trash/{id}',
    access: 'protected',
    scope: 'write:tracker',
    operationId: 'purgeArtifact',
    summary: 'Deletes an artifact of the trash for good.',
    description: 'For administrators of the tracker. The contents of its files are erased.',
    spec: 'integrators.md §9',
    tag: TAG,
    params: trashParams,
    idempotency: 'answer',
    dryRun: Rehearsal,
    responses: { 200: null },
    errors: [401, 403, 404],
    handler: async ({ viewer, params, isDryRun }) => {
      await trash.purge(viewer, params.id, isDryRun)
      return isDryRun ? ok({ dry_run: true, status: 200, would: null }) : done()
    },
  }),
]

import { Type } from 'typebox'
import { preconditionOf, versionHeaders, type EntityVersion } from '../../../platform/http/headers/conditional.ts'
import { ok, type Route } from '../../../platform/http/routes/route.ts'
import { Id, Nullable, TextOrEmpty } from '../../../platform/http/schemas/schema.ts'
import { REPLAYED } from '../../../platform/idempotency/idempotency.ts'
import { route, type Viewer } from '../../users/index.ts'
import { commentParams } from '../comments/comments.schema.ts'
import type { ArtifactVersion } from '../model/artifact.ts'
import { ArtifactRehearsal, rehearsed, type ArtifactOutcome } from '../represent/rehearsal.schema.ts'
import { parseComment } from '../write/submitted-comment.ts'
import type { UndoInput, undoChange } from './undo-change.ts'

export interface UndoOperations {
  readonly undo: ReturnType<typeof undoChange>
  readonly rehearse: (viewer: Viewer, input: UndoInput) => Promise<ArtifactOutcome>
  readonly versionOf: (version: ArtifactVersion) => EntityVersion
}

const UndoBody = Type.Object(
  {
    comment: TextOrEmpty('Comment on the new changeset.', { default: '' }),
    partial: Type.Boolean({ default: false, description: 'Leave fields that were changed again since as they are.' }),
  },
  { description: 'How to undo.' },
)

const Undone = Type.Object(
  {
    changeset_id: Nullable(Id('Id of the new changeset.'), { description: 'Null: there was nothing to put back.' }),
    undone_field_ids: Type.Array(Id('Id of a field.'), { description: 'Fields whose value was put back.' }),
  },
  { description: 'The new change.' },
)

export const undoRoutes = (changes: UndoOperations): Route<Viewer>[] => [
  route({
    method: 'POST',
    path: '/artifacts/{id}/changesets/{changeset}/undo',
    access: 'protected',
    scope: 'write:tracker',
    operationId: 'undoChange',
    summary: 'Puts back the values before a change.',
    description:
      'An update by the caller, with all its checks. Comments stay. Refused (409) for the first changeset, for a move, for removed files, ' +
      'and where a field was changed again since, unless `partial`.',
    spec: 'integrators.md §15',
    tag: 'Artifacts',
    params: commentParams,
    body: UndoBody,
    conditions: true,
    idempotency: 'own',
    dryRun: ArtifactRehearsal,
    responses: { 200: Undone },
    errors: [400, 401, 403, 404, 409],
    handler: async ({ viewer, params, body, headers, isDryRun, call }) => {
      const input = {
        artifactId: params.id,
        changesetId: params.changeset,
        comment: parseComment({ body: body.comment, format: 'text' }, 'comment').body,
        isPartial: body.partial,
        precondition: preconditionOf(headers),
        call,
      }
      if (isDryRun) return rehearsed(200, await changes.rehearse(viewer, input))
      const { version, changesetId, fieldIds } = await changes.undo(viewer, input)
      return ok(
        { changeset_id: changesetId, undone_field_ids: [...fieldIds] },
        { ...versionHeaders(changes.versionOf(version)), ...(version.isReplayed && REPLAYED) },
      )
    },
  }),
]

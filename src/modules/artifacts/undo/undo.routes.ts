import type { EntityVersion } from '../../../platform/http/headers/conditional.ts'
import { rehearsed } from '../../../platform/http/routes/rehearsal.ts'
import type { Route } from '../../../platform/http/routes/route.ts'
import { route, type Viewer } from '../../users/index.ts'
import { commentParams } from '../comments/comments.schema.ts'
import type { ArtifactVersion } from '../model/artifact.ts'
import { ArtifactRehearsal, type ArtifactOutcome } from '../represent/rehearsal.schema.ts'
import type { UndoInput, undoChange } from './undo-change.ts'
import { Undone, UndoBody, undoneAnswer, undoOf } from './undo-form.ts'
import { UNDO_REASONS } from '../represent/write-reasons.ts'

export interface UndoOperations {
  readonly undo: ReturnType<typeof undoChange>
  readonly rehearse: (viewer: Viewer, input: UndoInput) => Promise<ArtifactOutcome>
  readonly versionOf: (version: ArtifactVersion) => EntityVersion
}

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
    responseHeaders: ['Etag', 'Last-Modified'],
    responses: { 200: Undone },
    errors: [400, 401, 403, 404, 409],
    reasons: UNDO_REASONS,
    handler: async ({ viewer, params, body, headers, isDryRun, call }) => {
      const input = { ...undoOf(params.id, params.changeset, body, headers), call }
      if (isDryRun) return rehearsed(200, await changes.rehearse(viewer, input))
      return undoneAnswer(await changes.undo(viewer, input), changes.versionOf)
    },
  }),
]

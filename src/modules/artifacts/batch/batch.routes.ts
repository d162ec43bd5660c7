import { ContentTooLarge, Invalid } from '../../../platform/errors.ts'
import { ok, type Route } from '../../../platform/http/routes/route.ts'
import { route, type Viewer } from '../../users/index.ts'
import { BatchBody, BatchRehearsal, BatchResponse, MAX_BATCH_BYTES, OPERATIONS_PER_CALL } from './batch.schema.ts'
import { readOperations } from './read-operations.ts'
import type { rehearseBatch, runBatch } from './run-batch.ts'
import { BATCH_REASONS } from '../represent/write-reasons.ts'

export interface BatchOperations {
  readonly run: ReturnType<typeof runBatch>
  readonly rehearse: ReturnType<typeof rehearseBatch>
}

export const batchRoutes = (batch: BatchOperations): Route<Viewer>[] => [
  route({
    method: 'POST',
    path: '/batch',
    access: 'protected',
    scope: 'write:tracker',
    operationId: 'runBatch',
    summary: 'Makes several writes of artifacts, all or none.',
    description:
      'Creations, updates, moves, deletions, edits of comments and undos, each as its own call would make it, on the state that the earlier ' +
      'leave. `atomic`: one transaction, refused as a whole (409) with the results of all operations. Otherwise each for itself.',
    spec: 'integrators.md §4',
    tag: 'Artifacts',
    body: BatchBody,
    idempotency: 'answer',
    dryRun: BatchRehearsal,
    callsOf: body => Math.ceil((body as { operations: readonly unknown[] }).operations.length / OPERATIONS_PER_CALL),
    responses: { 200: BatchResponse },
    errors: [400, 401, 403, 409, 413, 429, 503],
    reasons: BATCH_REASONS,
    handler: async ({ viewer, body, headers, isDryRun }) => {
      if (Number(headers['content-length'] ?? 0) > MAX_BATCH_BYTES)
        throw new ContentTooLarge('the body is larger than a batch may be', {
          reason: 'limit.size',
          limit: MAX_BATCH_BYTES,
        })
      if (!isDryRun && body.dry_run !== undefined && body.dry_run !== 'false')
        throw new Invalid('`dry_run` is a parameter of the query', {
          reason: 'parameter.unsupported',
          parameter: 'dry_run',
        })
      const input = { operations: readOperations(body.operations), isAtomic: body.atomic }
      if (isDryRun) {
        const results = await batch.rehearse(viewer, input)
        return ok({ dry_run: true, status: 200, would: { results: [...results] } })
      }
      const { results, batchId } = await batch.run(viewer, input)
      return ok({ results: [...results], batch_id: batchId })
    },
  }),
]

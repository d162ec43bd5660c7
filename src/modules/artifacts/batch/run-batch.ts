import type { EventCause } from '../../../platform/events/event-log.ts'
import { randomUUID } from 'node:crypto'
import { inTransactionOfScope } from '../../../platform/db/db.ts'
import { Conflict, Refusal, ServiceUnavailable } from '../../../platform/errors.ts'
import { errorResponseOf } from '../../../platform/http/response/error-handler.ts'
import type { ApiResponse } from '../../../platform/http/routes/route.ts'
import type { Viewer } from '../../users/index.ts'
import { isWriteConflict } from '../commit/commit.ts'
import { noteCause } from '../commit/note-cause.store.ts'
import { readComment } from '../commit/comments.store.ts'
import type { ArtifactVersion } from '../model/artifact.ts'
import type { ArtifactReader, ArtifactStateWithHistory } from '../store/artifact-reader.store.ts'
import { findArtifacts } from '../store/artifacts.store.ts'
import { allocateIds } from './batch.store.ts'
import type { OperationResult } from './batch.schema.ts'
import { commitBatch, type BatchCommit, type CommittedBatch } from './commit-batch.ts'
import {
  createOperationPlanner,
  type BatchPlanning,
  type PlannedOperation,
  type WrittenVersions,
} from './plan-operations.ts'
import { isPlaceholder, PlannedState } from './planned-state.ts'
import { withIds, withRefs, type BatchOperation } from './read-operations.ts'

export interface BatchDependencies extends BatchPlanning, BatchCommit {
  readonly readHistory: ArtifactReader<ArtifactStateWithHistory>
}

export interface BatchInput {
  readonly operations: readonly BatchOperation[]
  readonly isAtomic: boolean
}

export interface BatchOutcome {
  readonly results: readonly OperationResult[]
  readonly batchId: string
}

/** Rounds in which a batch is planned again because others changed its artifacts. */
const MAX_ROUNDS = 3

/** The operations of a batch, planned one after the other. */
interface PlannedBatch {
  readonly state: PlannedState
  readonly steps: readonly (PlannedOperation | Refusal)[]
  readonly deletionsBefore: number
}

const notDone = (): Refusal =>
  new Refusal(424, 'another operation of the batch was refused', { reason: 'batch.dependency' })

const isBlocked = (step: PlannedOperation | Refusal): step is Refusal => step instanceof Refusal && step.status === 424

/** POST /batch (integrators.md §4). */
export const runBatch =
  (deps: BatchDependencies, runSingle: RunSingle) =>
  async (viewer: Viewer, input: BatchInput): Promise<BatchOutcome> => {
    const batchId = randomUUID()
    const results = input.isAtomic
      ? await runAtomic(deps, viewer, input.operations, batchId)
      : await runEach(deps, viewer, input.operations, (...given) => runSingle(...given, { batch_id: batchId }))
    return { results, batchId }
  }

/** `POST /batch?dry_run=true`: the plan of the batch, described. */
export const rehearseBatch =
  (deps: BatchDependencies) =>
  async (viewer: Viewer, { operations, isAtomic }: BatchInput): Promise<readonly OperationResult[]> => {
    const ids = await newIdsOf(operations, () => Promise.resolve(undefined))
    const { steps, artifactIds } = await planOperations(deps, viewer, operations, ids, true)
    if (isAtomic) requireNoneRefused(operations, steps)
    const refs = new Map<number, string>()
    operations.forEach(({ ref }, index) => {
      const id = artifactIds[index]
      if (ref !== null && id !== undefined && isPlaceholder(id)) refs.set(id, ref)
    })
    const shown = steps.map((step, index): OperationResult => {
      const ref = operations[index]?.ref ?? null
      return step instanceof Refusal ? refused(ref, step) : { ref, status: step.status, would: step.would ?? {} }
    })
    return withRefs(shown, id => (isPlaceholder(id) ? (refs.get(id) ?? null) : undefined)) as OperationResult[]
  }

const runAtomic = async (
  deps: BatchDependencies,
  viewer: Viewer,
  operations: readonly BatchOperation[],
  batchId: string,
): Promise<OperationResult[]> => {
  const ids = await newIdsOf(operations, count => allocateIds(deps.db, count))
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const planned = await planOperations(deps, viewer, operations, ids, false)
    const steps = requireNoneRefused(operations, planned.steps)
    try {
      const { state, deletionsBefore } = planned
      const writes = steps.flatMap(step => step.writes)
      const committed = await commitBatch(deps, viewer, { writes, openValues: state.openValues, deletionsBefore }, tx =>
        noteCause(tx, { batch_id: batchId }),
      )
      return await answersOf(deps, operations, steps, committed)
    } catch (error) {
      if (!isWriteConflict(error)) throw error
    } finally {
      for (const { artifactId, writes } of steps) {
        deps.updating.stateCache.forget(artifactId)
        for (const write of writes) if (write.kind === 'update') deps.updating.stateCache.forget(write.rows.artifactId)
      }
    }
  }
  throw new ServiceUnavailable('Others are changing the artifacts of the batch at the same time; try again', {
    reason: 'write.overtaken',
  })
}

/** Ids of the new artifacts, by position; undefined for other operations, and where `allocate` gives none. */
const newIdsOf = async (
  operations: readonly BatchOperation[],
  allocate: (count: number) => Promise<readonly number[] | undefined>,
): Promise<ReadonlyMap<number, number> | undefined> => {
  const positions = operations.flatMap(({ kind }, index) => (kind === 'create' ? [index] : []))
  const ids = await allocate(positions.length)
  return ids && new Map(positions.map((position, place) => [position, ids[place] ?? 0]))
}

const planOperations = async (
  deps: BatchDependencies,
  viewer: Viewer,
  operations: readonly BatchOperation[],
  newIds: ReadonlyMap<number, number> | undefined,
  isDryRun: boolean,
): Promise<PlannedBatch & { readonly artifactIds: readonly (number | undefined)[] }> => {
  const { db } = deps
  const state = new PlannedState({
    findArtifacts: ids => findArtifacts(db, ids),
    readHistory: async id => {
      const found = await deps.readHistory(id)
      return typeof found === 'object' ? found : undefined
    },
    findComment: (artifactId, changesetId) => readComment(db, artifactId, changesetId),
  })
  await state.find(namedIds(operations))
  const deletionsBefore = operations.some(({ kind }) => kind === 'delete')
    ? await deps.deleting.countDeletions(viewer.userId)
    : 0
  const plan = createOperationPlanner(deps, viewer, state, { isDryRun, deletionsBefore })
  const steps: (PlannedOperation | Refusal)[] = []
  const artifactIds: (number | undefined)[] = []
  for (const [index, operation] of operations.entries()) {
    artifactIds.push(artifactIdOf(operation, artifactIds, newIds?.get(index) ?? state.newPlaceholder()))
    steps.push(await planOne(operation, artifactIds, steps, plan))
  }
  return { state, steps, artifactIds, deletionsBefore }
}

const artifactIdOf = (
  { target }: BatchOperation,
  artifactIds: readonly (number | undefined)[],
  newId: number,
): number | undefined => (target === undefined ? newId : 'id' in target ? target.id : artifactIds[target.operation])

const planOne = async (
  operation: BatchOperation,
  artifactIds: readonly (number | undefined)[],
  earlier: readonly (PlannedOperation | Refusal)[],
  plan: ReturnType<typeof createOperationPlanner>,
): Promise<PlannedOperation | Refusal> => {
  if ([...operation.refersTo.values()].some(position => earlier[position] instanceof Refusal)) return notDone()
  try {
    const body = withIds(operation.body, ref => artifactIds[operation.refersTo.get(ref) ?? -1] ?? 0)
    return await plan(operation, body, artifactIds.at(-1) ?? 0)
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

/** Ids of stored artifacts in the operations: all of them are read with one query. */
const namedIds = (operations: readonly BatchOperation[]): number[] => {
  const found = new Set<number>()
  const collect = (value: unknown, key: string): void => {
    if (typeof value === 'number' && key === 'id' && Number.isSafeInteger(value) && value > 0) found.add(value)
    if (typeof value !== 'object' || value === null) return
    for (const [name, inner] of Object.entries(value)) collect(inner, Array.isArray(value) ? key : name)
  }
  for (const { target, body } of operations) {
    if (target && 'id' in target) found.add(target.id)
    const values: unknown =
      typeof body === 'object' && body !== null ? (body as { values?: unknown }).values : undefined
    collect(values, '')
  }
  return [...found]
}

/** Throws 409 with the results of all operations if any was refused. */
const requireNoneRefused = (
  operations: readonly BatchOperation[],
  steps: readonly (PlannedOperation | Refusal)[],
): PlannedOperation[] => {
  const failed = steps.flatMap((step, index) => (step instanceof Refusal && !isBlocked(step) ? [index] : []))
  if (failed.length === 0) return steps as PlannedOperation[]
  const results = steps.map((step, index) =>
    refused(operations[index]?.ref ?? null, step instanceof Refusal ? step : notDone()),
  )
  throw new Conflict('Operations of the batch were refused, and nothing was written', {
    reason: 'batch.refused',
    failed,
    members: { results },
  })
}

const refused = (ref: string | null, error: unknown): OperationResult => {
  const { status, body, headers } = errorResponseOf(error)
  const { error: told } = withRefs(body, id => (isPlaceholder(id) ? null : undefined)) as typeof body
  return { ref, status, ...(Object.keys(headers).length > 0 && { headers: { ...headers } }), error: told }
}

const answered = (ref: string | null, { status, headers = {}, body }: ApiResponse): OperationResult => ({
  ref,
  status,
  headers: { ...headers },
  body: body ?? null,
})

/** The answers after the triggers of the batch: the last change of an artifact gets the version that they left. */
const answersOf = async (
  deps: BatchDependencies,
  operations: readonly BatchOperation[],
  steps: readonly PlannedOperation[],
  { changesets, pendingIds }: CommittedBatch,
): Promise<OperationResult[]> => {
  await deps.writing.triggers.followBatch(pendingIds)
  const ids = steps.map(({ artifactId }) => artifactId)
  const latest = pendingIds.length > 0 ? await findArtifacts(deps.db, [...new Set(ids)]) : undefined
  const written: WrittenVersions = {
    versionOf: (artifactId, placeholder, modifiedAt, isLast): ArtifactVersion => {
      const changesetId = changesets.get(placeholder) ?? placeholder
      const now = isLast ? latest?.get(artifactId) : undefined
      return now && now.changesetId !== changesetId
        ? { artifactId, changesetId: now.changesetId, modifiedAt: now.updatedOn }
        : { artifactId, changesetId, modifiedAt }
    },
  }
  return steps.map((step, index) =>
    answered(operations[index]?.ref ?? null, step.answer(written, ids.lastIndexOf(step.artifactId) === index)),
  )
}

/** Does an operation by itself, as its own call would. Returns the response and the id of the artifact. */
export type RunSingle = (
  viewer: Viewer,
  operation: BatchOperation,
  body: unknown,
  id: number,
  cause: EventCause,
) => Promise<{ readonly response: ApiResponse; readonly artifactId: number }>

const runEach = async (
  { db }: BatchDependencies,
  viewer: Viewer,
  operations: readonly BatchOperation[],
  runSingle: (
    ...given: [viewer: Viewer, operation: BatchOperation, body: unknown, id: number]
  ) => ReturnType<RunSingle>,
): Promise<OperationResult[]> => {
  // The first transaction records the call, if it has a key. A repeated call must not do some of the operations again.
  await inTransactionOfScope(db, () => Promise.resolve())
  const results: OperationResult[] = []
  const artifactIds: (number | undefined)[] = []
  let isStopped = false
  for (const operation of operations) {
    const id = artifactIdOf(operation, artifactIds, 0)
    const isUnmet = [...operation.refersTo.values()].some(position => (results[position]?.status ?? 0) >= 400)
    if (isStopped || isUnmet) {
      artifactIds.push(id)
      results.push(refused(operation.ref, notDone()))
      continue
    }
    try {
      const body = withIds(operation.body, ref => artifactIds[operation.refersTo.get(ref) ?? -1] ?? 0)
      const done = await runSingle(viewer, operation, body, id ?? 0)
      artifactIds.push(done.artifactId)
      results.push(answered(operation.ref, done.response))
    } catch (error) {
      artifactIds.push(id)
      const result = refused(operation.ref, error)
      results.push(result)
      isStopped = result.status >= 500
    }
  }
  return results
}

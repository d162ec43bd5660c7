import { inTransaction, type Tx } from '../../../platform/db/db.ts'
import { Invalid } from '../../../platform/errors.ts'
import type { Viewer } from '../../users/index.ts'
import { noSuchArtifact, type ArtifactContext } from '../access/artifact-access.ts'
import { retryOnWriteConflict } from '../commit/commit.ts'
import type { UpdateRows } from '../commit/write-artifact.store.ts'
import { findArtifacts } from '../store/artifacts.store.ts'
import type { ArtifactState } from '../store/artifact-reader.store.ts'
import type { PlannedWrite } from '../write/planned-write.ts'
import type { SubmittedEntry } from '../write/submission.ts'
import { planUpdate } from '../write/update-artifact.ts'
import type { BatchWrite } from './batch-write.ts'
import { commitBatch } from './commit-batch.ts'
import { planningOn } from './plan-operations.ts'
import { PlannedState } from './planned-state.ts'
import type { BatchDependencies } from './run-batch.ts'

/** Values that an artifact gets: the first of the choices that the rules of its tracker allow. */
export interface ValueChange {
  readonly artifactId: number
  readonly choices: readonly (readonly SubmittedEntry[])[]
}

export interface PlannedValueChanges {
  /** One entry at the most for each artifact. */
  readonly changes: readonly ValueChange[]
  /** Runs last in the transaction of the changes. */
  readonly finish: (tx: Tx) => Promise<void>
}

export interface ValueWriter {
  /**
   * Changes values of several artifacts by the rules of updates, all or nothing, each artifact in a changeset of its own. If the rules allow
   * none of its choices, the first refusal is thrown. `plan` runs again when others have changed something since it read.
   */
  change(viewer: Viewer, plan: () => Promise<PlannedValueChanges>): Promise<void>
}

export const createValueWriter = (deps: BatchDependencies): ValueWriter => ({
  change: (viewer, plan) =>
    retryOnWriteConflict(async () => {
      const { changes, finish } = await plan()
      const planned = changes.map(({ artifactId, choices }) => ({ artifactId, choicesOf: () => choices }))
      await commitChanges(deps, viewer, planned, finish)
    }),
})

const NO_COMMENT = { body: '', format: 'text', groups: null } as const

/** A change of one artifact that is computed from its present state. */
interface StateChange {
  readonly artifactId: number
  /** Without choices the artifact stays as it is. */
  readonly choicesOf: (
    found: Pick<ArtifactState, 'artifact'>,
    context: ArtifactContext,
  ) => readonly (readonly SubmittedEntry[])[]
}

/** Plans the changes one after the other and commits them together; `finish` runs last in the transaction. */
export const commitChanges = async (
  deps: BatchDependencies,
  viewer: Viewer,
  changes: readonly StateChange[],
  finish: (tx: Tx) => Promise<void>,
): Promise<void> => {
  const state = new PlannedState({
    findArtifacts: ids => findArtifacts(deps.db, ids),
    readHistory: () => Promise.resolve(undefined),
    findComment: () => Promise.resolve(undefined),
  })
  await state.find(changes.map(({ artifactId }) => artifactId))
  const { updating, writing } = planningOn(deps, state)
  const writes: BatchWrite[] = []
  for (const { artifactId, choicesOf } of changes) {
    const found = await state.readState(artifactId)
    if (!found) throw noSuchArtifact()
    const choices = choicesOf(found, await writing.access.requireViewable(viewer, found.artifact))
    const plan = await firstAllowed(choices, values =>
      planUpdate(
        updating,
        viewer,
        { id: artifactId, values, comment: NO_COMMENT, precondition: {}, isConditioned: true },
        found,
      ),
    )
    if (!plan) continue
    const { changeset, others } = await state.apply(viewer, plan, artifactId, deps.writing.clock.now())
    if (plan.rows && changeset !== undefined) writes.push({ kind: 'update', rows: plan.rows, changeset })
    writes.push(...others.map(update => ({ kind: 'update', ...update }) as const))
  }
  if (writes.length === 0) return inTransaction(deps.db, finish)
  try {
    const { openValues } = state
    const { pendingIds } = await commitBatch(deps, viewer, { writes, openValues, deletionsBefore: 0 }, finish)
    await deps.writing.triggers.followBatch(pendingIds)
  } finally {
    for (const { artifactId } of changes) deps.updating.stateCache.forget(artifactId)
  }
}

/** The plan of the first choice without faults. Refusals for want of rights end the search. */
const firstAllowed = async (
  choices: readonly (readonly SubmittedEntry[])[],
  plan: (values: readonly SubmittedEntry[]) => Promise<PlannedWrite<UpdateRows | undefined>>,
): Promise<PlannedWrite<UpdateRows | undefined> | undefined> => {
  let refusal: Invalid | undefined
  for (const values of choices) {
    try {
      return await plan(values)
    } catch (error) {
      if (!(error instanceof Invalid)) throw error
      refusal ??= error
    }
  }
  if (refusal) throw refusal
  return undefined
}

import { randomUUID } from 'node:crypto'
import { Invalid, ServiceUnavailable } from '../../../platform/errors.ts'
import {
  invalidate,
  FOREIGN_KEY_VIOLATION,
  inTransaction,
  sqlState,
  UNIQUE_VIOLATION,
  type Db,
  type Tx,
} from '../../../platform/db/db.ts'
import { appendEvents } from '../../../platform/events/event-log.store.ts'
import type { NewEvent } from '../../../platform/events/event-log.ts'
import { enqueueJobs } from '../../../platform/jobs/jobs.store.ts'
import { attachFiles, detachFiles } from '../../files/index.ts'
import { insertExternalIds } from '../store/external-ids.store.ts'
import { insertArtifact, requireKey, updateArtifact } from './group-commit.store.ts'
import { buildRequest } from './ci-build-job.ts'
import type { NewOpenValue } from '../model/new-open-value.ts'
import type { RunAction, TransitionTaken } from '../workflow/side-effects.ts'
import { claimPendingTriggers, insertPendingTriggers } from './triggers.store.ts'
import {
  insertArtifacts,
  insertOpenValues,
  updateArtifacts,
  type CreatedRow,
  type CreationRows,
  type UpdatedRow,
  type UpdateRows,
} from './write-artifact.store.ts'

const DEADLOCK_DETECTED = '40P01'

/** Thrown by a commit if the data that it was planned from has changed; the caller plans again. */
export class WriteConflict extends Error {}

/** Maximum number of lost rounds before a writer gives up; in each round one of the competing writers wins. */
const MAX_ROUNDS = 200
const MAX_PAUSE_MS = 20

/** Plans and commits; starts again as long as another writer commits first (DESIGN.md §2). */
export const retryOnWriteConflict = async <Result>(planAndCommit: () => Promise<Result>): Promise<Result> => {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    try {
      return await planAndCommit()
    } catch (error) {
      if (!isWriteConflict(error)) throw error
      // Competing losers retry at different moments.
      if (round > 2) await new Promise(resolve => setTimeout(resolve, Math.random() * MAX_PAUSE_MS))
    }
  }
  throw new ServiceUnavailable('Too many others are changing this at the same time; try again', {
    reason: 'write.overtaken',
  })
}

/** Another writer deleted a link target or created the same open value after the plan, or two writers deadlocked. */
export const isWriteConflict = (error: unknown): boolean =>
  error instanceof WriteConflict ||
  [FOREIGN_KEY_VIOLATION, UNIQUE_VIOLATION, DEADLOCK_DETECTED].includes(sqlState(error) ?? '')

/** Writes beside the artifact itself. With any of them the commit is a transaction of several statements. */
export interface AdditionalWrites {
  readonly newOpenValues: readonly NewOpenValue[]
  /** Changes of other artifacts, given the id of this artifact. */
  readonly otherArtifacts: (artifactId: number) => readonly UpdateRows[]
}

/** A committed row, and the triggers that the commit fired; `TriggerRunner.follow` runs them. */
export interface CommitResult<Row> {
  readonly row: Row
  readonly pendingIds: readonly string[]
}

const NO_TRIGGERS: readonly string[] = []

const hasFiles = ({ files }: Pick<UpdateRows, 'files'>): boolean =>
  files.attached.length > 0 || files.detachedIds.length > 0

const hasAdditionalWrites = (
  rows: CreationRows | UpdateRows,
  additionalWrites: AdditionalWrites,
  artifactId: number,
): boolean =>
  rows.sideEffects !== undefined ||
  ('externalId' in rows && rows.externalId !== undefined) ||
  hasFiles(rows) ||
  additionalWrites.newOpenValues.length > 0 ||
  additionalWrites.otherArtifacts(artifactId).length > 0

/**
 * Throws WriteConflict if another change attached a file, or the file expired, after the plan. The next plan then reports it to the client.
 */
export const writeFiles = async (
  tx: Tx,
  artifactId: number,
  { files, author }: Pick<UpdateRows, 'files' | 'author'>,
): Promise<void> => {
  const { attached, detachedIds } = files
  if (new Set(attached.map(({ id }) => id)).size < attached.length)
    throw new Invalid('A file can be attached to one field only', { reason: 'conflict' })
  if (
    attached.length > 0 &&
    !(await attachFiles(tx, { artifactId, files: attached, userId: author.userId, now: author.at }))
  )
    throw new WriteConflict()
  if (detachedIds.length > 0) await detachFiles(tx, { artifactId, fileIds: detachedIds, now: author.at })
}

/** Gives new artifacts the ids that they have elsewhere. */
export const writeExternalIds = (
  tx: Tx,
  created: readonly { readonly artifactId: number; readonly rows: CreationRows }[],
): Promise<void> =>
  insertExternalIds(
    tx,
    created.flatMap(({ artifactId, rows: { projectId, externalId } }) =>
      externalId ? [{ ...externalId, projectId, artifactId }] : [],
    ),
  )

/** One round trip if the creation writes nothing else; throws WriteConflict if the tracker changed after the plan. */
export const commitCreation = async (
  db: Db,
  trackerId: number,
  rows: CreationRows,
  additionalWrites: AdditionalWrites,
): Promise<CommitResult<CreatedRow>> => {
  // No artifact has the id 0: the call only finds out whether there are any other writes.
  if (!hasAdditionalWrites(rows, additionalWrites, 0))
    return { row: requireWritten(await insertArtifact(db, rows)), pendingIds: NO_TRIGGERS }
  return inTransaction(db, async tx => {
    await writeOpenValues(tx, trackerId, additionalWrites.newOpenValues)
    const created = requireWritten(requireKey((await insertArtifacts(tx, [rows]))[0]))
    await writeExternalIds(tx, [{ artifactId: created.artifact_id, rows }])
    await writeFiles(tx, created.artifact_id, rows)
    const own = await writeSideEffects(tx, created, rows)
    const others = await writeUpdates(tx, additionalWrites.otherArtifacts(created.artifact_id))
    return { row: created, pendingIds: [...own, ...others.pendingIds] }
  })
}

/** One round trip if the update writes nothing else; throws WriteConflict if the artifact or its tracker changed after the plan. */
export const commitUpdate = async (
  db: Db,
  rows: UpdateRows,
  additionalWrites: AdditionalWrites,
): Promise<CommitResult<UpdatedRow>> => {
  if (!hasAdditionalWrites(rows, additionalWrites, rows.artifactId))
    return { row: requireWritten(await updateArtifact(db, rows)), pendingIds: NO_TRIGGERS }
  return inTransaction(db, async tx => {
    await writeOpenValues(tx, rows.trackerId, additionalWrites.newOpenValues)
    const { updated, pendingIds } = await writeUpdates(tx, [rows, ...additionalWrites.otherArtifacts(rows.artifactId)])
    return { row: requireWritten(updated.get(rows.artifactId)), pendingIds }
  })
}

/**
 * Commits changes of other artifacts for an update that changes nothing in its own artifact. Returns the triggers that they fired. `claim`
 * records the call of the update.
 */
export const commitOtherArtifacts = async (
  db: Db,
  updates: readonly UpdateRows[],
  claim: ((on: Db | Tx) => Promise<void>) | undefined,
): Promise<readonly string[]> => {
  if (updates.length === 0) {
    await claim?.(db)
    return NO_TRIGGERS
  }
  const { pendingIds } = await inTransaction(db, async tx => {
    await claim?.(tx)
    return writeUpdates(tx, updates)
  })
  return pendingIds
}

/**
 * Commits the changes by triggers once: if another process was faster, nothing is written. Returns the triggers that these changes fired in
 * turn.
 */
export const commitTriggers = (
  db: Db,
  pendingId: string,
  updates: readonly UpdateRows[],
  refusals: readonly NewEvent[],
): Promise<readonly string[]> =>
  inTransaction(db, async tx => {
    if (!(await claimPendingTriggers(tx, pendingId))) return NO_TRIGGERS
    await appendEvents(tx, refusals)
    return (await writeUpdates(tx, updates)).pendingIds
  })

/** The statement wrote nothing, because artifact or tracker changed after the plan. */
export const requireWritten = <Written>(written: Written | undefined): Written => {
  if (written === undefined) throw new WriteConflict()
  return written
}

export const writeOpenValues = async (tx: Tx, trackerId: number, values: readonly NewOpenValue[]): Promise<void> => {
  if (values.length === 0) return
  await insertOpenValues(tx, values)
  await invalidate(tx, 'tracker', trackerId)
}

/** Results by artifact. The updates run in ascending order of ids, so that two transactions cannot deadlock. */
const writeUpdates = async (
  tx: Tx,
  updates: readonly UpdateRows[],
): Promise<{ updated: Map<number, UpdatedRow>; pendingIds: string[] }> => {
  const updated = new Map<number, UpdatedRow>()
  const pendingIds: string[] = []
  for (const update of [...updates].sort((left, right) => left.artifactId - right.artifactId)) {
    const row = requireWritten(requireKey((await updateArtifacts(tx, [update])).get(update.artifactId)))
    updated.set(update.artifactId, row)
    await writeFiles(tx, update.artifactId, update)
    pendingIds.push(
      ...(await writeSideEffects(tx, { artifact_id: update.artifactId, changeset_id: row.changeset_id }, update)),
    )
  }
  return { updated, pendingIds }
}

/** The job that runs triggers if the process that saved the change did not run them. */
export const TRIGGER_JOB = 'run_triggers'
const TRIGGER_JOB_DELAY_MS = 30_000
const MAX_TRIGGER_ATTEMPTS = 12

/** Enqueues the jobs that follow from the change, and runs actions of later modules. Returns the ids of its triggers. */
const writeSideEffects = async (
  tx: Tx,
  { artifact_id: artifactId, changeset_id: changesetId }: CreatedRow,
  rows: CreationRows | UpdateRows,
): Promise<string[]> => writeAllSideEffects(tx, [{ artifactId, changesetId, rows }])

/** Enqueues the jobs that follow from changes, and runs actions of later modules. Returns the ids of their triggers, in the order of the changes. */
export const writeAllSideEffects = async (
  tx: Tx,
  changes: readonly {
    readonly artifactId: number
    readonly changesetId: number
    readonly rows: CreationRows | UpdateRows
  }[],
): Promise<string[]> => {
  const pending = changes.flatMap(({ artifactId, changesetId, rows }) =>
    (rows.sideEffects?.triggers ?? []).map(fired => ({ ...fired, artifactId, changesetId, id: randomUUID() })),
  )
  if (pending.length > 0) await insertPendingTriggers(tx, pending)
  await enqueueJobs(tx, [
    ...pending.map(({ id }) => ({
      name: TRIGGER_JOB,
      payload: { id },
      runAt: new Date(Date.now() + TRIGGER_JOB_DELAY_MS),
      maxAttempts: MAX_TRIGGER_ATTEMPTS,
    })),
    ...changes.flatMap(({ artifactId, rows: { sideEffects, author, projectId, trackerId } }) =>
      (sideEffects?.builds ?? []).map(({ url, state }) =>
        buildRequest({ url, state, userId: author.userId, projectId, artifactId, trackerId }),
      ),
    ),
  ])
  await runActions(tx, changes)
  return pending.map(({ id }) => id)
}

/** Each action runs once, with all changes that took it. */
const runActions = async (
  tx: Tx,
  changes: readonly { readonly artifactId: number; readonly rows: CreationRows | UpdateRows }[],
): Promise<void> => {
  const taken = new Map<RunAction, TransitionTaken[]>()
  for (const { artifactId, rows } of changes)
    for (const run of rows.sideEffects?.actions ?? []) {
      const change = { projectId: rows.projectId, trackerId: rows.trackerId, artifactId }
      const same = taken.get(run)
      if (same) same.push(change)
      else taken.set(run, [change])
    }
  for (const [run, ofAction] of taken) await run(tx, ofAction)
}

import { inTransaction, type Db, type Tx } from '../../../platform/db/db.ts'
import type { Viewer } from '../../users/index.ts'
import { commitComment } from '../comments/edit-comment.ts'
import {
  requireWritten,
  WriteConflict,
  writeAllSideEffects,
  writeExternalIds,
  writeFiles,
  writeOpenValues,
} from '../commit/commit.ts'
import {
  insertArtifacts,
  KEY_TAKEN,
  updateArtifacts,
  type CreationRows,
  type UpdateRows,
} from '../commit/write-artifact.store.ts'
import type { DeletionArchiver, PreparedArchive } from '../delete/archive-deleted.ts'
import { startOfDeletionWindow, writeDeletions } from '../delete/delete-artifact.ts'
import { lockAndCountDeletions } from '../delete/delete-artifact.store.ts'
import { commitMove, type MoveDependencies } from '../move/move-artifact.ts'
import { lockRows, type LockedArtifact } from './batch.store.ts'
import type { BatchPlan, BatchWrite } from './batch-write.ts'
import { isPlaceholder } from './planned-state.ts'

export interface BatchCommit {
  readonly db: Db
  readonly moving: MoveDependencies
  readonly deletionArchiver: DeletionArchiver
}

type WriteOf<Kind extends BatchWrite['kind']> = Extract<BatchWrite, { kind: Kind }>
type CreateWrite = WriteOf<'create'>
type UpdateWrite = WriteOf<'update'>
type DeleteWrite = WriteOf<'delete'>

export interface CommittedBatch {
  /** Changesets by the placeholders that stood for them. */
  readonly changesets: ReadonlyMap<number, number>
  /** Triggers that the batch fired, in the order of its operations. */
  readonly pendingIds: readonly string[]
}

/**
 * Writes the plan in one transaction (integrators.md §4). Throws WriteConflict if anything changed since the plan. Creations of one tracker
 * share a statement, and so do updates of different artifacts. Moves, deletions and edits of comments run between them in their order.
 */
export const commitBatch = async (
  deps: BatchCommit,
  viewer: Viewer,
  plan: BatchPlan,
  /** Runs last in the transaction. */
  finish: (tx: Tx, committed: CommittedBatch) => Promise<void>,
): Promise<CommittedBatch> => {
  const archives = new BatchArchives(deps.moving.settings.get('archive_deleted') ? deps.deletionArchiver : undefined)
  try {
    await archives.prepareStored(plan.writes)
    const committed = await inTransaction(deps.db, async tx => {
      await lockAsPlanned(deps, tx, viewer, plan)
      for (const [trackerId, values] of Map.groupBy(plan.openValues, value => value.trackerId))
        await writeOpenValues(tx, trackerId, values)
      const writer = new BatchWriter(deps, tx, viewer, archives)
      await writer.write(plan.writes)
      const pendingIds = await writer.finish()
      const result = { changesets: writer.changesets, pendingIds }
      await finish(tx, result)
      return result
    })
    await archives.keep()
    return committed
  } catch (error) {
    await archives.discard()
    throw error
  }
}

/** Throws WriteConflict if an artifact is no longer as planned, or the account has fewer deletions left. */
const lockAsPlanned = async (
  { moving: { clock } }: BatchCommit,
  tx: Tx,
  viewer: Viewer,
  { writes, deletionsBefore }: BatchPlan,
): Promise<void> => {
  if (writes.some(({ kind }) => kind === 'delete')) {
    const used = await lockAndCountDeletions(tx, viewer.userId, startOfDeletionWindow(clock))
    if (used !== deletionsBefore) throw new WriteConflict()
  }
  const planned = new Map<number, LockedArtifact>()
  const note = (id: number, changesetId: number, trackerId: number): void => {
    if (!isPlaceholder(changesetId) && !planned.has(id)) planned.set(id, { changesetId, trackerId })
  }
  const trackerIds = new Set<number>()
  for (const write of writes) {
    if (write.kind === 'create') trackerIds.add(write.rows.trackerId)
    else if (write.kind === 'update') note(write.rows.artifactId, write.rows.basedOn, write.rows.trackerId)
    else if (write.kind === 'move') {
      const { artifact, target } = write.prepared
      trackerIds.add(artifact.trackerId).add(target.tracker.id)
      note(artifact.id, artifact.changesetId, artifact.trackerId)
    } else if (write.kind === 'delete') {
      trackerIds.add(write.artifact.trackerId)
      note(write.artifact.id, write.artifact.changesetId, write.artifact.trackerId)
    }
  }
  const locked = await lockRows(tx, [...trackerIds], [...planned.keys()])
  for (const [id, { changesetId, trackerId }] of planned) {
    const found = locked.get(id)
    if (found?.changesetId !== changesetId || found.trackerId !== trackerId) throw new WriteConflict()
  }
}

class BatchWriter {
  readonly changesets = new Map<number, number>()
  readonly #deps: BatchCommit
  readonly #tx: Tx
  readonly #viewer: Viewer
  readonly #archives: BatchArchives
  readonly #written: { artifactId: number; changesetId: number; rows: CreationRows | UpdateRows }[] = []

  constructor(deps: BatchCommit, tx: Tx, viewer: Viewer, archives: BatchArchives) {
    this.#deps = deps
    this.#tx = tx
    this.#viewer = viewer
    this.#archives = archives
  }

  async write(writes: readonly BatchWrite[]): Promise<void> {
    let creations: CreateWrite[] = []
    let updates: UpdateWrite[] = []
    let deletions: DeleteWrite[] = []
    const flush = async (): Promise<void> => {
      await this.#writeCreations(creations)
      await this.#writeUpdates(updates)
      await this.#writeDeletions(deletions)
      creations = []
      updates = []
      deletions = []
    }
    for (const write of writes) {
      if (write.kind !== 'delete' && deletions.length > 0) await flush()
      if (write.kind === 'create') creations.push(write)
      else if (write.kind === 'update') updates.push(write)
      else if (write.kind === 'delete') deletions.push(write)
      else {
        await flush()
        if (write.kind === 'comment') await commitComment(this.#tx, write.edit)
        else await this.#writeMove(write)
      }
    }
    await flush()
  }

  /** Enqueues all that follows from the changes; returns the ids of the triggers. */
  finish(): Promise<string[]> {
    return writeAllSideEffects(this.#tx, this.#written)
  }

  #changesetOf(planned: number): number {
    return this.changesets.get(planned) ?? planned
  }

  async #writeCreations(creations: readonly CreateWrite[]): Promise<void> {
    for (const group of statementsOf(creations)) {
      const created = await insertArtifacts(
        this.#tx,
        group.map(({ rows }) => rows),
      )
      if (created.length < group.length) throw new WriteConflict()
      for (const [place, row] of created.entries()) {
        const write = group[place]
        if (row !== KEY_TAKEN && write) this.changesets.set(write.changeset, row.changeset_id)
      }
    }
    await writeExternalIds(
      this.#tx,
      creations.map(({ rows }) => ({ artifactId: rows.artifactId, rows })),
    )
    for (const { rows, changeset } of creations) await this.#wrote(rows.artifactId, this.#changesetOf(changeset), rows)
  }

  /** Several changes of one artifact are one statement after the other. */
  async #writeUpdates(updates: readonly UpdateWrite[]): Promise<void> {
    const levels: UpdateWrite[][] = []
    const changes = new Map<number, number>()
    for (const write of updates) {
      const level = changes.get(write.rows.artifactId) ?? 0
      changes.set(write.rows.artifactId, level + 1)
      ;(levels[level] ??= []).push(write)
    }
    for (const level of levels) {
      const rows = level.map(({ rows }) => ({ ...rows, basedOn: this.#changesetOf(rows.basedOn) }))
      const updated = await updateArtifacts(this.#tx, rows)
      for (const { rows, changeset } of level) {
        const row = requireWritten(updated.get(rows.artifactId))
        if (row !== KEY_TAKEN) this.changesets.set(changeset, row.changeset_id)
        await this.#wrote(rows.artifactId, this.#changesetOf(changeset), rows)
      }
    }
  }

  async #wrote(artifactId: number, changesetId: number, rows: CreationRows | UpdateRows): Promise<void> {
    this.#written.push({ artifactId, changesetId, rows })
    await writeFiles(this.#tx, artifactId, rows)
  }

  async #writeMove({ moving, prepared, changeset }: WriteOf<'move'>): Promise<void> {
    const { artifact } = prepared
    const based = { ...artifact, changesetId: this.#changesetOf(artifact.changesetId) }
    const written = await commitMove(
      moving,
      this.#tx,
      this.#viewer,
      { ...prepared, artifact: based },
      moving.clock.now(),
    )
    this.changesets.set(changeset, written)
  }

  async #writeDeletions(deletions: readonly DeleteWrite[]): Promise<void> {
    if (deletions.length === 0) return
    for (const { artifact, context } of deletions)
      await this.#archives.prepare(this.#tx, artifact.id, this.#changesetOf(artifact.changesetId), context)
    const current = deletions.map(({ artifact, context: { tracker } }) => ({
      artifact: { ...artifact, changesetId: this.#changesetOf(artifact.changesetId) },
      tracker,
    }))
    const { clock, settings } = this.#deps.moving
    await writeDeletions(this.#tx, this.#viewer, current, clock.now(), settings.get('trash_days'))
  }
}

/**
 * Creations in groups of one statement each. The target of a link must exist before the link: a group comes after the artifacts of other
 * trackers that its artifacts link to.
 */
const statementsOf = (creations: readonly CreateWrite[]): CreateWrite[][] => {
  const placed = new Map<number, { readonly wave: number; readonly trackerId: number }>()
  const groups = new Map<string, { readonly wave: number; readonly writes: CreateWrite[] }>()
  for (const write of creations) {
    const { artifactId, trackerId, links } = write.rows
    const targets = (links?.written ?? []).flatMap(({ id }) => placed.get(id) ?? [])
    const wave = Math.max(0, ...targets.map(target => target.wave + (target.trackerId === trackerId ? 0 : 1)))
    placed.set(artifactId, { wave, trackerId })
    const key = `${wave} ${trackerId}`
    const group = groups.get(key) ?? { wave, writes: [] }
    group.writes.push(write)
    groups.set(key, group)
  }
  return [...groups.values()].sort((left, right) => left.wave - right.wave).map(({ writes }) => writes)
}

/** Archives of the artifacts that a batch deletes. */
class BatchArchives {
  readonly #archiver: DeletionArchiver | undefined
  readonly #prepared = new Map<number, PreparedArchive>()

  constructor(archiver: DeletionArchiver | undefined) {
    this.#archiver = archiver
  }

  /** Archives the artifacts that the batch only deletes, before its transaction. */
  async prepareStored(writes: readonly BatchWrite[]): Promise<void> {
    for (const write of writes) {
      if (write.kind !== 'delete' || isPlaceholder(write.artifact.changesetId)) continue
      const archive = await this.#archiver?.prepare(write.artifact, write.context)
      if (archive) this.#prepared.set(write.artifact.id, archive)
    }
  }

  /** The archive of an artifact that the batch itself wrote can only be made in its transaction. */
  async prepare(tx: Tx, artifactId: number, changesetId: number, context: DeleteWrite['context']): Promise<void> {
    const stored = this.#prepared.get(artifactId)
    if (stored && stored.changesetId !== changesetId) throw new WriteConflict()
    if (stored || !this.#archiver) return
    const archive = await this.#archiver.prepare({ id: artifactId }, context, tx)
    if (archive) this.#prepared.set(artifactId, archive)
  }

  async keep(): Promise<void> {
    for (const archive of this.#prepared.values()) await archive.keep()
  }

  async discard(): Promise<void> {
    for (const archive of this.#prepared.values()) await archive.discard()
    this.#prepared.clear()
  }
}

import { ServiceUnavailable } from '../../../platform/errors.ts'
import type { Tx } from '../../../platform/db/db.ts'
import type { Viewer } from '../../users/index.ts'
import { commitBatch } from '../batch/commit-batch.ts'
import type { BatchWrite } from '../batch/batch-write.ts'
import { allocateIds } from '../batch/batch.store.ts'
import { planningOn } from '../batch/plan-operations.ts'
import { FIRST_PLACEHOLDER, PlannedState } from '../batch/planned-state.ts'
import type { BatchDependencies } from '../batch/run-batch.ts'
import { isWriteConflict } from '../commit/commit.ts'
import { noteImport } from '../commit/note-cause.store.ts'
import type { ArtifactWithLinks, Original, SubmittedComment } from '../model/artifact.ts'
import { findArtifacts } from '../store/artifacts.store.ts'
import type { ExternalId } from '../store/external-ids.store.ts'
import { planCreation } from '../write/create-artifact.ts'
import type { NewOpenValue } from '../model/new-open-value.ts'
import type { SubmittedEntry } from '../write/submission.ts'
import { planUpdate } from '../write/update-artifact.ts'

/** One change of an artifact; the first one of a new artifact makes it. */
export interface PortionEntry {
  readonly values: readonly SubmittedEntry[]
  readonly comment: SubmittedComment
  readonly original?: Original | undefined
}

/** All that an import writes into one artifact, in order. */
export interface PortionLine {
  readonly artifact:
    { readonly id: number } | { readonly trackerId: number; readonly externalId: ExternalId | undefined }
  readonly entries: readonly PortionEntry[]
}

/** A line after the commit. */
export interface WrittenLine {
  readonly artifactId: number
  readonly isNew: boolean
  /** In order; of a dry run and of an unchanged artifact none. */
  readonly changesetIds: readonly number[]
}

/** The artifact of a line that passed all checks, and the number of its changesets. */
export interface PlannedLine {
  readonly artifactId: number
  readonly isNew: boolean
  readonly changes: number
}

/** Lines of an import that are planned one after the other and written together. */
export interface Portion {
  /** Reads these artifacts with one query, for lines that change them. */
  load(ids: readonly number[]): Promise<void>
  artifact(id: number): ArtifactWithLinks | undefined
  /** Throws if a change of the line is refused: then nothing of the line is written. */
  plan(line: PortionLine): Promise<PlannedLine>
}

export interface PortionOptions {
  readonly importId: number
  readonly notify: boolean
  readonly isDryRun: boolean
}

/** Rounds in which a portion is planned again because others changed its artifacts. */
const MAX_ROUNDS = 20

export type RunPortion = (
  viewer: Viewer,
  options: PortionOptions,
  /** Plans the lines. Runs again if others changed artifacts or trackers after the plan. */
  plan: (portion: Portion) => Promise<void>,
  /** Runs in the transaction that writes the lines, with one entry for each planned line. */
  also: (tx: Tx, lines: readonly WrittenLine[]) => Promise<void>,
) => Promise<void>

/** Writes a portion of an import in one transaction (ADR 76): by the planners of single writes, and by the statements of batches. */
export const createRunPortion = (deps: BatchDependencies): RunPortion => {
  // Ids that a portion does not use serve the next one.
  const free: number[] = []
  const nextId = async (): Promise<number> => {
    if (free.length === 0) free.push(...(await allocateIds(deps.db, IDS_AT_A_TIME)))
    return free.shift() ?? 0
  }
  return async (viewer, options, plan, also) => {
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const portion = new PlannedPortion(deps, viewer, options.isDryRun ? undefined : nextId)
      await plan(portion)
      if (options.isDryRun) return
      try {
        return await commitPortion(deps, viewer, options, portion, also)
      } catch (error) {
        if (!isWriteConflict(error)) throw error
      } finally {
        for (const { artifactId } of portion.lines) deps.updating.stateCache.forget(artifactId)
      }
    }
    throw new ServiceUnavailable('Others are changing the artifacts of the import at the same time; try again', {
      reason: 'write.overtaken',
    })
  }
}

const IDS_AT_A_TIME = 500

const commitPortion = async (
  deps: BatchDependencies,
  viewer: Viewer,
  { importId, notify }: PortionOptions,
  portion: PlannedPortion,
  also: Parameters<RunPortion>[3],
): Promise<void> => {
  const { writes, openValues, lines } = portion
  const { pendingIds } = await commitBatch(
    deps,
    viewer,
    { writes, openValues, deletionsBefore: 0 },
    async (tx, { changesets }) => {
      await noteImport(tx, { importId, actorId: viewer.userId, notify })
      const written = lines.map(({ artifactId, isNew, placeholders }) => ({
        artifactId,
        isNew,
        changesetIds: placeholders.flatMap(placeholder => changesets.get(placeholder) ?? []),
      }))
      await also(tx, written)
    },
  )
  await deps.writing.triggers.followBatch(pendingIds)
}

class PlannedPortion implements Portion {
  readonly writes: BatchWrite[] = []
  readonly openValues: (NewOpenValue & { readonly trackerId: number })[] = []
  readonly lines: { readonly artifactId: number; readonly isNew: boolean; readonly placeholders: number[] }[] = []
  readonly #deps: BatchDependencies
  readonly #viewer: Viewer
  readonly #nextId: (() => Promise<number>) | undefined
  readonly #stored = new Map<number, ArtifactWithLinks>()
  /** Files that lines of the portion attach. */
  readonly #attached = new Set<number>()
  #placeholder = FIRST_PLACEHOLDER

  constructor(deps: BatchDependencies, viewer: Viewer, nextId: (() => Promise<number>) | undefined) {
    this.#viewer = viewer
    this.#nextId = nextId
    const { queries } = deps.writing
    const sharing: typeof queries = {
      ...queries,
      findOpenValues: async (fieldId, labels) => {
        const found = await queries.findOpenValues(fieldId, labels)
        for (const value of this.openValues)
          if (value.fieldId === fieldId && labels.includes(value.label)) found.set(value.label, value.id)
        return found
      },
      findAttachableFiles: async (viewer, field, artifactId, ids) => {
        const found = await queries.findAttachableFiles(viewer, field, artifactId, ids)
        for (const id of this.#attached) found.delete(id)
        return found
      },
    }
    this.#deps = { ...deps, writing: { ...deps.writing, queries: sharing } }
  }

  async load(ids: readonly number[]): Promise<void> {
    for (const [id, artifact] of await findArtifacts(this.#deps.db, ids)) this.#stored.set(id, artifact)
  }

  artifact(id: number): ArtifactWithLinks | undefined {
    return this.#stored.get(id)
  }

  /** Lines do not see each other: each has a state of its own, which is dropped if the line is refused. */
  async plan({ artifact, entries }: PortionLine): Promise<PlannedLine> {
    const { db, readHistory } = this.#deps
    const state = new PlannedState(
      {
        findArtifacts: async ids => {
          const unknown = ids.filter(id => !this.#stored.has(id))
          return unknown.length === 0 ? this.#stored : new Map([...this.#stored, ...(await findArtifacts(db, unknown))])
        },
        readHistory: async id => {
          const found = await readHistory(id)
          return typeof found === 'object' ? found : undefined
        },
        findComment: () => Promise.resolve(undefined),
      },
      this.#placeholder,
    )
    const planner = new LinePlanner(this.#deps, this.#viewer, state)
    const isNew = 'trackerId' in artifact
    const id = isNew ? await (this.#nextId?.() ?? state.newPlaceholder()) : artifact.id
    for (const [index, entry] of entries.entries()) {
      if (isNew && index === 0) await planner.create(id, artifact, entry)
      else await planner.update(id, entry)
    }
    this.#placeholder = state.nextPlaceholder
    this.writes.push(...planner.writes)
    this.openValues.push(...state.openValues)
    for (const file of planner.attached) this.#attached.add(file)
    this.lines.push({ artifactId: id, isNew, placeholders: planner.placeholders })
    return { artifactId: id, isNew, changes: planner.placeholders.length }
  }
}

/** Plans the changes of one line, each on what the ones before leave. */
class LinePlanner {
  readonly writes: BatchWrite[] = []
  readonly placeholders: number[] = []
  readonly attached: number[] = []
  readonly #deps: ReturnType<typeof planningOn>
  readonly #viewer: Viewer
  readonly #state: PlannedState

  constructor(deps: BatchDependencies, viewer: Viewer, state: PlannedState) {
    this.#deps = planningOn(deps, state)
    this.#viewer = viewer
    this.#state = state
  }

  async create(
    id: number,
    { trackerId, externalId }: Extract<PortionLine['artifact'], { trackerId: number }>,
    { values, original }: PortionEntry,
  ): Promise<void> {
    const plan = await planCreation(this.#deps.writing, this.#viewer, { trackerId, externalId, values, original })
    const { changeset } = await this.#state.apply(this.#viewer, plan, id, plan.rows.author.at)
    if (changeset === undefined) throw new Error('a creation writes a changeset')
    this.#note(changeset, plan.rows.files.attached)
    this.writes.push({ kind: 'create', rows: { ...plan.rows, artifactId: id }, changeset })
  }

  async update(id: number, { values, comment, original }: PortionEntry): Promise<void> {
    const found = await this.#state.readState(id)
    if (!found) throw new Error(`the artifact ${id} of a line is not there`)
    const input = { id, values, comment, original, precondition: {}, isConditioned: true }
    const plan = await planUpdate(this.#deps.updating, this.#viewer, input, found)
    if (!plan.rows) return
    const { changeset } = await this.#state.apply(this.#viewer, plan, id, plan.rows.author.at)
    if (changeset === undefined) throw new Error('an update writes a changeset')
    this.#note(changeset, plan.rows.files.attached)
    this.writes.push({ kind: 'update', rows: plan.rows, changeset })
  }

  #note(changeset: number, files: readonly { readonly id: number }[]): void {
    this.placeholders.push(changeset)
    this.attached.push(...files.map(({ id }) => id))
  }
}

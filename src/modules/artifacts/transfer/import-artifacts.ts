import type { Tx } from '../../../platform/db/db.ts'
import { appendEvents } from '../../../platform/events/event-log.store.ts'
import type { TextFormat } from '../../fields/index.ts'
import type { UserGroupId } from '../../projects/index.ts'
import type { Tracker } from '../../trackers/index.ts'
import type { ArtifactDocument, Delta } from '../model/artifact.ts'
import type { IsKeyword } from '../model/keywords.ts'
import { NO_COMMENT, planDocument, pseudoFieldRows } from '../write/plan.ts'
import {
  insertImportedArtifacts,
  insertStagedConnections,
  nextChangesetIds,
  allocateNumbers,
  type ImportedArtifactRow,
  type ImportedChangesetRow,
  stageConnections,
  stageLinks,
  stageReferences,
  type ImportedLinkRow,
  type ImportedReferenceRow,
} from './import-artifacts.store.ts'

/** One version of a comment. The last version is the current one; earlier ones are its history (import.md §6.2). */
export interface ImportedComment {
  /** Trimmed; '' only after an earlier version with text: that edit emptied the comment. */
  readonly body: string
  readonly format: TextFormat
  /** null = public. */
  readonly groupIds: readonly UserGroupId[] | null
  /** 0 = anonymous. */
  readonly submittedBy: number
  readonly submittedByEmail: string | null
  readonly submittedOn: Date
}

export interface ImportedChangeset {
  /** 0 = anonymous. */
  readonly submittedBy: number
  readonly submittedByEmail: string | null
  readonly submittedOn: Date
  /** Fields whose value differs from the previous one, with the complete new stored value. */
  readonly values: ReadonlyMap<number, unknown>
  /** [] for none. */
  readonly comment: readonly ImportedComment[]
  /** Archive key, if another part of the archive refers to this changeset. */
  readonly key?: string
}

export interface ImportedArtifact {
  /** Id from `allocateArtifactIds`. */
  readonly id: number
  /** Number of characters in the archive: a batch holds a few large artifacts or many small ones. */
  readonly size?: number
  /** Sorted by time, at least one; the first is the creation. */
  readonly changesets: readonly ImportedChangeset[]
}

type AnyIterable<Item> = Iterable<Item> | AsyncIterable<Item>

export interface ArtifactImport {
  /** In creation order. The input holds the whole trackers, because caches do not hold uncommitted trackers. */
  readonly trackers: readonly { readonly tracker: Tracker; readonly artifacts: AnyIterable<ImportedArtifact> }[]
  readonly actorId: number
  readonly onProgress?: (artifactsDone: number) => void
}

/** Maximum artifacts of one statement. */
const BATCH = 500
/** Maximum characters of one batch: 500 large artifacts would fill the memory. */
const BATCH_CHARACTERS = 4 * 1024 * 1024

/** Links and references, which may point to artifacts that do not exist yet. */
interface Connections {
  readonly links: ImportedLinkRow[]
  readonly references: ImportedReferenceRow[]
}

interface ImportTotals {
  readonly changesetIds: Map<string, number>
  done: number
}

/**
 * Writes artifacts with their whole history unchanged: no defaults, no workflow, no rights (import.md §6.1). Returns the ids of the
 * changesets that have a key. Links are written last, since they may point to artifacts of later trackers.
 */
export const importArtifacts = async (
  tx: Tx,
  input: ArtifactImport,
  knownKeyword: IsKeyword,
): Promise<ReadonlyMap<string, number>> => {
  // The item names of the imported trackers are keywords of references, too.
  const itemNames = new Set(input.trackers.map(({ tracker }) => tracker.itemName.toLowerCase()))
  const isKeyword: IsKeyword = word => itemNames.has(word) || knownKeyword(word)
  const totals: ImportTotals = { changesetIds: new Map(), done: 0 }
  await stageConnections(tx)
  for (const { tracker, artifacts } of input.trackers) {
    for await (const batch of batchesOf(artifacts)) {
      await importBatch(tx, tracker, batch, input, totals, isKeyword)
      totals.done += batch.length
      input.onProgress?.(totals.done)
    }
  }
  await insertStagedConnections(tx)
  return totals.changesetIds
}

const importBatch = async (
  tx: Tx,
  tracker: Tracker,
  batch: readonly ImportedArtifact[],
  input: ArtifactImport,
  totals: ImportTotals,
  isKeyword: IsKeyword,
): Promise<void> => {
  const changesetCount = batch.reduce((sum, artifact) => sum + artifact.changesets.length, 0)
  const firstNumber = await allocateNumbers(tx, tracker.id, batch.length)
  const ids = await nextChangesetIds(tx, changesetCount)
  let nextId = 0
  const takeId = (): number => {
    const id = ids[nextId++]
    if (id === undefined) throw new Error('too few changeset ids')
    return id
  }

  const artifacts: ImportedArtifactRow[] = []
  const changesets: ImportedChangesetRow[] = []
  const connections: Connections = { links: [], references: [] }
  batch.forEach((artifact, index) => {
    const history = replayChangesets(tracker, artifact, takeId, totals, connections, isKeyword)
    artifacts.push({ ...history.artifact, number: firstNumber + index })
    changesets.push(...history.changesets)
  })
  await insertImportedArtifacts(tx, artifacts, changesets)
  await stageLinks(tx, connections.links)
  await stageReferences(tx, connections.references)
  await appendEvents(
    tx,
    artifacts.map(artifact => ({
      kind: 'artifact.created',
      actorId: input.actorId,
      means: 'import' as const,
      projectId: tracker.projectId,
      trackerId: tracker.id,
      artifactId: artifact.id,
      changesetId: artifact.changesetId,
    })),
  )
}

/** Applies the changesets in order, as edits would, and returns the resulting rows. */
const replayChangesets = (
  tracker: Tracker,
  artifact: ImportedArtifact,
  takeId: () => number,
  totals: ImportTotals,
  connections: Connections,
  isKeyword: IsKeyword,
): { artifact: Omit<ImportedArtifactRow, 'number'>; changesets: ImportedChangesetRow[] } => {
  const [first] = artifact.changesets
  const last = artifact.changesets.at(-1)
  if (!first || !last) throw new Error(`imported artifact ${artifact.id} has no changeset`)
  const changesets: ImportedChangesetRow[] = []
  let document: ArtifactDocument = {}

  for (const changeset of artifact.changesets) {
    const comment = changeset.comment.at(-1)
    const plan = planDocument(
      tracker,
      { document, title: null, grantedGroupIds: null },
      changeset.values,
      comment ?? NO_COMMENT,
      isKeyword,
    )
    document = { ...document, ...plan.changed }
    const id = takeId()
    if (changeset.key !== undefined) totals.changesetIds.set(changeset.key, id)
    for (const reference of plan.references) connections.references.push({ sourceId: artifact.id, ...reference })
    changesets.push(changesetRow(id, artifact.id, tracker.id, changeset, plan.delta))
  }

  // Queries and other artifacts see only the final state, so its rows are computed once.
  const state = planDocument(
    tracker,
    undefined,
    new Map(Object.entries(document).map(([id, value]) => [Number(id), value])),
    NO_COMMENT,
    () => false,
  )
  if (state.links) {
    for (const { id: targetId, type } of state.links.written) {
      connections.links.push({ sourceId: artifact.id, targetId, type, fieldId: state.links.fieldId })
    }
  }
  const lastId = changesets.at(-1)?.id
  if (lastId === undefined) throw new Error('a history without a last changeset')
  return {
    changesets,
    artifact: {
      id: artifact.id,
      projectId: tracker.projectId,
      trackerId: tracker.id,
      changesetId: lastId,
      document,
      title: state.title,
      submittedBy: first.submittedBy,
      submittedByEmail: first.submittedByEmail,
      submittedOn: first.submittedOn,
      updatedBy: last.submittedBy,
      updatedByEmail: last.submittedByEmail,
      updatedOn: last.submittedOn,
      grantedGroupIds: state.grantedGroupIds,
      index: [
        ...state.index.added,
        ...pseudoFieldRows(
          tracker.id,
          { userId: first.submittedBy, at: first.submittedOn },
          { userId: last.submittedBy, at: last.submittedOn },
        ),
      ],
      texts: state.index.texts,
    },
  }
}

const changesetRow = (
  id: number,
  artifactId: number,
  trackerId: number,
  changeset: ImportedChangeset,
  delta: Delta,
): ImportedChangesetRow => {
  const comment = changeset.comment.at(-1)
  const isEdited = changeset.comment.length > 1
  return {
    id,
    artifactId,
    trackerId,
    submittedBy: changeset.submittedBy,
    submittedByEmail: changeset.submittedByEmail,
    submittedOn: changeset.submittedOn,
    delta,
    comment: {
      body: comment?.body ?? '',
      format: comment?.format ?? 'text',
      groupIds: comment?.groupIds ?? null,
    },
    edited:
      comment && isEdited
        ? { by: comment.submittedBy, byEmail: comment.submittedByEmail, on: comment.submittedOn }
        : null,
    earlier: changeset.comment.slice(0, -1).map(version => ({
      body: version.body,
      format: version.format,
      group_ids: version.groupIds,
      by: version.submittedBy,
      by_email: version.submittedByEmail,
      on: version.submittedOn.toISOString(),
    })),
  }
}

async function* batchesOf(artifacts: AnyIterable<ImportedArtifact>): AsyncGenerator<ImportedArtifact[]> {
  let batch: ImportedArtifact[] = []
  let size = 0
  for await (const artifact of artifacts) {
    batch.push(artifact)
    size += artifact.size ?? 0
    if (batch.length < BATCH && size < BATCH_CHARACTERS) continue
    yield batch
    batch = []
    size = 0
  }
  if (batch.length > 0) yield batch
}

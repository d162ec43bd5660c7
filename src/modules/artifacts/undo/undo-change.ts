import type { EventCause } from '../../../platform/events/event-log.ts'
import { Conflict, NotFound } from '../../../platform/errors.ts'
import { requireFresh, type Precondition } from '../../../platform/http/headers/conditional.ts'
import type { IdempotentCall } from '../../../platform/idempotency/idempotency-key.ts'
import { once, takeKey } from '../../../platform/idempotency/idempotency.ts'
import { EMPTY_ANSWER, type IdempotencyRecord } from '../../../platform/idempotency/idempotency.store.ts'
import { fieldType, type Field, type StoredFile } from '../../fields/index.ts'
import type { Viewer } from '../../users/index.ts'
import { noSuchArtifact, type ArtifactContext } from '../access/artifact-access.ts'
import { requireAll } from '../access/checks.ts'
import { isChangesetSeen } from '../access/visible-changesets.ts'
import { retryOnWriteConflict } from '../commit/commit.ts'
import type { UpdateRows } from '../commit/write-artifact.store.ts'
import type { ArtifactVersion, Delta, ValueChange } from '../model/artifact.ts'
import { canRead } from '../model/artifacts.permissions.ts'
import { visibleValue } from '../represent/value-entry.ts'
import type { ArtifactStateWithHistory } from '../store/artifact-reader.store.ts'
import type { Changeset } from '../store/changesets.store.ts'
import { followTriggers, replayedVersion } from '../write/create-artifact.ts'
import type { PlannedWrite } from '../write/planned-write.ts'
import type { SubmittedEntry } from '../write/submission.ts'
import { commitPlan, planUpdate, updateChecks, type UpdateDependencies } from '../write/update-artifact.ts'
import { isMove } from './undo.store.ts'

export interface UndoInput {
  readonly artifactId: number
  readonly changesetId: number
  readonly comment: string
  /** Whether fields that were changed again since are left as they are, instead of refusing all. */
  readonly isPartial: boolean
  readonly precondition: Precondition
  readonly call?: IdempotentCall | undefined
  /** The larger operation that the write is a part of, for the event log. */
  readonly cause?: EventCause | undefined
}

export interface UndoneChange {
  readonly version: ArtifactVersion
  /** null: there was nothing to put back. */
  readonly changesetId: number | null
  readonly fieldIds: readonly number[]
}

/**
 * POST /artifacts/{id}/changesets/{changeset}/undo (integrators.md §15): an update by the caller that puts back the values before the
 * change, with all checks of an update.
 */
export const undoChange =
  (deps: UpdateDependencies) =>
  (viewer: Viewer, input: UndoInput): Promise<UndoneChange> =>
    once(
      deps.db,
      input.call,
      async (): Promise<UndoneChange> => {
        const { outcome, fieldIds } = await retryOnWriteConflict(() => commitUndo(deps, viewer, input))
        if (!('pendingIds' in outcome)) return { version: outcome, changesetId: null, fieldIds }
        const { changesetId } = outcome.version
        const version = await followTriggers(deps, outcome.version, outcome.pendingIds, input.call)
        return { version, changesetId, fieldIds }
      },
      record => replayedUndo(deps, viewer, input, record),
    )

const commitUndo = async (deps: UpdateDependencies, viewer: Viewer, input: UndoInput) => {
  const { plan, state } = await planUndo(deps, viewer, input)
  const { rows, additionalWrites } = plan
  if (rows) {
    const outcome = await commitPlan(deps, state, { ...rows, call: input.call }, additionalWrites)
    return { outcome, fieldIds: fieldsPutBack(plan) }
  }
  const { artifact } = state
  const version = { artifactId: artifact.id, changesetId: artifact.changesetId, modifiedAt: artifact.updatedOn }
  const answer = { ...EMPTY_ANSWER, ...version, body: NOTHING_UNDONE }
  if (input.call) await takeKey(deps.db, input.call, answer, deps.clock.now())
  return { outcome: version, fieldIds: [] }
}

/** Fields whose value the undo puts back; the workflow sets the others. */
export const fieldsPutBack = ({ values, initial }: PlannedWrite<unknown>): number[] =>
  [...values]
    .filter(([fieldId, value]) => initial.has(fieldId) && initial.get(fieldId) === value)
    .map(([fieldId]) => fieldId)

/** Body of the record of a call that found nothing to put back. */
const NOTHING_UNDONE = 'nothing'

const replayedUndo = async (
  { access, conflicts }: UpdateDependencies,
  viewer: Viewer,
  input: UndoInput,
  record: IdempotencyRecord,
): Promise<UndoneChange> => {
  const version = replayedVersion(record)
  if (record.body === NOTHING_UNDONE) return { version, changesetId: null, fieldIds: [] }
  // If triggers wrote a later version, the body names the changeset of the undo.
  const changesetId = record.body === null ? version.changesetId : Number(record.body)
  const state = await conflicts.readHistory(version.artifactId)
  if (typeof state !== 'object') return { version, changesetId, fieldIds: [] }
  const { artifact, history } = state
  const context = (await access.visibleContexts(viewer, [artifact])).get(artifact.id)
  const deltaOf = (id: number): Delta => history.find(changeset => changeset.id === id)?.delta ?? {}
  const undone = deltaOf(input.changesetId)
  const putBack = Object.entries(deltaOf(changesetId)).filter(([key, { a }]) => {
    const field = context?.tracker.fieldById.get(Number(key))
    const change = undone[key]
    if (!context || !field || !change || !canRead(context.rights, field)) return false
    // The workflow sets no links; links may differ by hidden ones.
    return field.type === 'art_link' || isPutBack(field, a, change.b)
  })
  return { version, changesetId, fieldIds: putBack.map(([key]) => Number(key)) }
}

export interface PlannedUndo {
  readonly plan: PlannedWrite<UpdateRows | undefined>
  readonly state: ArtifactStateWithHistory
}

/** Plans without writing; throws if the change cannot be undone. */
export const planUndo = async (deps: UpdateDependencies, viewer: Viewer, input: UndoInput): Promise<PlannedUndo> => {
  const state = await deps.conflicts.readHistory(input.artifactId)
  if (!state || state === 'unchanged') throw noSuchArtifact()
  const { artifact } = state
  const context = await deps.access.requireViewable(viewer, artifact)
  requireAll(updateChecks(deps.access, context))
  requireFresh(input.precondition, deps.versions(artifact.changesetId, artifact.updatedOn))
  const changeset = await requireUndoable(deps, context, state, input.changesetId)
  const values = await entriesBefore(deps, viewer, context, state, changeset, input.isPartial)
  const comment = { body: values.length > 0 ? input.comment : '', format: 'text', groups: undefined } as const
  const update = {
    id: artifact.id,
    values,
    comment,
    precondition: {},
    isConditioned: true,
    cause: { ...input.cause, undo_of: input.changesetId },
  }
  return { plan: await planUpdate(deps, viewer, update, state), state }
}

const requireUndoable = async (
  { db }: UpdateDependencies,
  context: ArtifactContext,
  { artifact, history }: ArtifactStateWithHistory,
  changesetId: number,
): Promise<Changeset> => {
  const found = history.find(({ id }) => id === changesetId)
  if (!found || !isChangesetSeen(context, found)) throw new NotFound('There is no such changeset')
  if (history.every(({ id }) => id >= changesetId))
    throw new Conflict('The change made the artifact: it cannot be undone', { reason: 'undo.creation' })
  if (await isMove(db, artifact.id, changesetId))
    throw new Conflict('The change moved the artifact: it cannot be undone', { reason: 'undo.moved' })
  return found
}

/** Entries that put back the values before the change, as far as the caller may know of them. */
const entriesBefore = async (
  { conflicts }: UpdateDependencies,
  viewer: Viewer,
  { tracker, rights }: ArtifactContext,
  { artifact: { document } }: ArtifactStateWithHistory,
  { delta }: Changeset,
  isPartial: boolean,
): Promise<SubmittedEntry[]> => {
  const entries: SubmittedEntry[] = []
  const overlaid: number[] = []
  const withoutContents: number[] = []
  for (const [key, change] of Object.entries(delta)) {
    const field = tracker.fieldById.get(Number(key))
    if (!field?.isUsed || !canRead(rights, field)) continue
    const { same } = fieldTypeOf(field)
    const seen = (stored: unknown) => visibleValue(conflicts, viewer, field, stored)
    const now = await seen(document[field.id])
    const before = await seen(change.b)
    if (same(now, before)) continue
    if (!same(now, await seen(change.a))) overlaid.push(field.id)
    else if (hasLostFiles(field, change)) withoutContents.push(field.id)
    else {
      const entry = fieldType(field.type).toEntry?.(before, field)
      if (entry) entries.push({ ...entry, field_id: field.id })
    }
  }
  if (withoutContents.length > 0)
    throw new Conflict('The contents of the removed files are gone', {
      reason: 'undo.file_gone',
      field_ids: withoutContents,
    })
  if (overlaid.length > 0 && !isPartial)
    throw new Conflict('Fields of the change were changed again since', {
      reason: 'undo.overlaid',
      field_ids: overlaid,
    })
  return entries
}

const isPutBack = (field: Field, after: unknown, before: unknown): boolean =>
  fieldTypeOf(field).same(after, before) || (before === undefined && fieldType(field.type).isEmpty(after))

const fieldTypeOf = (field: Field) => {
  const type = fieldType(field.type)
  return { same: (left: unknown, right: unknown) => type.same(left, right) }
}

/** A change that detaches files has their contents erased. */
const hasLostFiles = (field: Field, { a, b }: ValueChange): boolean => {
  if (field.type !== 'file') return false
  const kept = new Set(((a ?? []) as readonly StoredFile[]).map(({ id }) => id))
  return ((b ?? []) as readonly StoredFile[]).some(({ id }) => !kept.has(id))
}

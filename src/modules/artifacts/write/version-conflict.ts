import { PreconditionFailed, Refusal, type ChangedSince, type ChangeSince } from '../../../platform/errors.ts'
import { isBefore, isTokenOf, type Precondition } from '../../../platform/http/headers/conditional.ts'
import { fieldType } from '../../fields/index.ts'
import type { Tracker } from '../../trackers/index.ts'
import type { UsersModule, Viewer } from '../../users/index.ts'
import type { ArtifactContext } from '../access/artifact-access.ts'
import { isChangesetSeen } from '../access/visible-changesets.ts'
import type { LinkLookUp } from '../access/visible-links.ts'
import type { UpdateRows } from '../commit/write-artifact.store.ts'
import { canRead } from '../model/artifacts.permissions.ts'
import type { VersionFactory } from '../model/etag.ts'
import { changedValues } from '../model/changed-values.ts'
import { entryOf, visibleValue } from '../represent/value-entry.ts'
import type { ArtifactReader, ArtifactStateWithHistory } from '../store/artifact-reader.store.ts'
import type { Changeset } from '../store/changesets.store.ts'
import type { PlannedWrite } from './planned-write.ts'
import type { SubmittedEntry } from './submission.ts'

export interface ConflictDependencies extends LinkLookUp {
  readonly versions: VersionFactory
  readonly readHistory: ArtifactReader<ArtifactStateWithHistory>
  readonly users: Pick<UsersModule, 'getMany'>
  readonly isoDate: (viewer: Viewer, at: Date) => string
}

export interface ConditionedUpdate {
  readonly id: number
  readonly values: readonly SubmittedEntry[]
  readonly precondition: Precondition
}

/** Versions in which the version of a condition is looked for, from the newest back. */
const MAX_VERSIONS = 1_000

/** Changes of an artifact since the version that a condition names. */
interface ChangesSince {
  /** Newest first. */
  readonly changesets: readonly Changeset[]
  /** Values of that version, of the fields whose value differs now. */
  readonly base: ReadonlyMap<number, unknown>
}

/** undefined: the condition names no version of the artifact. */
const changesSince = async (
  deps: ConflictDependencies,
  viewer: Viewer,
  { ifMatch, ifUnmodifiedSince }: Precondition,
  { tracker }: Pick<ArtifactContext, 'tracker'>,
  { artifact, history }: ArtifactStateWithHistory,
): Promise<ChangesSince | undefined> => {
  const newestFirst = [...history].sort((left, right) => right.id - left.id).slice(0, MAX_VERSIONS)
  const isBase = ({ id, submittedOn }: Changeset): boolean =>
    ifMatch === undefined
      ? !isBefore(ifUnmodifiedSince ?? '', submittedOn)
      : isTokenOf(ifMatch, deps.versions(id, submittedOn).etag)
  const at = newestFirst.findIndex(isBase)
  if (at < 0) return undefined
  const changesets = newestFirst.slice(0, at)
  const base = new Map<number, unknown>()
  // The oldest change of a field since then holds its value of then.
  for (const { delta } of changesets)
    for (const [fieldId, change] of Object.entries(delta)) base.set(Number(fieldId), change.b)
  for (const [fieldId, value] of base) {
    const field = tracker.fieldById.get(fieldId)
    // Changes of hidden links are no changes for the viewer; an update leaves such links.
    const seen = (stored: unknown) => field && visibleValue(deps, viewer, field, stored)
    if (!field?.isUsed || fieldType(field.type).same(await seen(value), await seen(artifact.document[fieldId])))
      base.delete(fieldId)
  }
  return { changesets, base }
}

/** The refusal of an update whose condition does not hold, with the changes since that the viewer may know of (integrators.md §6). */
const conflict = async (
  deps: ConflictDependencies,
  viewer: Viewer,
  input: ConditionedUpdate,
  context: ArtifactContext,
  state: ArtifactStateWithHistory,
  since: ChangesSince | undefined,
): Promise<PreconditionFailed> => {
  const { artifact } = state
  const changed: ChangedSince[] = []
  for (const [fieldId, value] of since?.base ?? []) {
    const field = context.tracker.fieldById.get(fieldId)
    if (!field || !canRead(context.rights, field)) continue
    const sent = input.values.find(entry => entry.field_id === fieldId)
    changed.push({
      field_id: fieldId,
      name: field.name,
      yours: sent ? withoutId(sent) : null,
      theirs: await entryOf(deps, viewer, field, artifact.document[fieldId]),
      ...(input.precondition.ifMatch === undefined ? {} : { base: await entryOf(deps, viewer, field, value) }),
    })
  }
  return new PreconditionFailed('it was modified since the version that the request names; read it again', {
    reason: 'precondition.changed',
    etag: deps.versions(artifact.changesetId, artifact.updatedOn).etag,
    changed_since: since ? changed : null,
    changesets: await describeChangesets(deps, viewer, context, since?.changesets ?? []),
  })
}

const withoutId = ({ field_id: _, ...entry }: SubmittedEntry): object => entry

const describeChangesets = async (
  deps: ConflictDependencies,
  viewer: Viewer,
  context: ArtifactContext,
  changesets: readonly Changeset[],
): Promise<ChangeSince[]> => {
  const seen = changesets.filter(changeset => isChangesetSeen(context, changeset))
  const users = await deps.users.getMany(seen.map(({ submittedBy }) => submittedBy).filter(id => id !== 0))
  return seen.map(({ id, submittedBy, submittedOn }) => {
    const user = users.get(submittedBy)
    return { id, by: user ? { id: user.id, username: user.login } : null, at: deps.isoDate(viewer, submittedOn) }
  })
}

type UpdatePlan = PlannedWrite<UpdateRows | undefined>

export interface MergedPlan {
  readonly plan: UpdatePlan
  readonly state: ArtifactStateWithHistory
}

/**
 * Handles an update whose condition does not hold. With `isMerging` it is planned on the newest version if nobody else changed its fields,
 * nor a field that is tied to them. Otherwise throws 412 with the changes since.
 */
export const mergeOrRefuse = async (
  deps: ConflictDependencies,
  viewer: Viewer,
  input: ConditionedUpdate,
  refusal: PreconditionFailed,
  isMerging: boolean,
  plan: (state: ArtifactStateWithHistory) => Promise<UpdatePlan>,
): Promise<MergedPlan> => {
  const state = await deps.readHistory(input.id)
  if (!state || state === 'unchanged') throw refusal
  const context = await deps.access.requireViewable(viewer, state.artifact)
  const since = await changesSince(deps, viewer, input.precondition, context, state)
  const refuse = () => conflict(deps, viewer, input, context, state, since)
  if (!isMerging || !since || input.precondition.ifMatch === undefined) throw await refuse()

  const touched = (fieldIds: Iterable<number>): boolean =>
    [...fieldIds].some(fieldId => since.base.has(fieldId) || isTied(context.tracker, fieldId, since.base))
  const planned = await plan(state).catch(async (error: unknown) => {
    // Values of others made the request wrong: they are what the caller has to know.
    const isOfOthers =
      error instanceof Refusal && error.status === 400 && touched(input.values.map(one => one.field_id))
    throw isOfOthers ? await refuse() : error
  })
  const { document } = planned.before ?? state.artifact
  if (touched(changedValues(context.tracker, document, planned.submission.values).keys())) throw await refuse()
  return { plan: planned, state }
}

/** Whether a rule ties the field to one of the changed fields. The state of the workflow decides about all fields. */
const isTied = (
  { workflow, listRules, dateRules }: Tracker,
  fieldId: number,
  changed: ReadonlyMap<number, unknown>,
): boolean =>
  (workflow?.isUsed === true && changed.has(workflow.fieldId)) ||
  [...listRules, ...dateRules].some(
    ({ sourceFieldId, targetFieldId }) =>
      (sourceFieldId === fieldId && changed.has(targetFieldId)) ||
      (targetFieldId === fieldId && changed.has(sourceFieldId)),
  )

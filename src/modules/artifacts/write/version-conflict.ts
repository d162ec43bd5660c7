import { PreconditionFailed, Refusal, type ChangedSince, type ChangeSince } from '../../../platform/errors.ts'
import { isBefore, isTokenOf, type Precondition } from '../../../platform/http/headers/conditional.ts'
import { fieldType } from '../../fields/index.ts'
import type { Tracker } from '../../trackers/index.ts'
import type { UsersModule, Viewer } from '../../users/index.ts'
import type { ArtifactAccess, ArtifactContext } from '../access/artifact-access.ts'
import type { UpdateRows } from '../commit/write-artifact.store.ts'
import type { ArtifactDocument, ArtifactWithLinks } from '../model/artifact.ts'
import { canRead, canSeeComment } from '../model/artifacts.permissions.ts'
import type { VersionFactory } from '../model/etag.ts'
import { entryOf } from '../represent/value-entry.ts'
import type { ArtifactReader, ArtifactStateWithHistory } from '../store/artifact-reader.store.ts'
import type { Changeset } from '../store/changesets.store.ts'
import type { PlannedWrite } from './planned-write.ts'
import type { SubmittedEntry } from './submission.ts'

export interface ConflictDependencies {
  readonly access: ArtifactAccess
  readonly versions: VersionFactory
  readonly readHistory: ArtifactReader<ArtifactStateWithHistory>
  readonly findArtifacts: (ids: readonly number[]) => Promise<ReadonlyMap<number, ArtifactWithLinks>>
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
const changesSince = (
  { versions }: ConflictDependencies,
  { ifMatch, ifUnmodifiedSince }: Precondition,
  { tracker }: Pick<ArtifactContext, 'tracker'>,
  { artifact, history }: ArtifactStateWithHistory,
): ChangesSince | undefined => {
  const newestFirst = [...history].sort((left, right) => right.id - left.id).slice(0, MAX_VERSIONS)
  const isBase = ({ id, submittedOn }: Changeset): boolean =>
    ifMatch === undefined
      ? !isBefore(ifUnmodifiedSince ?? '', submittedOn)
      : isTokenOf(ifMatch, versions(id, submittedOn).etag)
  const at = newestFirst.findIndex(isBase)
  if (at < 0) return undefined
  const changesets = newestFirst.slice(0, at)
  const base = new Map<number, unknown>()
  // The oldest change of a field since then holds its value of then.
  for (const { delta } of changesets)
    for (const [fieldId, change] of Object.entries(delta)) base.set(Number(fieldId), change.b)
  for (const [fieldId, value] of base) {
    const field = tracker.fieldById.get(fieldId)
    if (!field?.isUsed || fieldType(field.type).same(value, artifact.document[fieldId])) base.delete(fieldId)
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
  const looking = { access: deps.access, find: deps.findArtifacts }
  const changed: ChangedSince[] = []
  for (const [fieldId, value] of since?.base ?? []) {
    const field = context.tracker.fieldById.get(fieldId)
    if (!field || !canRead(context.rights, field)) continue
    const sent = input.values.find(entry => entry.field_id === fieldId)
    changed.push({
      field_id: fieldId,
      name: field.name,
      yours: sent ? withoutId(sent) : null,
      theirs: await entryOf(looking, viewer, field, artifact.document[fieldId]),
      ...(input.precondition.ifMatch === undefined ? {} : { base: await entryOf(looking, viewer, field, value) }),
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
  { tracker, rights }: ArtifactContext,
  changesets: readonly Changeset[],
): Promise<ChangeSince[]> => {
  const isSeen = ({ delta, comment }: Changeset): boolean =>
    (comment.body !== '' && canSeeComment(rights, comment.groupIds)) ||
    Object.keys(delta).some(fieldId => {
      const field = tracker.fieldById.get(Number(fieldId))
      return field !== undefined && canRead(rights, field)
    })
  const seen = changesets.filter(isSeen)
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
  const since = changesSince(deps, input.precondition, context, state)
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
  if (touched(changesOf(context.tracker, state.artifact.document, planned.submission.values))) throw await refuse()
  return { plan: planned, state }
}

/** Fields whose requested value is not the present one. */
const changesOf = (
  { fieldById }: Tracker,
  document: ArtifactDocument,
  values: ReadonlyMap<number, unknown>,
): readonly number[] =>
  [...values].flatMap(([fieldId, value]) => {
    const field = fieldById.get(fieldId)
    return field && !fieldType(field.type).same(document[fieldId], value) ? [fieldId] : []
  })

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

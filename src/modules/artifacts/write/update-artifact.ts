import { Forbidden, Invalid, PreconditionFailed, unlessRefused, type Fault } from '../../../platform/errors.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import type { EventCause } from '../../../platform/events/event-log.ts'
import type { IdempotentCall } from '../../../platform/idempotency/idempotency-key.ts'
import { once, takeKey } from '../../../platform/idempotency/idempotency.ts'
import { EMPTY_ANSWER } from '../../../platform/idempotency/idempotency.store.ts'
import { requireCondition, requireFresh, type Precondition } from '../../../platform/http/headers/conditional.ts'
import { fieldType, type Field } from '../../fields/index.ts'
import type { Viewer } from '../../users/index.ts'
import { noSuchArtifact, type ArtifactContext } from '../access/artifact-access.ts'
import { requireAll, withGroups, type Check } from '../access/checks.ts'
import type { ArtifactReader, ArtifactState } from '../store/artifact-reader.store.ts'
import { causeOf } from '../model/artifacts.events.ts'
import type { ArtifactVersion, ArtifactWithLinks, Original, SubmittedComment } from '../model/artifact.ts'
import { mayKnow, canUpdate } from '../model/artifacts.permissions.ts'
import type { UpdateRows } from '../commit/write-artifact.store.ts'
import {
  commitOtherArtifacts,
  commitUpdate,
  isWriteConflict,
  retryOnWriteConflict,
  type AdditionalWrites,
} from '../commit/commit.ts'
import { followTriggers, replayedVersion, type SubmissionResult, type WriteDependencies } from './create-artifact.ts'
import { faultAt } from '../model/fault-at.ts'
import { checkWorkflow, notChecked } from '../workflow/check-workflow.ts'
import { excludeDeletedLinkTargets } from '../model/exclude-deleted-link-targets.ts'
import { changedValues } from '../model/changed-values.ts'
import { withDerivedValues } from './derived-values.ts'
import { stateAfter, type OptimisticStateCache } from './state-cache.ts'
import { mergeOrRefuse, type ConflictDependencies } from './version-conflict.ts'
import type { PlannedWrite } from './planned-write.ts'
import { updateRows } from './update-rows.ts'
import {
  isFilledByPeople,
  readSubmission,
  requireNoFaults,
  type Submission,
  type SubmittedEntry,
} from './submission.ts'
import { findCommentGroups } from './submitted-comment.ts'
import type { VersionFactory } from '../model/etag.ts'

export interface UpdateArtifactInput {
  readonly id: number
  readonly values: readonly SubmittedEntry[]
  readonly comment: SubmittedComment
  readonly precondition: Precondition
  /** `Prefer: handling=merge`: changes of other fields since the version of `If-Match` do not matter. */
  readonly isMerging?: boolean
  readonly original?: Original | undefined
  /** The larger operation that the update is a part of, for the event log. */
  readonly cause?: EventCause | undefined
  readonly call?: IdempotentCall | undefined
}

export interface UpdateDependencies extends WriteDependencies {
  readonly conflicts: ConflictDependencies
  readonly versions: VersionFactory
  readonly readArtifact: ArtifactReader
  readonly stateCache: OptimisticStateCache
}

/**
 * PUT /artifacts/{id} (artifacts.md §6): commits the changes. One round trip if the cached state is still current, otherwise two. Without
 * changes and comment the version stays, even if links are written on other artifacts.
 */
export const updateArtifact =
  (dependencies: UpdateDependencies) =>
  async (viewer: Viewer, input: UpdateArtifactInput): Promise<ArtifactVersion> =>
    once(
      dependencies.db,
      input.call,
      async () => {
        const { version, pendingIds } =
          (await updateFromCachedState(dependencies, viewer, input)) ??
          (await retryOnWriteConflict(() => updateFromDatabase(dependencies, viewer, input)))
        return followTriggers(dependencies, version, pendingIds, input.call)
      },
      replayedVersion,
    )

interface UpdateOutcome {
  readonly version: ArtifactVersion
  readonly pendingIds: readonly string[]
}

/** undefined: nothing was written, and the update needs the current state of the artifact. */
const updateFromCachedState = async (
  dependencies: UpdateDependencies,
  viewer: Viewer,
  input: UpdateArtifactInput,
): Promise<UpdateOutcome | undefined> => {
  const { stateCache } = dependencies
  const state = stateCache.find(input.id)
  if (!state) return undefined
  // The cached state may be outdated, so it decides neither that nothing changes nor that the update is refused.
  const plan = await unlessRefused(() => planUpdate(dependencies, viewer, input, state))
  if (!plan?.rows) return undefined
  try {
    const { rows, additionalWrites } = plan
    return await commitPlan(
      dependencies,
      state,
      { ...rows, rowVersion: state.rowVersion, call: input.call },
      additionalWrites,
    )
  } catch (error) {
    if (!isWriteConflict(error)) throw error
    stateCache.forget(input.id)
    return undefined
  }
}

const updateFromDatabase = async (
  dependencies: UpdateDependencies,
  viewer: Viewer,
  input: UpdateArtifactInput,
): Promise<UpdateOutcome> => {
  const { plan, state, isMerged } = await planFreshOrMerged(dependencies, viewer, input)
  const { rows, additionalWrites } = plan
  if (rows) {
    const outcome = await commitPlan(dependencies, state, { ...rows, call: input.call }, additionalWrites)
    return isMerged ? { ...outcome, version: { ...outcome.version, isMerged } } : outcome
  }
  // A link from another artifact changes only that artifact (fields.md §3.9).
  const { artifact } = state
  const version = { artifactId: artifact.id, changesetId: artifact.changesetId, modifiedAt: artifact.updatedOn }
  const { db, clock } = dependencies
  const { call } = input
  // The repetition of an update that writes no version must get the same answer.
  const claim = call && ((on: Db | Tx) => takeKey(on, call, { ...EMPTY_ANSWER, ...version }, clock.now()))
  return { version, pendingIds: await commitOtherArtifacts(db, additionalWrites.otherArtifacts(artifact.id), claim) }
}

/** Plans an update on the present state of the artifact; on a newer version than that of `If-Match` only if it can be merged. */
export const planFreshOrMerged = async (
  dependencies: UpdateDependencies,
  viewer: Viewer,
  input: UpdateArtifactInput,
): Promise<{
  readonly plan: PlannedWrite<UpdateRows | undefined>
  readonly state: ArtifactState
  readonly isMerged: boolean
}> => {
  const state = await dependencies.readArtifact(input.id)
  if (!state || state === 'unchanged') throw noSuchArtifact()
  try {
    return { plan: await planUpdate(dependencies, viewer, input, state), state, isMerged: false }
  } catch (error) {
    if (!(error instanceof PreconditionFailed)) throw error
    const unconditioned = { ...input, precondition: {}, isConditioned: true }
    const merged = await mergeOrRefuse(dependencies.conflicts, viewer, input, error, input.isMerging === true, newest =>
      planUpdate(dependencies, viewer, unconditioned, newest),
    )
    return { ...merged, isMerged: true }
  }
}

/** Plans without writing; throws if the update is refused. `rows` is undefined if nothing changes. */
export const planUpdate = async (
  dependencies: UpdateDependencies,
  viewer: Viewer,
  input: UpdateArtifactInput & {
    /** The condition was compared already. */
    readonly isConditioned?: boolean
  },
  { artifact: found }: Pick<ArtifactState, 'artifact'>,
): Promise<PlannedWrite<UpdateRows | undefined>> => {
  const { access, clock, versions } = dependencies
  const context = await access.requireViewable(viewer, found)
  requireAll(updateChecks(access, context))
  if (viewer.isAnonymous) throw new Forbidden('', { reason: 'credentials.missing' })
  if (!input.isConditioned) requireCondition(input.precondition, dependencies.settings.get('require_if_match'))
  requireFresh(input.precondition, versions(found.changesetId, found.updatedOn))
  const artifact = excludeDeletedLinkTargets(context.tracker, found)

  const now = input.original?.at ?? clock.now()
  const submission = await readUpdate(dependencies, viewer, context, artifact, input.values, now)
  const judged = judgeUpdate({
    viewer,
    context,
    artifact,
    submission,
    comment: input.comment.body,
    now,
    timezone: dependencies.settings.get('timezone'),
    isHistory: input.original !== undefined,
  })
  const { faults, transition } = judged
  const { body, format, groups } = input.comment
  const audience = await findCommentGroups(dependencies.queries.projects, context, groups ?? null)
  if (faults.length > 0) {
    const told = await withGroups(dependencies.queries.projects, viewer, context.tracker, faults, 'update')
    requireNoFaults([...told, ...audience.faults], 'update')
  }
  if (audience.faults.length > 0) throw new Invalid(audience.faults)
  const values = input.original
    ? judged.values
    : await withDerivedValues(dependencies.derivations, context.tracker, artifact, judged.values)

  const otherArtifacts = await dependencies.planReverseLinks(
    viewer,
    context,
    submission.reverseLinks,
    artifact.reverse,
    now,
  )
  const comment = { body, format, groupIds: audience.groupIds }
  const isChange = values.size > 0 || body !== ''
  const rows = isChange
    ? updateRows(viewer, context.tracker, artifact, values, comment, now, await dependencies.keywords(), {
        transition,
        actions: dependencies.actions,
        original: input.original,
        ...causeOf(viewer, input.cause),
      })
    : undefined
  const additionalWrites = { newOpenValues: submission.newOpenValues, otherArtifacts }
  return {
    context,
    before: artifact,
    submission,
    initial: submission.values,
    values,
    transition,
    comment,
    rows,
    additionalWrites,
  }
}

/** Commits a plan and keeps the state that follows from it. */
export const commitPlan = async (
  { db, stateCache }: UpdateDependencies,
  state: ArtifactState,
  rows: UpdateRows,
  additionalWrites: AdditionalWrites,
): Promise<UpdateOutcome> => {
  const { id } = state.artifact
  const { row, pendingIds } = await commitUpdate(db, rows, additionalWrites)
  const isConnectedAsBefore =
    !rows.links && rows.references.length === 0 && additionalWrites.otherArtifacts(id).length === 0
  if (isConnectedAsBefore) stateCache.keep(stateAfter(state, rows, row))
  else stateCache.forget(id)
  return { version: { artifactId: id, changesetId: row.changeset_id, modifiedAt: rows.author.at }, pendingIds }
}

/** Checks of an update beside the rights to see the artifact and to write the fields. */
export const updateChecks = (access: WriteDependencies['access'], context: ArtifactContext): readonly Check[] => [
  { name: 'writable', require: () => access.requireWritable(context) },
]

/** Checks an update by the rules of the tracker. */
export const judgeUpdate = ({
  viewer,
  context,
  artifact,
  submission,
  comment,
  now,
  timezone,
  isHistory = false,
}: {
  readonly viewer: Viewer
  readonly context: ArtifactContext
  readonly artifact: ArtifactWithLinks
  readonly submission: Submission
  readonly comment: string
  readonly now: Date
  readonly timezone: string
  /** The update happened in another system. */
  readonly isHistory?: boolean
}): SubmissionResult => {
  const changed = changedValues(context.tracker, artifact.document, submission.values)
  if (isHistory) return { ...notChecked(changed), faults: submission.faults }
  const { faults, values, transition } = checkWorkflow({
    tracker: context.tracker,
    viewer,
    before: artifact.document,
    values: changed,
    refusedFieldIds: submission.refusedFieldIds,
    comment,
    now,
    timezone,
  })
  return {
    faults: [...submission.faults, ...missingRequired(context, artifact, submission), ...faults],
    values,
    transition,
  }
}

export const readUpdate = async (
  { queries, settings }: WriteDependencies,
  viewer: Viewer,
  { project, tracker, rights }: ArtifactContext,
  artifact: ArtifactWithLinks,
  entries: readonly SubmittedEntry[],
  now: Date,
): Promise<Submission> =>
  readSubmission(
    queries,
    {
      viewer,
      project,
      tracker,
      operation: 'update',
      now,
      timezone: settings.datesIn(viewer.timezone).timezone,
      defaultTextFormat: await queries.trackers.textFormatOf(viewer),
      artifact,
      canWrite: field => canUpdate(rights, field),
      isKnown: field => mayKnow(rights, field),
    },
    entries,
  )

/**
 * A required field that is sent must not be emptied. A required field that is not sent must have been stored at some time, if the requester
 * may update it. An imported artifact with an empty value can therefore get a comment (artifacts.md §6).
 */
const missingRequired = (
  { tracker, rights }: ArtifactContext,
  artifact: ArtifactWithLinks,
  submission: Submission,
): Fault[] =>
  tracker.fields
    .filter(field => field.isUsed && field.isRequired && canUpdate(rights, field))
    .filter(field => isMissing(field, artifact, submission))
    .map(field => faultAt(field, 'field.required', `The field \`${field.name}\` (${field.label}) is required.`))

const isMissing = (field: Field, artifact: ArtifactWithLinks, { values, reverseLinks }: Submission): boolean => {
  if (!isFilledByPeople(field)) return false
  const isGiven = values.has(field.id)
  if (!isGiven && artifact.document[field.id] !== undefined) return false
  if (!fieldType(field.type).isEmpty(isGiven ? values.get(field.id) : undefined)) return false
  // §3.9: links to this artifact count, both existing and requested ones.
  if (field.type !== 'art_link') return true
  const isKept = artifact.reverse.length > 0 && !reverseLinks?.isComplete
  return !isKept && (reverseLinks?.wanted.length ?? 0) === 0
}

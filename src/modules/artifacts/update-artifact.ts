import { Forbidden, Invalid, Refusal, type Fault } from '../../platform/errors.ts'
import { requireFresh, type Precondition } from '../../platform/http/conditional.ts'
import { fieldType, type Field } from '../fields/index.ts'
import type { Viewer } from '../users/index.ts'
import { noSuchArtifact, type Place } from './access.ts'
import type { ArtifactReader, ReadState } from './artifact-reader.store.ts'
import type { ArtifactVersion, ArtifactWithLinks, SubmittedComment } from './artifact.ts'
import { canUpdate } from './artifacts.permissions.ts'
import type { UpdateRows } from './write-artifact.store.ts'
import { commitOthers, commitUpdate, isOvertaken, planAgainWhenOvertaken, type Companions } from './commit.ts'
import { followTriggers, type WriteDependencies } from './create-artifact.ts'
import { faultAt } from './fault-at.ts'
import { judgeChange } from './judge-change.ts'
import { withLiveLinks } from './live-links.ts'
import { changedValues } from './changed-values.ts'
import { stateAfter, type RememberedStates } from './remembered-states.ts'
import { updateRows } from './update-rows.ts'
import {
  isFilledByPeople,
  readSubmission,
  requireNoFaults,
  type Submission,
  type SubmittedEntry,
} from './submission.ts'
import { findCommentGroups } from './submitted-comment.ts'
import type { Versions } from './version.ts'

export interface UpdateArtifactInput {
  readonly id: number
  readonly values: readonly SubmittedEntry[]
  readonly comment: SubmittedComment
  readonly precondition: Precondition
}

interface UpdateDependencies extends WriteDependencies {
  readonly versions: Versions
  readonly readArtifact: ArtifactReader
  readonly states: RememberedStates
}

/**
 * PUT /artifacts/{id} (artifacts.md §6): commits what changed, one round trip where the artifact is remembered in the state in which it
 * still is, else two. Nothing changed here and no comment: the version stays, even where links from other artifacts are written.
 */
export const updateArtifact =
  (dependencies: UpdateDependencies) =>
  async (viewer: Viewer, input: UpdateArtifactInput): Promise<ArtifactVersion> => {
    const { version, pendingIds } =
      (await updateRemembered(dependencies, viewer, input)) ??
      (await planAgainWhenOvertaken(() => updateRead(dependencies, viewer, input)))
    return followTriggers(dependencies, version, pendingIds)
  }

interface Updated {
  readonly version: ArtifactVersion
  readonly pendingIds: readonly string[]
}

/** Undefined when it takes a look at the artifact as it is: nothing was written then. */
const updateRemembered = async (
  dependencies: UpdateDependencies,
  viewer: Viewer,
  input: UpdateArtifactInput,
): Promise<Updated | undefined> => {
  const { states } = dependencies
  const state = states.find(input.id)
  if (!state) return undefined
  // That nothing changes has to be said of what is there now; so has what refuses an update.
  const plan = await planUpdate(dependencies, viewer, input, state).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error
  })
  if (!plan?.rows) return undefined
  try {
    const { rows, ...companions } = plan
    return await commitPlan(dependencies, state, { ...rows, mark: state.mark }, companions)
  } catch (error) {
    if (!isOvertaken(error)) throw error
    states.forget(input.id)
    return undefined
  }
}

const updateRead = async (
  dependencies: UpdateDependencies,
  viewer: Viewer,
  input: UpdateArtifactInput,
): Promise<Updated> => {
  const state = await dependencies.readArtifact(input.id)
  if (!state || state === 'unchanged') throw noSuchArtifact()
  const { rows, ...companions } = await planUpdate(dependencies, viewer, input, state)
  if (rows) return commitPlan(dependencies, state, rows, companions)
  // A link from another artifact is a change of that one only (fields.md §3.9).
  const { artifact } = state
  const version = { artifactId: artifact.id, changesetId: artifact.changesetId, modifiedAt: artifact.updatedOn }
  return { version, pendingIds: await commitOthers(dependencies.db, companions.others(artifact.id)) }
}

interface UpdatePlan extends Companions {
  /** Undefined: nothing changes. */
  readonly rows: UpdateRows | undefined
}

/** Writes nothing; throws what refuses the update. */
const planUpdate = async (
  dependencies: UpdateDependencies,
  viewer: Viewer,
  input: UpdateArtifactInput,
  { artifact: found }: ReadState,
): Promise<UpdatePlan> => {
  const { access, clock, versions } = dependencies
  const place = await access.requireViewable(viewer, found)
  access.requireWritable(place)
  if (viewer.isAnonymous) throw new Forbidden('', { reason: 'credentials.missing' })
  requireFresh(input.precondition, versions(found.changesetId, found.updatedOn))
  const artifact = withLiveLinks(place.tracker, found)

  const now = clock.now()
  const submission = await read(dependencies, viewer, place, artifact, input, now)
  const { faults, values, transition } = judgeChange({
    tracker: place.tracker,
    viewer,
    before: artifact.document,
    values: changedValues(place.tracker, artifact.document, submission.values),
    refusedFieldIds: submission.refusedFieldIds,
    comment: input.comment.body,
    now,
    timezone: dependencies.settings.get('timezone'),
  })
  const { body, format, groups } = input.comment
  const audience = await findCommentGroups(dependencies.queries.projects, place, groups ?? null)
  const otherFaults = [...submission.faults, ...missingRequired(place, artifact, submission), ...faults]
  if (otherFaults.length > 0) requireNoFaults([...otherFaults, ...audience.faults], 'update')
  if (audience.faults.length > 0) throw new Invalid(audience.faults)

  const others = await dependencies.planReverseLinks(viewer, place, submission.reverseLinks, artifact.reverse, now)
  const companions = { newOpenValues: submission.newOpenValues, others }
  if (values.size === 0 && input.comment.body === '') return { ...companions, rows: undefined }
  const comment = { body, format, groupIds: audience.groupIds }
  const rows = updateRows(viewer, place.tracker, artifact, values, comment, now, await dependencies.keywords(), {
    transition,
  })
  return { ...companions, rows }
}

const commitPlan = async (
  { db, states }: UpdateDependencies,
  state: ReadState,
  rows: UpdateRows,
  companions: Companions,
): Promise<Updated> => {
  const { id } = state.artifact
  const { row, pendingIds } = await commitUpdate(db, rows, companions)
  const isConnectedAsBefore = !rows.links && rows.references.length === 0 && companions.others(id).length === 0
  if (isConnectedAsBefore) states.keep(stateAfter(state, rows, row))
  else states.forget(id)
  return { version: { artifactId: id, changesetId: row.changeset_id, modifiedAt: rows.author.at }, pendingIds }
}

const read = async (
  { queries, settings }: WriteDependencies,
  viewer: Viewer,
  { project, tracker, standing }: Place,
  artifact: ArtifactWithLinks,
  input: UpdateArtifactInput,
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
      canWrite: field => canUpdate(standing, field),
    },
    input.values,
  )

/**
 * A required field that is sent must not be emptied. One that is not sent must have a stored value already, if the requester may give it
 * one: "already" means ever, so an artifact that was imported with an empty one can be commented on (artifacts.md §6).
 */
const missingRequired = ({ tracker, standing }: Place, artifact: ArtifactWithLinks, submission: Submission): Fault[] =>
  tracker.fields
    .filter(field => field.isUsed && field.isRequired && canUpdate(standing, field))
    .filter(field => isMissing(field, artifact, submission))
    .map(field => faultAt(field, 'field.required', `The field \`${field.name}\` (${field.label}) is required.`))

const isMissing = (field: Field, artifact: ArtifactWithLinks, { values, reverseLinks }: Submission): boolean => {
  if (!isFilledByPeople(field)) return false
  const isGiven = values.has(field.id)
  if (!isGiven && artifact.document[field.id] !== undefined) return false
  if (!fieldType(field.type).isEmpty(isGiven ? values.get(field.id) : undefined)) return false
  // §3.9: links towards this artifact count, those that stay and those that are asked for.
  if (field.type !== 'art_link') return true
  const isKept = artifact.reverse.length > 0 && !reverseLinks?.isComplete
  return !isKept && (reverseLinks?.wanted.length ?? 0) === 0
}

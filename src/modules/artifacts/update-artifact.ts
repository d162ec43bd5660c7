import { requireFresh, type Precondition } from '../../platform/http/conditional.ts'
import { fieldType, type Field } from '../fields/index.ts'
import { Forbidden } from '../../platform/errors.ts'
import type { Viewer } from '../users/index.ts'
import type { Place } from './access.ts'
import type { ArtifactVersion, ArtifactWithLinks, NewComment } from './artifact.ts'
import { withLiveLinks } from './live-links.ts'
import { canUpdate } from './artifacts.permissions.ts'
import { commitOthers, commitUpdate, planAgainWhenOvertaken } from './commit.ts'
import { followTriggers, type WriteDependencies } from './create-artifact.ts'
import { judgeChange } from './judge-change.ts'
import { changedValues } from './plan.ts'
import { updateRows } from './update-rows.ts'
import {
  isFilledByPeople,
  readSubmission,
  requireNoFaults,
  type Submission,
  type SubmittedEntry,
} from './submission.ts'
import type { Versions } from './version.ts'

export interface UpdateArtifactInput {
  readonly id: number
  readonly values: readonly SubmittedEntry[]
  readonly comment: NewComment
  readonly precondition: Precondition
}

interface UpdateDependencies extends WriteDependencies {
  readonly versions: Versions
}

/**
 * PUT /artifacts/{id} (artifacts.md §6): reads the artifact, then commits what changed, two round trips. Nothing changed here and no
 * comment: the version stays, even where links from other artifacts are written.
 */
export const updateArtifact =
  (dependencies: UpdateDependencies) =>
  async (viewer: Viewer, input: UpdateArtifactInput): Promise<ArtifactVersion> => {
    const { version, pendingIds } = await planAgainWhenOvertaken(() => planAndCommit(dependencies, viewer, input))
    return followTriggers(dependencies, version, pendingIds)
  }

const planAndCommit = async (
  dependencies: UpdateDependencies,
  viewer: Viewer,
  input: UpdateArtifactInput,
): Promise<{ version: ArtifactVersion; pendingIds: readonly string[] }> => {
  const { db, access, clock, versions } = dependencies
  const { artifact: found, place } = await access.getViewable(viewer, input.id)
  access.requireWritable(place)
  if (viewer.isAnonymous) throw new Forbidden()
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
  requireNoFaults([...submission.faults, ...missingRequired(place, artifact, submission), ...faults], 'update')

  const others = await dependencies.planReverseLinks(viewer, place, submission.reverseLinks, artifact.reverse, now)
  if (values.size === 0 && input.comment.body === '') {
    // A link from another artifact is a change of that one only (fields.md §3.9).
    const version = { artifactId: artifact.id, changesetId: artifact.changesetId, modifiedAt: artifact.updatedOn }
    return { version, pendingIds: await commitOthers(db, others(artifact.id)) }
  }

  const rows = updateRows(viewer, place.tracker, artifact, values, input.comment, now, await dependencies.keywords(), {
    transition,
  })
  const { row, pendingIds } = await commitUpdate(db, rows, { newOpenValues: submission.newOpenValues, others })
  return { version: { artifactId: artifact.id, changesetId: row, modifiedAt: now }, pendingIds }
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
      timezone: settings.get('timezone'),
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
const missingRequired = ({ tracker, standing }: Place, artifact: ArtifactWithLinks, submission: Submission): string[] =>
  tracker.fields
    .filter(field => field.isUsed && field.isRequired && canUpdate(standing, field))
    .filter(field => isMissing(field, artifact, submission))
    .map(field => `The field \`${field.name}\` (${field.label}) is required.`)

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

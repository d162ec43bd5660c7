import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { Conflict, Forbidden, Invalid, NotFound, unlessRefused, type Fault } from '../../../platform/errors.ts'
import type { EventCause } from '../../../platform/events/event-log.ts'
import type { IdempotentCall } from '../../../platform/idempotency/idempotency-key.ts'
import { once } from '../../../platform/idempotency/idempotency.ts'
import { storeVersion, type IdempotencyRecord } from '../../../platform/idempotency/idempotency.store.ts'
import { fieldType, type Field, type ValueEntry } from '../../fields/index.ts'
import type { Project } from '../../projects/index.ts'
import type { SettingsModule } from '../../settings/index.ts'
import { canSubmitArtifact, type Tracker } from '../../trackers/index.ts'
import type { Viewer } from '../../users/index.ts'
import type { ArtifactAccess, ArtifactContext } from '../access/artifact-access.ts'
import { requireAll, withGroups, type Check } from '../access/checks.ts'
import { causeOf } from '../model/artifacts.events.ts'
import type { Artifact, ArtifactVersion, Original } from '../model/artifact.ts'
import { mayKnow, canRead, canSubmit } from '../model/artifacts.permissions.ts'
import { findArtifacts } from '../store/artifacts.store.ts'
import type { ExternalId } from '../store/external-ids.store.ts'
import type { CreationRows } from '../commit/write-artifact.store.ts'
import { commitCreation, retryOnWriteConflict } from '../commit/commit.ts'
import { sideEffectsOf, type ModuleActions } from '../workflow/side-effects.ts'
import { faultAt } from '../model/fault-at.ts'
import { checkWorkflow, notChecked, type WorkflowResult } from '../workflow/check-workflow.ts'
import type { IsKeyword } from '../model/keywords.ts'
import { NO_COMMENT, planDocument, pseudoFieldRows } from './plan.ts'
import type { PlannedWrite } from './planned-write.ts'
import type { ReverseLinkPlanner } from './reverse-links.ts'
import type { Derivations } from './derived-values.ts'
import type { TriggerRunner } from './run-triggers.ts'
import {
  isFilledByPeople,
  readSubmission,
  readSubmissionByField,
  requireNoFaults,
  type Submission,
  type SubmissionInput,
  type SubmissionQueries,
  type SubmittedEntry,
} from './submission.ts'

export interface CreateArtifactInput {
  readonly trackerId: number
  /** The larger operation that the creation is a part of, for the event log. */
  readonly cause?: EventCause | undefined
  readonly original?: Original | undefined
  /** Id that the artifact has in another system: only administrators of the tracker give it. */
  readonly externalId?: ExternalId | undefined
  /** Exactly one of these three is given. */
  readonly values?: readonly SubmittedEntry[]
  readonly valuesByField?: Readonly<Record<string, ValueEntry | null>>
  readonly fromArtifactId?: number
}

export interface CreatedArtifact extends ArtifactVersion {
  readonly context: ArtifactContext
}

export interface WriteDependencies {
  readonly db: Db
  readonly clock: Clock
  readonly settings: SettingsModule
  readonly access: ArtifactAccess
  readonly queries: SubmissionQueries
  readonly planReverseLinks: ReverseLinkPlanner
  readonly triggers: TriggerRunner
  readonly actions: ModuleActions
  readonly derivations: Derivations
  /** Keywords of references to artifacts, from the cache. */
  readonly keywords: () => Promise<IsKeyword>
}

/** POST /artifacts (artifacts.md §5): one round trip for the usual kinds of values. */
export const createArtifact =
  (dependencies: WriteDependencies) =>
  async (viewer: Viewer, input: CreateArtifactInput, call?: IdempotentCall): Promise<CreatedArtifact> =>
    once(
      dependencies.db,
      call,
      async () => {
        const { created, modifiedAt, context } = await retryOnWriteConflict(async () => {
          const { context, rows, additionalWrites } = await planCreation(dependencies, viewer, input)
          const created = await commitCreation(dependencies.db, context.tracker.id, { ...rows, call }, additionalWrites)
          return { created, modifiedAt: rows.author.at, context }
        })
        const { artifact_id: artifactId, changeset_id: changesetId } = created.row
        const version = { artifactId, changesetId, modifiedAt }
        return { ...(await followTriggers(dependencies, version, created.pendingIds, call)), context }
      },
      async record => ({
        ...replayedVersion(record),
        context: await requireSubmittable(dependencies, viewer, input.trackerId),
      }),
    )

/** The version that the repeated call wrote. */
export const replayedVersion = ({ artifactId, changesetId, modifiedAt }: IdempotencyRecord): ArtifactVersion => {
  if (artifactId === null || changesetId === null || !modifiedAt) throw new Error('a record without its artifact')
  return { artifactId, changesetId, modifiedAt, isReplayed: true }
}

/** Plans without writing; throws if the creation is refused. */
export const planCreation = async (
  dependencies: WriteDependencies,
  viewer: Viewer,
  input: CreateArtifactInput,
): Promise<PlannedWrite<CreationRows>> => {
  requireOneSource(input)
  const context = await requireSubmittable(dependencies, viewer, input.trackerId)
  if (input.externalId && !context.rights.isAdmin)
    throw new Forbidden('Only administrators of the tracker give artifacts an `external_id`', {
      reason: 'permission.admin',
    })
  const now = input.original?.at ?? dependencies.clock.now()
  const { submission, values } = await readCreation(dependencies, viewer, context, input, now)
  const judged = judgeCreation({
    viewer,
    context,
    submission,
    values,
    now,
    timezone: dependencies.settings.get('timezone'),
    isCopy: input.fromArtifactId !== undefined,
    isHistory: input.original !== undefined,
  })
  if (judged.faults.length > 0) {
    const { projects } = dependencies.queries
    requireNoFaults(await withGroups(projects, viewer, context.tracker, judged.faults, 'create'), 'create')
  }

  if (input.externalId) await requireFreeExternalId(dependencies, viewer, context, input.externalId)
  const isKeyword = await dependencies.keywords()
  const otherArtifacts = await dependencies.planReverseLinks(viewer, context, submission.reverseLinks, [], now)
  const cause = causeOf(viewer, input.cause)
  return {
    context,
    before: undefined,
    submission,
    initial: values,
    values: judged.values,
    transition: judged.transition,
    comment: NO_COMMENT,
    rows: {
      ...creationRows(
        viewer,
        context,
        judged,
        input.original ?? { userId: viewer.userId, email: null, at: now },
        isKeyword,
        dependencies.actions,
      ),
      // Nothing follows now from a creation of then.
      ...(input.original && { sideEffects: undefined }),
      externalId: input.externalId,
      eventPayload: cause.cause ? JSON.stringify(cause) : null,
    },
    additionalWrites: { newOpenValues: submission.newOpenValues, otherArtifacts },
  }
}

/** Runs the triggers of the change before the response: they may change the artifact itself, too. */
export const followTriggers = async (
  { db, triggers }: Pick<WriteDependencies, 'db' | 'triggers'>,
  version: ArtifactVersion,
  pendingIds: readonly string[],
  call: IdempotentCall | undefined,
): Promise<ArtifactVersion> => {
  if (pendingIds.length === 0) return version
  await triggers.follow(pendingIds)
  const artifact = (await findArtifacts(db, [version.artifactId])).get(version.artifactId)
  if (!artifact || artifact.changesetId === version.changesetId) return version
  const last = { ...version, changesetId: artifact.changesetId, modifiedAt: artifact.updatedOn }
  // A repeated call must get the version that this answer tells.
  if (call) await storeVersion(db, call, last)
  return last
}

const requireOneSource = ({ values, valuesByField, fromArtifactId }: CreateArtifactInput): void => {
  const sources = [
    values !== undefined && values.length > 0,
    valuesByField !== undefined && Object.keys(valuesByField).length > 0,
    fromArtifactId !== undefined,
  ].filter(Boolean).length
  if (sources > 1)
    throw new Invalid('Give only one of `values`, `values_by_field` and `from_artifact`', { reason: 'parameter.range' })
}

const requireFreeExternalId = async (
  { queries, access }: WriteDependencies,
  viewer: Viewer,
  { project }: ArtifactContext,
  externalId: ExternalId,
): Promise<void> => {
  const id = await queries.findExternalId(project.id, externalId)
  if (id === undefined) return
  const seen = await unlessRefused(() => access.getViewable(viewer, id))
  throw new Conflict('Another artifact of the project has this `external_id`', {
    reason: 'external_id.taken',
    artifact: seen && { id, uri: `artifacts/${id}` },
  })
}

const requireSubmittable = async (
  { access, queries }: WriteDependencies,
  viewer: Viewer,
  trackerId: number,
): Promise<ArtifactContext> => {
  const { trackers, projects } = queries
  const tracker = await trackers.get(trackerId)
  const project = tracker && (await projects.get(tracker.projectId))
  if (!tracker || !project || tracker.isDeleted) throw new NotFound('Tracker does not exist')
  requireAll(submitChecks({ queries }, viewer, project, tracker))
  return { project, tracker, rights: access.rightsIn(viewer, tracker) }
}

/** Checks of a new artifact beside the right to write its fields. */
export const submitChecks = (
  { queries: { trackers, projects } }: Pick<WriteDependencies, 'queries'>,
  viewer: Viewer,
  project: Project,
  tracker: Tracker,
): readonly [ofProject: Check, ofTracker: Check, ...others: Check[]] => [
  {
    name: 'project',
    require: () => {
      if (project.status === 'suspended' && !viewer.isSiteAdministrator)
        throw new Forbidden('The project is suspended', { reason: 'project.suspended' })
    },
  },
  {
    name: 'tracker',
    require: () => {
      if (!trackers.canViewTracker(viewer, project, tracker)) throw new Forbidden('', { reason: 'permission.tracker' })
    },
  },
  {
    name: 'permission.submit',
    require: () => {
      if (!canSubmitArtifact(viewer, tracker))
        throw new Forbidden('You may not submit artifacts in this tracker', { reason: 'permission.submit' })
    },
  },
  { name: 'writable', require: () => projects.requireWritable(project) },
]

export interface SubmissionResult extends WorkflowResult {
  /** Those of the values, too. */
  readonly faults: readonly Fault[]
}

/** Checks a new artifact by the rules of the tracker. */
export const judgeCreation = ({
  viewer,
  context,
  submission,
  values,
  now,
  timezone,
  isCopy = false,
  isHistory = false,
}: {
  readonly viewer: Viewer
  readonly context: ArtifactContext
  readonly submission: Submission
  /** Defaults included. */
  readonly values: ReadonlyMap<number, unknown>
  readonly now: Date
  readonly timezone: string
  /** artifacts.md §5: the copy of a title is made whatever the workflow says. */
  readonly isCopy?: boolean
  /** The creation happened in another system. */
  readonly isHistory?: boolean
}): SubmissionResult => {
  if (isHistory) return { ...notChecked(values), faults: submission.faults }
  const result = isCopy
    ? notChecked(values)
    : checkWorkflow({
        tracker: context.tracker,
        viewer,
        before: undefined,
        values,
        refusedFieldIds: submission.refusedFieldIds,
        comment: '',
        now,
        timezone,
      })
  return {
    ...result,
    faults: [...submission.faults, ...missingRequired(context, values, submission), ...result.faults],
  }
}

/** The sent values after parsing by the field types, with the resulting values. */
export const readCreation = async (
  dependencies: Pick<WriteDependencies, 'access' | 'queries' | 'settings'>,
  viewer: Viewer,
  context: ArtifactContext,
  input: Omit<CreateArtifactInput, 'trackerId'>,
  now: Date,
): Promise<{ readonly submission: Submission; readonly values: Map<number, unknown> }> => {
  const defaultTextFormat = await dependencies.queries.trackers.textFormatOf(viewer)
  const submission = await readSubmissionSource(dependencies, viewer, context, input, { now, defaultTextFormat })
  const { timezone } = dependencies.settings.datesIn(viewer.timezone)
  return { submission, values: withDefaults(context.tracker, submission.values, { now, timezone, defaultTextFormat }) }
}

const readSubmissionSource = async (
  { access, queries, settings }: Pick<WriteDependencies, 'access' | 'queries' | 'settings'>,
  viewer: Viewer,
  context: ArtifactContext,
  input: Omit<CreateArtifactInput, 'trackerId'>,
  { now, defaultTextFormat }: Pick<SubmissionInput, 'now' | 'defaultTextFormat'>,
): Promise<Submission> => {
  const submission: SubmissionInput = {
    viewer,
    project: context.project,
    tracker: context.tracker,
    operation: 'create',
    now,
    timezone: settings.datesIn(viewer.timezone).timezone,
    defaultTextFormat,
    artifact: undefined,
    canWrite: field => canSubmit(context.rights, field),
    isKnown: field => mayKnow(context.rights, field),
  }
  if (input.fromArtifactId !== undefined) {
    const { artifact, context: source } = await access.getViewable(viewer, input.fromArtifactId)
    return readSubmission(queries, submission, [titleEntry(source, artifact, context.tracker)])
  }
  if (input.valuesByField && Object.keys(input.valuesByField).length > 0) {
    return readSubmissionByField(queries, submission, input.valuesByField)
  }
  if (input.values && input.values.length > 0) return readSubmission(queries, submission, input.values)
  throw new Invalid('No valid data are provided', { reason: 'parameter.required' })
}

/** `from_artifact` copies only the title, as text: markup in it has no effect (artifacts.md §5). */
const titleEntry = (source: ArtifactContext, artifact: Artifact, target: Tracker): SubmittedEntry => {
  const titleField = source.tracker.fieldById.get(source.tracker.semantics.title?.fieldId ?? 0)
  const title = titleField && canRead(source.rights, titleField) ? artifact.title : null
  if (title === null || title === '')
    throw new Invalid('The artifact to copy has no title', { reason: 'parameter.range' })
  const field = target.fieldById.get(target.semantics.title?.fieldId ?? 0)
  if (!field)
    throw new Invalid('The tracker has no title: an artifact cannot be copied into it', { reason: 'parameter.range' })
  return { field_id: field.id, value: field.type === 'text' ? { content: title, format: 'text' } : title }
}

/** A value that was not sent gets the default of its field, also if the requester may not submit the field (artifacts.md §5). */
const withDefaults = (
  tracker: Tracker,
  submitted: ReadonlyMap<number, unknown>,
  context: Parameters<ReturnType<typeof fieldType>['defaultValue']>[1],
): Map<number, unknown> => {
  const values = new Map(submitted)
  for (const field of tracker.fields) {
    if (!field.isUsed || values.has(field.id)) continue
    const value = fieldType(field.type).defaultValue(field, context)
    if (value !== undefined) values.set(field.id, value)
  }
  return values
}

/** A required field must have a value, if the requester may submit it (artifacts.md §5). */
const missingRequired = (
  { tracker, rights }: ArtifactContext,
  values: ReadonlyMap<number, unknown>,
  submission: Submission,
): Fault[] =>
  tracker.fields
    .filter(field => field.isUsed && field.isRequired && canSubmit(rights, field))
    .filter(field => isMissing(field, values.get(field.id), submission))
    .map(field => faultAt(field, 'field.required', `The field \`${field.name}\` (${field.label}) is required.`))

const isMissing = (field: Field, value: unknown, submission: Submission): boolean => {
  if (!isFilledByPeople(field)) return false
  // §3.9: a link to this artifact counts as a link, too.
  if (field.type === 'art_link' && submission.reverseLinks && submission.reverseLinks.wanted.length > 0) return false
  return fieldType(field.type).isEmpty(value)
}

const creationRows = (
  viewer: Viewer,
  { tracker, project }: ArtifactContext,
  { values, transition }: WorkflowResult,
  author: Original,
  isKeyword: IsKeyword,
  actions: ModuleActions,
): CreationRows => {
  const plan = planDocument(tracker, undefined, values, NO_COMMENT, isKeyword)
  return {
    projectId: project.id,
    trackerId: tracker.id,
    trackerVersion: tracker.version,
    document: JSON.stringify(plan.changed),
    delta: JSON.stringify(plan.delta),
    title: plan.title,
    grantedGroupIds: plan.grantedGroupIds,
    author: { ...author, means: viewer.means },
    index: { ...plan.index, added: [...plan.index.added, ...pseudoFieldRows(tracker.id, author, author)] },
    links: plan.links,
    references: plan.references,
    files: plan.files,
    sideEffects: sideEffectsOf({ tracker, before: undefined, values, transition, actions }),
  }
}

import type { EventCause } from '../../../platform/events/event-log.ts'
import { noteCause } from '../commit/note-cause.store.ts'
import { invalidate, inTransaction, type Tx } from '../../../platform/db/db.ts'
import { Forbidden, Invalid, NotFound } from '../../../platform/errors.ts'
import { appendEvents } from '../../../platform/events/event-log.store.ts'
import { isStaticGroup, type Project, type ProjectsModule, type UserGroupId } from '../../projects/index.ts'
import { fieldType, type Field, type StoredLink } from '../../fields/index.ts'
import { isTrackerAdmin, type Tracker, type TrackersModule } from '../../trackers/index.ts'
import type { Viewer } from '../../users/index.ts'
import { requireCondition, requireFresh, type Precondition } from '../../../platform/http/headers/conditional.ts'
import type { VersionFactory } from '../model/etag.ts'
import type { ArtifactAccess, ArtifactContext } from '../access/artifact-access.ts'
import { requireAll, type Check } from '../access/checks.ts'
import type { ArtifactDocument, ArtifactWithLinks, Delta } from '../model/artifact.ts'
import { accessFacts, movePayload } from '../model/artifacts.events.ts'
import { insertOpenValues } from '../commit/write-artifact.store.ts'
import { WriteConflict, retryOnWriteConflict } from '../commit/commit.ts'
import type { WriteDependencies } from '../write/create-artifact.ts'
import { globalRuleFaults } from '../workflow/global-rules.ts'
import { lockMove, listDeltas, writeMove } from './move-artifact.store.ts'
import {
  moveDelta,
  moveDocument,
  pairFields,
  type MoveContext,
  type MoveReport,
  type FieldPairs,
} from './move-fields.ts'
import { NO_COMMENT, planDocument, pseudoFieldRows } from '../write/plan.ts'
import type { NewOpenValue } from '../model/new-open-value.ts'
import { isFilledByPeople } from '../write/submission.ts'

export interface MoveInput {
  readonly artifactId: number
  readonly trackerId: number
  readonly isDryRun: boolean
  readonly precondition: Precondition
  /** The larger operation that the write is a part of, for the event log. */
  readonly cause?: EventCause | undefined
}

export type MoveDependencies = Pick<WriteDependencies, 'db' | 'clock' | 'settings' | 'access' | 'queries'> & {
  readonly trackers: TrackersModule
  readonly projects: ProjectsModule
  readonly versions: VersionFactory
}

/**
 * PATCH /artifacts/{id} (artifacts.md §11): moves an artifact into another tracker, with its id, history, files and links. A value moves to
 * the field of the same short name if the kinds fit. One transaction; a dry run stops before it. Returns the outcome for each field.
 */
export const moveArtifact =
  (deps: MoveDependencies) =>
  async (viewer: Viewer, input: MoveInput): Promise<MoveOutcome> => {
    const found = await prepareMove(deps, viewer, input)
    const { artifact, context, target } = found
    const planned = await planMove(deps, found, [artifact.document])
    const outcome = requireMovable(deps, target, planned)
    if (!input.isDryRun) await retryOnWriteConflict(() => moveLocked(deps, viewer, input, context.tracker.id))
    return outcome
  }

/** The outcome for each field; throws if no field would move. */
export const requireMovable = (
  { settings }: Pick<MoveDependencies, 'settings'>,
  target: MoveTarget,
  { report, document }: PlannedMove,
): MoveOutcome => {
  if (report.migrated.length + report.partiallyMigrated.length === 0)
    throw new Invalid(
      'Nothing of this artifact fits into the other tracker: they have no field of the same name and kind',
      { reason: 'parameter.range' },
    )
  return { ...report, warnings: missingRequiredInTarget(target.tracker, document, settings.get('timezone')) }
}

/** The rules of the target tracker do not prevent a move; the outcome warns of them. */
export interface MoveOutcome extends MoveReport {
  /** Reasons why the next change would be refused if it does not fill these fields. */
  readonly warnings: readonly string[]
}

const missingRequiredInTarget = (tracker: Tracker, document: ArtifactDocument, timezone: string): string[] => {
  const values = new Map(Object.entries(document).map(([fieldId, value]) => [Number(fieldId), value]))
  const required = tracker.fields.filter(({ isUsed, isRequired }) => isUsed && isRequired)
  return [
    ...required.flatMap(field => {
      const isMissing = isFilledByPeople(field) && fieldType(field.type).isEmpty(document[field.id])
      return isMissing ? [`The field \`${field.name}\` (${field.label}) is required there, and would be empty.`] : []
    }),
    ...globalRuleFaults({ tracker, before: undefined, values, timezone }).map(fault => fault.text),
  ]
}

/** An allowed move, in the current state. */
export interface PreparedMove {
  readonly artifact: ArtifactWithLinks
  readonly context: ArtifactContext
  readonly target: MoveTarget
  readonly pairs: FieldPairs
}

export const prepareMove = async (deps: MoveDependencies, viewer: Viewer, input: MoveInput): Promise<PreparedMove> => {
  const { artifact, context } = await deps.access.getViewable(viewer, input.artifactId)
  const target = await requireTarget(deps, viewer, context, input.trackerId)
  requireCondition(input.precondition, deps.settings.get('require_if_match'))
  requireFresh(input.precondition, deps.versions(artifact.changesetId, artifact.updatedOn))
  return {
    artifact,
    context,
    target,
    pairs: pairFields(context.tracker, target.tracker, artifact.grantedGroupIds !== null),
  }
}

export interface MoveTarget {
  readonly tracker: Tracker
  readonly project: Project
}

/** Applies the rows of the table of artifacts.md §11, in its order. */
const requireTarget = async (
  { access, trackers, projects }: MoveDependencies,
  viewer: Viewer,
  context: ArtifactContext,
  trackerId: number,
): Promise<MoveTarget> => {
  const tracker = Number.isSafeInteger(trackerId) ? await trackers.get(trackerId) : undefined
  const project = tracker && !tracker.isDeleted ? await projects.get(tracker.projectId) : undefined
  if (!tracker || !project) throw new NotFound('The tracker to move to does not exist')
  if (viewer.isAnonymous) throw new Forbidden('', { reason: 'credentials.missing' })
  if (tracker.id === context.tracker.id)
    throw new Invalid('The artifact is in this tracker already', { reason: 'conflict' })
  requireAll(moveChecks(access, context))
  if (!projects.canAccess(viewer, project) || !isTrackerAdmin(viewer, tracker)) throw administersOne()
  projects.requireWritable(project)
  return { tracker, project }
}

const administersOne = (): Invalid =>
  new Invalid('Only who administers both trackers can move artifacts from one to the other', {
    reason: 'permission.admin',
  })

/** Checks of a move in the artifact's current tracker. */
export const moveChecks = (access: ArtifactAccess, context: ArtifactContext): readonly Check[] => [
  {
    name: 'move',
    require: () => {
      if (!context.tracker.enableMoveArtifacts)
        throw new Invalid('Artifacts of this tracker cannot be moved: it is switched off there', { reason: 'conflict' })
    },
  },
  {
    name: 'permission.admin',
    require: () => {
      if (!context.rights.isAdmin) throw administersOne()
    },
  },
  { name: 'writable', require: () => access.requireWritable(context) },
]

export interface PlannedMove {
  readonly document: ArtifactDocument
  readonly report: MoveReport
  readonly context: MoveContext
  readonly newOpenValues: readonly NewOpenValue[]
}

/** `documents` are all documents to convert; the accounts, groups and links that they name are looked up in advance. */
export const planMove = async (
  deps: MoveDependencies,
  { artifact, context: artifactContext, target, pairs }: PreparedMove,
  documents: readonly ArtifactDocument[],
): Promise<PlannedMove> => {
  const { context, newOpenValues } = await loadContext(deps, artifactContext, target, pairs, documents)
  return { ...moveDocument(artifactContext.tracker, pairs, artifact.document, context), context, newOpenValues }
}

const moveLocked = async (
  deps: MoveDependencies,
  viewer: Viewer,
  input: MoveInput,
  fromTrackerId: number,
): Promise<void> => {
  const { db, clock, access } = deps
  const { artifactId } = input
  if ((await access.getViewable(viewer, artifactId)).artifact.trackerId !== fromTrackerId)
    throw new Invalid('Somebody else has moved the artifact meanwhile', { reason: 'write.overtaken' })
  const prepared = await prepareMove(deps, viewer, input)
  await inTransaction(db, async tx => {
    await commitMove(deps, tx, viewer, prepared, clock.now())
    if (input.cause) await noteCause(tx, input.cause)
  })
}

/** Writes a prepared move; throws WriteConflict if artifact or trackers changed since. Returns the new changeset. */
export const commitMove = async (
  deps: MoveDependencies,
  tx: Tx,
  viewer: Viewer,
  prepared: PreparedMove,
  now: Date,
): Promise<number> => {
  const { artifact, context: artifactContext, target, pairs } = prepared
  const artifactId = artifact.id
  const fromTrackerId = artifactContext.tracker.id
  const locked = await lockMove(tx, { artifactId, fromTrackerId, toTrackerId: target.tracker.id })
  if (locked === undefined) throw new NotFound('Artifact does not exist')
  const isAsPlanned =
    locked.changesetId === artifact.changesetId &&
    locked.fromVersion === artifactContext.tracker.version &&
    locked.toVersion === target.tracker.version
  if (!isAsPlanned) throw new WriteConflict()
  const deltas = await listDeltas(tx, artifactId)
  const documents = [artifact.document, ...deltas.flatMap(({ delta }) => documentsOf(delta))]
  const { document, context, newOpenValues } = await planMove(deps, prepared, documents)
  await writeOpenValues(tx, target.tracker, newOpenValues)
  // Accounts and groups that are no longer a choice were a choice at the time.
  const past: MoveContext = { ...context, isBoundUser: () => true }
  const values = new Map(Object.entries(document).map(([fieldId, value]) => [Number(fieldId), value]))
  const derived = planDocument(target.tracker, undefined, values, NO_COMMENT, () => false)
  const stamps = pseudoFieldRows(
    target.tracker.id,
    { userId: artifact.submittedBy, at: artifact.submittedOn },
    { userId: viewer.userId, at: now },
  )
  const changesetId = await writeMove(tx, {
    artifactId,
    fromTrackerId,
    toTrackerId: target.tracker.id,
    toProjectId: target.project.id,
    document: JSON.stringify(document),
    title: derived.title,
    grantedGroupIds: derived.grantedGroupIds,
    deltas: deltas.map(({ id, delta }) => ({ id, delta: JSON.stringify(moveDelta(pairs, delta, past)) })),
    index: { ...derived.index, added: [...derived.index.added, ...stamps] },
    comment: `Artifact was moved from '${artifactContext.tracker.name}' tracker in '${artifactContext.project.label}' project.`,
    userId: viewer.userId,
    at: now,
    links: derived.links && {
      fieldId: derived.links.fieldId,
      targetIds: (document[derived.links.fieldId] as readonly StoredLink[]).map(link => link.id),
    },
    fileFields: [...pairs.values()]
      .filter(({ source }) => source.type === 'file')
      .map(pair => [pair.source.id, pair.target.id] as const),
  })
  await appendEvents(tx, [
    {
      kind: 'artifact.moved',
      actorId: viewer.userId,
      means: viewer.means,
      projectId: target.project.id,
      trackerId: target.tracker.id,
      artifactId,
      changesetId,
      payload: movePayload(accessFacts(artifactContext.tracker, artifact)),
    },
  ])
  return changesetId
}

const documentsOf = (delta: Delta): ArtifactDocument[] => {
  const entries = Object.entries(delta)
  const side = (name: 'a' | 'b') => Object.fromEntries(entries.map(([fieldId, change]) => [fieldId, change[name]]))
  return [side('a'), side('b')]
}

const writeOpenValues = async (tx: Tx, tracker: Tracker, values: readonly NewOpenValue[]): Promise<void> => {
  if (values.length === 0) return
  await insertOpenValues(tx, values)
  await invalidate(tx, 'tracker', tracker.id)
}

const itemsOf = (documents: readonly ArtifactDocument[], field: Field): unknown[] =>
  documents.flatMap(document => {
    const stored = document[field.id]
    return Array.isArray(stored) ? (stored as unknown[]) : []
  })

const loadContext = async (
  { queries, trackers, projects }: MoveDependencies,
  artifactContext: ArtifactContext,
  target: MoveTarget,
  pairs: FieldPairs,
  documents: readonly ArtifactDocument[],
): Promise<{ context: MoveContext; newOpenValues: NewOpenValue[] }> => {
  const bound = new Set<string>()
  const openIds = new Map<string, number>()
  const newOpenValues: NewOpenValue[] = []
  for (const pair of pairs.values()) {
    const items = itemsOf(documents, pair.source)
    if (pair.target.bind?.type === 'users')
      for (const userId of new Set(items.filter(item => typeof item === 'number')))
        if (await trackers.isBoundUser(pair.target, userId)) bound.add(`${pair.target.id}:${userId}`)
    const labels = openLabels(pair.source, items)
    if (labels.length === 0) continue
    const found = await queries.findOpenValues(pair.target.id, labels)
    const missing = labels.filter(label => !found.has(label))
    const ids = missing.length > 0 ? await queries.allocateOpenValueIds(missing.length) : []
    missing.forEach((label, index) => {
      found.set(label, ids[index] as number)
      newOpenValues.push({ id: ids[index] as number, fieldId: pair.target.id, label })
    })
    for (const [label, id] of found) openIds.set(`${pair.target.id}:${label}`, id)
  }
  const groups = await groupsOfTarget(projects, artifactContext.project, target.project)
  const linkTypes = await projects.linkTypes()
  return {
    newOpenValues,
    context: {
      isBoundUser: (field, userId) => bound.has(`${field.id}:${userId}`),
      targetGroup: groupId => (isStaticGroup(groupId) ? groups.get(groupId) : groupId),
      openValueId: (field, label) => {
        const id = openIds.get(`${field.id}:${label}`)
        if (id === undefined) throw new Error(`open value ${label} of field ${field.id} was not looked up`)
        return id
      },
      isLinkTypeUsable: type => type === '' || (linkTypes.has(type) && !target.project.disabledLinkTypes.has(type)),
    },
  }
}

const openLabels = (source: Field, items: readonly unknown[]): string[] => {
  const { bind } = source
  if (source.type !== 'tbl' || bind?.type !== 'static') return []
  const labels = items.flatMap(item => {
    const open = typeof item === 'object' && item !== null ? (item as { open?: number }).open : undefined
    return open === undefined ? [] : (bind.openById.get(open)?.label ?? [])
  })
  return [...new Set(labels)]
}

/** Static groups of one project → groups of the same name in the other. */
const groupsOfTarget = async (
  projects: ProjectsModule,
  from: Project,
  to: Project,
): Promise<ReadonlyMap<UserGroupId, UserGroupId>> => {
  const theirs = new Map((await projects.userGroups(to.id)).map(group => [group.name.toLowerCase(), group.id]))
  const own = await projects.userGroups(from.id)
  return new Map(
    own.flatMap(group => {
      const same = theirs.get(group.name.toLowerCase())
      return same === undefined ? [] : [[group.id, same] as const]
    }),
  )
}

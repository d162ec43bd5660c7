import type { EventCause } from '../../../platform/events/event-log.ts'
import {
  canReadFieldById,
  canSeeComment,
  COMMENT_EDITED,
  editedChangeset,
  mayKnow,
  movedFrom,
  type ArtifactContext,
  type EffectiveRights,
  type Sights,
} from '../../artifacts/index.ts'
import { ADMINS_GROUP, MEMBERS_GROUP, type ProjectsModule } from '../../projects/index.ts'
import { isTrackerAdmin, type Tracker, type TrackersModule } from '../../trackers/index.ts'
import type { Viewer } from '../../users/index.ts'
import type { Change, ChangedAccess, ToldCause, WholeChange } from '../model/change.ts'
import { isLinkChangeSeen } from './link-changes.ts'
import {
  COMMITTED,
  MEMBERS_CHANGED,
  REORDERED,
  UPGRADED,
  type CommitPayload,
  type PreparedEvent,
} from './prepared-event.ts'

export interface VisibilityDependencies {
  readonly sights: Pick<Sights, 'contextFor'>
  readonly rightsIn: (viewer: Viewer, tracker: Tracker) => EffectiveRights
  readonly trackers: Pick<TrackersModule, 'canViewTracker'>
  readonly projects: Pick<ProjectsModule, 'canAccess'>
}

/**
 * The change that an event is for a caller, by the rights of now; undefined: nothing (integrators.md §1.3). Asks memory only, so that one reader can
 * ask for thousands of callers.
 */
export type ChangeOf = (viewer: Viewer, prepared: PreparedEvent) => Change | undefined

export const createChangeOf =
  (deps: VisibilityDependencies): ChangeOf =>
  (viewer, prepared) => {
    const { kind } = prepared.event
    if (kind.startsWith('artifact.') || kind === COMMENT_EDITED) return changeOfArtifact(deps, viewer, prepared)
    if (kind === REORDERED) return changeOfOrder(deps, viewer, prepared)
    if (kind.startsWith('tracker.') || kind.startsWith('workflow.')) return changeOfTracker(deps, viewer, prepared)
    if (kind === COMMITTED) return changeOfCommit(viewer, prepared)
    if (kind.startsWith('project.')) return changeOfProject(deps, viewer, prepared)
    return changeOfAccounts(deps, viewer, prepared)
  }

// --- artifacts ---

const VERSIONS: ReadonlySet<string> = new Set([
  'artifact.created',
  'artifact.updated',
  'artifact.moved',
  'artifact.restored',
])

const changeOfArtifact = (
  deps: VisibilityDependencies,
  viewer: Viewer,
  prepared: PreparedEvent,
): Change | undefined => {
  const { event, now, before, hasBefore } = prepared
  const artifactId = event.artifactId ?? 0
  const saw = before !== undefined && deps.sights.contextFor(viewer, before) !== undefined
  if (event.kind === 'artifact.deleted')
    return saw ? { kind: 'artifact.deleted', artifactId, changesetId: event.changesetId } : undefined
  if (!VERSIONS.has(event.kind) && event.kind !== COMMENT_EDITED) return undefined
  const seen = now && deps.sights.contextFor(viewer, now)
  if (!seen) {
    // The deletion before a restore was told to those who saw the artifact.
    if (!saw || event.kind === 'artifact.restored') return undefined
    const isTrackerSeen = deps.trackers.canViewTracker(viewer, before.project, before.tracker)
    return {
      kind: 'access.lost',
      artifactId,
      changesetId: event.changesetId,
      ...(isTrackerSeen ? { trackerId: before.tracker.id } : {}),
    }
  }
  const isGained = hasBefore && !saw && event.kind !== 'artifact.restored'
  const changedFieldIds = seenFields(deps, viewer, seen, prepared)
  if (!isGained && !isTold(seen, prepared, changedFieldIds)) return undefined
  return wholeChange(prepared, {
    kind: isGained ? 'access.gained' : (event.kind as WholeChange['kind']),
    projectId: seen.project.id,
    trackerId: seen.tracker.id,
    changesetId: editedChangeset(event) ?? event.changesetId,
    isVersion: event.kind !== COMMENT_EDITED,
    changedFieldIds,
    cause: causeOfChange(prepared, changedFieldIds),
    ...sourceOfMove(deps, viewer, prepared, isGained),
  })
}

/** The first of the moved artifacts that the caller sees. The change names no other one: a page reads its list again. */
const changeOfOrder = (
  { sights }: VisibilityDependencies,
  viewer: Viewer,
  prepared: PreparedEvent,
): Change | undefined => {
  for (const [artifactId, sight] of prepared.moved) {
    const seen = sights.contextFor(viewer, sight)
    if (seen)
      return wholeChange(prepared, {
        kind: 'artifacts.reordered',
        projectId: seen.project.id,
        trackerId: seen.tracker.id,
        artifactId,
      })
  }
  return undefined
}

/** Fields that the caller may read and whose change they see. */
const seenFields = (
  { sights }: VisibilityDependencies,
  viewer: Viewer,
  context: ArtifactContext,
  { changeset, links }: PreparedEvent,
): number[] =>
  (changeset?.fieldIds ?? []).filter(id => {
    if (!canReadFieldById(context, id)) return false
    const change = links.get(id)
    return !change || isLinkChangeSeen(sights, viewer, change)
  })

/** A caller is told of a changeset if they see the change of a field, or the comment, as in mails. */
const isTold = (
  { rights }: ArtifactContext,
  { event, changeset }: PreparedEvent,
  changedFieldIds: readonly number[],
): boolean => {
  const isCommentSeen = changeset?.hasComment === true && canSeeComment(rights, changeset.commentGroupIds)
  if (event.kind === COMMENT_EDITED) return isCommentSeen
  return event.kind !== 'artifact.updated' || isCommentSeen || changedFieldIds.length > 0
}

const sourceOfMove = (
  deps: VisibilityDependencies,
  viewer: Viewer,
  { event, before }: PreparedEvent,
  isGained: boolean,
): Pick<WholeChange, 'fromTrackerId'> => {
  const from = movedFrom(event)
  const isSeen =
    !isGained && from !== undefined && before && deps.trackers.canViewTracker(viewer, before.project, before.tracker)
  return isSeen ? { fromTrackerId: from } : {}
}

const wholeChange = ({ event }: PreparedEvent, own: Pick<WholeChange, 'kind'> & Partial<WholeChange>): WholeChange => ({
  at: event.at,
  actorId: event.actorId === 0 ? null : event.actorId,
  means: event.means,
  projectId: event.projectId,
  trackerId: event.trackerId,
  artifactId: event.artifactId,
  changesetId: null,
  isVersion: false,
  changedFieldIds: null,
  cause: toldCause((event.payload as { cause?: EventCause }).cause),
  ...own,
})

/** The changeset that an undo put back may be one that the caller sees nothing of: it is told with a field that came back. */
const causeOfChange = ({ event }: PreparedEvent, changedFieldIds: readonly number[]): ToldCause | null => {
  const { undo_of: undone, ...cause } = (event.payload as { cause?: EventCause }).cause ?? {}
  return toldCause(undone !== undefined && changedFieldIds.length > 0 ? { ...cause, undo_of: undone } : cause)
}

/** The changeset whose trigger made a change may be one of an artifact that the caller does not see. */
const toldCause = (cause: EventCause | undefined): ToldCause | null => {
  if (!cause) return null
  const { by_changeset_id: _, ...told } = cause
  return Object.keys(told).length > 0 ? told : null
}

// --- trackers ---

type LoggedPermissions = Readonly<Record<string, readonly number[]>>

interface DefinitionPayload {
  readonly touches?: readonly string[]
  /** Only if the change is about these fields alone. */
  readonly field_ids?: readonly number[]
  readonly permissions_before?: LoggedPermissions
  readonly field_permissions_before?: Readonly<Record<string, LoggedPermissions>>
}

/** Parts of a definition that only administrators of the tracker see. */
const FOR_ADMINISTRATORS: ReadonlySet<string> = new Set(['notifications', 'webhooks', 'triggers'])
/** Events of trackers that do not change what anybody is shown. */
const UNSEEN: ReadonlySet<string> = new Set(['tracker.notification_recipients_changed', 'workflow.trigger_refused'])

const sets = (logged: LoggedPermissions): Record<string, ReadonlySet<number>> =>
  Object.fromEntries(Object.entries(logged).map(([name, groups]) => [name, new Set(groups)]))

const changeOfTracker = (
  { rightsIn, trackers, projects }: VisibilityDependencies,
  viewer: Viewer,
  prepared: PreparedEvent,
): Change | undefined => {
  const { event, tracker, project } = prepared
  if (!tracker || !project || UNSEEN.has(event.kind)) return undefined
  // A deleted tracker keeps its permissions: those who saw it learn that it is gone.
  if (event.kind === 'tracker.deleted')
    return trackers.canViewTracker(viewer, project, { ...tracker, isDeleted: false })
      ? wholeChange(prepared, { kind: 'tracker.deleted' })
      : undefined
  const seen = trackers.canViewTracker(viewer, project, tracker)
  if (event.kind === 'tracker.created') return seen ? wholeChange(prepared, { kind: 'tracker.created' }) : undefined
  const { touches = [], field_ids: fieldIds, ...logged } = event.payload as DefinitionPayload
  const earlier = logged.permissions_before
  const saw =
    earlier !== undefined &&
    !tracker.isDeleted &&
    projects.canAccess(viewer, project) &&
    trackers.canViewTracker(viewer, project, { ...tracker, permissions: sets(earlier) as Tracker['permissions'] })
  if (!seen && !saw) return undefined
  const isOfRights =
    event.kind === 'tracker.user_group_removed' || touches.includes('permissions') || touches.includes('contributor')
  if (fieldIds && !knowsOneOf(rightsIn(viewer, tracker), tracker, fieldIds, logged.field_permissions_before))
    return undefined
  if (isOfRights) return { kind: 'access.changed', scope: 'tracker', projectId: project.id, trackerId: tracker.id }
  const isInternal = touches.length > 0 && touches.every(part => FOR_ADMINISTRATORS.has(part))
  if (!seen || (isInternal && !isTrackerAdmin(viewer, tracker))) return undefined
  return wholeChange(prepared, { kind: 'tracker.changed' })
}

/** Whether the caller may know of one of the fields, now or before. A field that is gone is judged by its permissions before. */
const knowsOneOf = (
  rights: EffectiveRights,
  { fieldById }: Tracker,
  fieldIds: readonly number[],
  before: Readonly<Record<string, LoggedPermissions>> = {},
): boolean =>
  fieldIds.some(id => {
    const field = fieldById.get(id)
    if (field && mayKnow(rights, field)) return true
    const earlier = before[id]
    if (!earlier) return false
    return rights.isSiteAdministrator || Object.values(earlier).some(groups => groups.some(id => rights.groups.has(id)))
  })

// --- projects ---

interface FromTo {
  readonly from?: string
  readonly to?: string
}

/** Changes in the parts of a project that everybody who sees it is shown. */
const SHOWN_OF_PROJECT: ReadonlySet<string> = new Set([
  'project.details_changed',
  'project.template_changed',
  'project.services_changed',
  'project.references_changed',
  'project.banner_changed',
  'project.header_background_changed',
  'project.field_changed',
  'project.link_types_disabled',
])

const changeOfProject = (
  { projects }: VisibilityDependencies,
  viewer: Viewer,
  prepared: PreparedEvent,
): Change | undefined => {
  const { event, project } = prepared
  if (!project) return undefined
  const sees = projects.canAccess(viewer, project)
  const { from, access } = event.payload as FromTo & { readonly access?: FromTo }
  const earlier =
    access?.from !== undefined
      ? { ...project, access: access.from as typeof project.access }
      : STATUS_EVENTS.has(event.kind) && from !== undefined
        ? { ...project, status: from as typeof project.status }
        : undefined
  if (earlier || event.kind === 'project.opened')
    return sees || (earlier && projects.canAccess(viewer, earlier)) ? projectAccess(project.id) : undefined
  return sees && SHOWN_OF_PROJECT.has(event.kind) ? wholeChange(prepared, { kind: 'project.changed' }) : undefined
}

const STATUS_EVENTS: ReadonlySet<string> = new Set(['project.suspended', 'project.reactivated', 'project.deleted'])

const projectAccess = (projectId: number): ChangedAccess => ({
  kind: 'access.changed',
  scope: 'project',
  projectId,
  trackerId: null,
})

// --- repositories ---

const changeOfCommit = (viewer: Viewer, prepared: PreparedEvent): Change | undefined => {
  const { project, commitReaders } = prepared
  const { repository_id: repositoryId, revision } = prepared.event.payload as CommitPayload
  if (!project || repositoryId === undefined || revision === undefined) return undefined
  return commitReaders?.isReader(viewer, project) === true
    ? wholeChange(prepared, { kind: 'svn.committed', commit: { repositoryId, revision } })
    : undefined
}

// --- accounts and the platform ---

const SITE_ACCESS: ChangedAccess = { kind: 'access.changed', scope: 'site', projectId: null, trackerId: null }

/** Events that change the rights of one account on the whole platform. */
const ACCOUNT_EVENTS: ReadonlySet<string> = new Set([
  'user.status_changed',
  'site_administrator.added',
  'site_administrator.removed',
])

const changeOfAccounts = (
  deps: VisibilityDependencies,
  viewer: Viewer,
  prepared: PreparedEvent,
): Change | undefined => {
  const { event } = prepared
  const payload = event.payload as {
    readonly userId?: number
    readonly name?: string
    readonly member_ids?: readonly number[]
  }
  switch (event.kind) {
    case UPGRADED:
      return SITE_ACCESS
    case 'setting.changed':
      return payload.name === 'access_mode' ? SITE_ACCESS : undefined
    case 'site_permission.granted':
    case 'site_permission.revoked':
      return payload.member_ids?.includes(viewer.userId) === true || payload.userId === viewer.userId
        ? SITE_ACCESS
        : undefined
    case MEMBERS_CHANGED:
    case 'user_group.deleted':
      return changeOfGroup(deps, viewer, prepared)
    default:
      return ACCOUNT_EVENTS.has(event.kind) && payload.userId === viewer.userId && !viewer.isAnonymous
        ? SITE_ACCESS
        : undefined
  }
}

interface GroupPayload {
  readonly user_group_id?: number
  readonly added?: readonly number[]
  readonly removed?: readonly number[]
  readonly new_members?: readonly number[]
  readonly flags?: unknown
}

/** Groups of the project that have other members after the event. */
const changedGroups = ({ user_group_id: id, new_members: newMembers, flags }: GroupPayload): ReadonlySet<number> =>
  new Set([
    ...(id === undefined ? [MEMBERS_GROUP, ADMINS_GROUP] : [id]),
    ...(newMembers === undefined ? [] : [MEMBERS_GROUP]),
    ...(flags === undefined ? [] : [ADMINS_GROUP]),
  ])

const changeOfGroup = (
  { projects, rightsIn }: VisibilityDependencies,
  viewer: Viewer,
  { event, project, trackersByPeople }: PreparedEvent,
): Change | undefined => {
  if (!project || viewer.projectIds?.has(project.id) === false) return undefined
  const sees = projects.canAccess(viewer, project)
  if (event.kind === 'user_group.deleted') return sees ? projectAccess(project.id) : undefined
  const payload = event.payload as GroupPayload
  const { added = [], removed = [] } = payload
  if (removed.includes(viewer.userId) || (sees && added.includes(viewer.userId))) return projectAccess(project.id)
  if (!sees) return undefined
  // The caller sees artifacts of the members of some groups, and these members are others now.
  const groups = changedGroups(payload)
  const dependsOnPeople = trackersByPeople.some(tracker => {
    const rights = rightsIn(viewer, tracker)
    if (rights.isAdmin || rights.isFull) return false
    return [...rights.submitterGroups, ...rights.assigneeGroups].some(id => groups.has(id))
  })
  return dependsOnPeople ? projectAccess(project.id) : undefined
}

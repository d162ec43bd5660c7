import { canSubmitField, type Field } from '../../fields/index.ts'
import { groupsOf, isAdmin, type UserGroupId } from '../../projects/index.ts'
import type { Viewer } from '../../users/index.ts'
import type { Tracker, TrackerPermission, WorkflowTransition } from './tracker.ts'

type TrackerWithPermissions = Pick<Tracker, 'projectId' | 'permissions'>

const groupsIn = (viewer: Viewer, tracker: TrackerWithPermissions): ReadonlySet<UserGroupId> =>
  groupsOf(viewer, { id: tracker.projectId })

const isInOneOf = (groups: ReadonlySet<UserGroupId>, allowed: Iterable<UserGroupId>): boolean => {
  for (const group of allowed) if (groups.has(group)) return true
  return false
}

/** trackers.md §1: administrator of the site or of the project, or in a group with the admin permission. */
export const isTrackerAdmin = (viewer: Viewer, tracker: TrackerWithPermissions): boolean =>
  isAdmin(viewer, tracker.projectId) || isInOneOf(groupsIn(viewer, tracker), tracker.permissions.admin)

/** Access to the project is checked apart: here only what the tracker itself grants (any permission will do). */
export const canViewTracker = (viewer: Viewer, tracker: TrackerWithPermissions): boolean => {
  if (isTrackerAdmin(viewer, tracker)) return true
  const groups = groupsIn(viewer, tracker)
  return Object.values(tracker.permissions).some(allowed => isInOneOf(groups, allowed))
}

/** Somebody signed in who may fill at least one used field of a new artifact. */
export const canSubmitArtifact = (viewer: Viewer, tracker: TrackerWithPermissions & Pick<Tracker, 'fields'>): boolean =>
  !viewer.isAnonymous &&
  canViewTracker(viewer, tracker) &&
  tracker.fields.some(field => field.isUsed && canSubmit(viewer, tracker, field))

export const canSubmit = (viewer: Viewer, tracker: TrackerWithPermissions, field: Field): boolean =>
  canSubmitField(groupsIn(viewer, tracker), field, viewer.isSiteAdministrator)

/** Administrators take every transition; others those of one of their groups (trackers.md §2). */
export const canTakeTransition = (
  viewer: Viewer,
  tracker: TrackerWithPermissions,
  transition: Pick<WorkflowTransition, 'authorizedUserGroupIds'>,
): boolean => viewer.isSiteAdministrator || isInOneOf(groupsIn(viewer, tracker), transition.authorizedUserGroupIds)

/** What decides which artifacts of a tracker somebody sees (artifacts.md §1.1): the same for all of them, so made once. */
export interface ArtifactRule {
  readonly userId: number
  readonly groups: ReadonlySet<UserGroupId>
  /** Restrictions of single artifacts do not hold either. */
  readonly isAdmin: boolean
  /** All artifacts without a restriction of their own. */
  readonly isFull: boolean
  /** Only one's own. */
  readonly isOwn: boolean
  /** The viewer's groups that see what their people submitted. */
  readonly submitterGroups: readonly UserGroupId[]
  /** The viewer's groups that see what is assigned to their people. */
  readonly assigneeGroups: readonly UserGroupId[]
}

export const artifactRule = (viewer: Viewer, tracker: TrackerWithPermissions): ArtifactRule => {
  const groups = groupsIn(viewer, tracker)
  const held = (permission: TrackerPermission): UserGroupId[] =>
    [...tracker.permissions[permission]].filter(group => groups.has(group))
  return {
    userId: viewer.userId,
    groups,
    isAdmin: isTrackerAdmin(viewer, tracker),
    isFull: held('full').length > 0,
    isOwn: !viewer.isAnonymous && held('submitter_only').length > 0,
    submitterGroups: held('submitter'),
    assigneeGroups: held('assignee'),
  }
}

/** What is known of an artifact without asking. */
export interface ArtifactOwner {
  readonly submittedBy: number
  /** null = no restriction */
  readonly grantedGroupIds: readonly UserGroupId[] | null
}

/** Groups of the people around an artifact, in its project. */
export interface ArtifactPeople {
  readonly submitterGroups: ReadonlySet<UserGroupId>
  /** One set for each assignee. */
  readonly assigneesGroups: readonly ReadonlySet<UserGroupId>[]
}

/**
 * Whether the artifact is seen, project access apart. `undefined`: it depends on the groups of its submitter and assignees; ask
 * again with `people`. With the right on all artifacts, with none, and for administrators nobody needs to know them.
 */
export const canViewArtifact = (
  rule: ArtifactRule,
  artifact: ArtifactOwner,
  people?: ArtifactPeople,
): boolean | undefined => {
  if (rule.isAdmin) return true
  if (artifact.grantedGroupIds && !isInOneOf(rule.groups, artifact.grantedGroupIds)) return false
  if (rule.isFull) return true
  const isOwn = rule.userId !== 0 && artifact.submittedBy === rule.userId
  if (isOwn && (rule.isOwn || rule.submitterGroups.length > 0)) return true
  if (rule.submitterGroups.length === 0 && rule.assigneeGroups.length === 0) return false
  if (!people) return undefined
  return (
    isInOneOf(people.submitterGroups, rule.submitterGroups) ||
    people.assigneesGroups.some(groups => isInOneOf(groups, rule.assigneeGroups))
  )
}

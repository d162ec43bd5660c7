import { canSubmitField, type Field } from '../../fields/index.ts'
import { groupsOf, isAdmin, type UserGroupId } from '../../projects/index.ts'
import type { Viewer } from '../../users/index.ts'
import type { Tracker, TrackerPermission, WorkflowTransition } from './tracker.ts'

type TrackerWithPermissions = Pick<Tracker, 'projectId' | 'permissions'>

export const groupsIn = (viewer: Viewer, tracker: TrackerWithPermissions): ReadonlySet<UserGroupId> =>
  groupsOf(viewer, { id: tracker.projectId })

const isInOneOf = (groups: ReadonlySet<UserGroupId>, allowed: Iterable<UserGroupId>): boolean => {
  for (const group of allowed) if (groups.has(group)) return true
  return false
}

/** trackers.md §1: administrators of the site or the project, and groups with the admin permission. */
export const isTrackerAdmin = (viewer: Viewer, tracker: TrackerWithPermissions): boolean =>
  isAdmin(viewer, tracker.projectId) || isInOneOf(groupsIn(viewer, tracker), tracker.permissions.admin)

/** Checks only the permissions of the tracker; any permission is enough. The caller checks access to the project. */
export const canViewTracker = (viewer: Viewer, tracker: TrackerWithPermissions): boolean => {
  if (isTrackerAdmin(viewer, tracker)) return true
  const groups = groupsIn(viewer, tracker)
  return Object.values(tracker.permissions).some(allowed => isInOneOf(groups, allowed))
}

/** Whether the viewer is signed in and may fill at least one used field of a new artifact. */
export const canSubmitArtifact = (viewer: Viewer, tracker: TrackerWithPermissions & Pick<Tracker, 'fields'>): boolean =>
  !viewer.isAnonymous &&
  canViewTracker(viewer, tracker) &&
  tracker.fields.some(field => field.isUsed && canSubmit(viewer, tracker, field))

export const canSubmit = (viewer: Viewer, tracker: TrackerWithPermissions, field: Field): boolean =>
  canSubmitField(groupsIn(viewer, tracker), field, viewer.isSiteAdministrator)

/** Administrators may take every transition; other users the transitions of their groups (trackers.md §2). */
export const canTakeTransition = (
  viewer: Viewer,
  tracker: TrackerWithPermissions,
  transition: Pick<WorkflowTransition, 'authorizedUserGroupIds'>,
): boolean => viewer.isSiteAdministrator || isInOneOf(groupsIn(viewer, tracker), transition.authorizedUserGroupIds)

/**
 * The viewer's rights that decide which artifacts of a tracker they see (artifacts.md §1.1): the same for all artifacts, so computed once.
 */
export interface ArtifactRule {
  readonly userId: number
  readonly groups: ReadonlySet<UserGroupId>
  /** Sees all artifacts, including restricted ones. */
  readonly isAdmin: boolean
  /** Sees all artifacts that are not restricted. */
  readonly isFull: boolean
  /** Sees only artifacts that they submitted. */
  readonly isOwn: boolean
  /** The viewer's groups that see artifacts submitted by their members. */
  readonly submitterGroups: readonly UserGroupId[]
  /** The viewer's groups that see artifacts assigned to their members. */
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

/** Data of an artifact's row on which the right to see it depends. */
export interface ArtifactOwner {
  readonly submittedBy: number
  /** null = no restriction. */
  readonly grantedGroupIds: readonly UserGroupId[] | null
}

/** Groups of the submitter and the assignees of an artifact, in its project. */
export interface ArtifactPeople {
  readonly submitterGroups: ReadonlySet<UserGroupId>
  /** One set for each assignee. */
  readonly assigneesGroups: readonly ReadonlySet<UserGroupId>[]
}

/**
 * Whether the viewer sees the artifact; access to the project is checked elsewhere. `undefined`: it depends on the groups of submitter and
 * assignees; call again with `people`. Administrators, viewers with the right on all artifacts, and viewers without any right need no
 * look-up.
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

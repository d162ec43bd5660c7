import { canReadField, canSubmitField, canUpdateField, type Field } from '../fields/index.ts'
import type { UserGroupId } from '../projects/index.ts'
import type { Tracker } from '../trackers/index.ts'

/** What decides whether somebody may see an artifact, beside the tracker (artifacts.md §1.1). */
export interface ViewSubject {
  readonly submittedBy: number
  /** Groups of the perm field; null = no restriction. */
  readonly grantedGroupIds: readonly UserGroupId[] | null
}

/** What a viewer is in one tracker. */
export interface Standing {
  readonly userId: number
  /** Numbers of all groups that the viewer is in. */
  readonly groups: ReadonlySet<UserGroupId>
  readonly isSiteAdministrator: boolean
  /** Administrator of the tracker, of its project or of the platform. */
  readonly isTrackerAdmin: boolean
}

/** `people`: it depends on the groups of the submitter or of the assignees, which are not known yet. */
export type ViewVerdict = 'yes' | 'no' | 'people'

const isIn = (groups: ReadonlySet<UserGroupId>, wanted: Iterable<UserGroupId>): boolean => {
  for (const group of wanted) if (groups.has(group)) return true
  return false
}

const shared = (left: ReadonlySet<UserGroupId>, right: ReadonlySet<UserGroupId>): UserGroupId[] =>
  [...left].filter(group => right.has(group))

/** May the viewer see the artifact? The common cases are decided without knowing anything about its people. */
export const canViewArtifact = (standing: Standing, tracker: Tracker, subject: ViewSubject): ViewVerdict => {
  if (standing.isTrackerAdmin) return 'yes'
  if (subject.grantedGroupIds && !isIn(standing.groups, subject.grantedGroupIds)) return 'no'
  const { permissions } = tracker
  if (isIn(standing.groups, permissions.full)) return 'yes'
  if (standing.userId === 0) return 'no'
  const isOwn = subject.submittedBy === standing.userId
  if (isOwn && isIn(standing.groups, permissions.submitter_only)) return 'yes'
  const dependsOnPeople = isIn(standing.groups, permissions.submitter) || isIn(standing.groups, permissions.assignee)
  return dependsOnPeople ? 'people' : 'no'
}

/** The rest of the decision, when the groups of the submitter and of each assignee are known. */
export const canViewByPeople = (
  standing: Standing,
  tracker: Tracker,
  people: {
    readonly submitterGroups: ReadonlySet<UserGroupId>
    readonly assigneeGroups: readonly ReadonlySet<UserGroupId>[]
  },
): boolean => {
  const { submitter, assignee } = tracker.permissions
  if (shared(standing.groups, submitter).some(group => people.submitterGroups.has(group))) return true
  const wanted = shared(standing.groups, assignee)
  return people.assigneeGroups.some(groups => isIn(groups, wanted))
}

/** A site administrator has every right on every field; other administrators have none by their role (artifacts.md §1.1). */
export const canRead = ({ groups, isSiteAdministrator }: Standing, field: Field): boolean =>
  canReadField(groups, field, isSiteAdministrator)
export const canSubmit = ({ groups, isSiteAdministrator }: Standing, field: Field): boolean =>
  canSubmitField(groups, field, isSiteAdministrator)
export const canUpdate = ({ groups, isSiteAdministrator }: Standing, field: Field): boolean =>
  canUpdateField(groups, field, isSiteAdministrator)

/** A private comment is for administrators and for its groups, not even for its author otherwise (artifacts.md §9). */
export const canSeeComment = (standing: Standing, groupIds: readonly UserGroupId[] | null): boolean =>
  groupIds === null || standing.isTrackerAdmin || isIn(standing.groups, groupIds)

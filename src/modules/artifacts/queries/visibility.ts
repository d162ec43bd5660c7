import { and, ALL, NONE, or, pseudoField, type Condition, type SeenArtifacts } from '../../fields/index.ts'
import type { Project, ProjectsModule } from '../../projects/index.ts'
import type { UsersModule } from '../../users/index.ts'
import type { Tracker } from '../../trackers/index.ts'
import type { EffectiveRights } from '../model/artifacts.permissions.ts'

export interface VisibilityDependencies {
  readonly users: UsersModule
  readonly projects: ProjectsModule
  /** Distinct numbers that artifacts have in a field of the search index. */
  readonly findDistinctValues: (fieldId: number) => Promise<readonly number[]>
}

/**
 * The artifacts of the tracker that the viewer sees, as a condition. It expresses the rule of artifacts.md §1.1 that `canViewArtifact`
 * applies to one artifact. Membership in groups is computed, so the caches check each submitter and assignee here.
 */
export const visibilityOf = async (
  dependencies: VisibilityDependencies,
  tracker: Tracker,
  project: Project,
  rights: EffectiveRights,
): Promise<Condition> => {
  if (rights.isAdmin) return ALL
  return and(restriction(tracker, rights), await permission(dependencies, tracker, project, rights))
}

/**
 * All artifacts of the platform that the viewer sees and that take part in links, by the same rule. Trackers with the same condition share
 * a part, so there are few parts for any number of trackers.
 */
export const seenArtifacts = async (
  dependencies: VisibilityDependencies,
  trackers: readonly { readonly tracker: Tracker; readonly project: Project; readonly rights: EffectiveRights }[],
): Promise<SeenArtifacts[]> => {
  const alike = new Map<string, SeenArtifacts & { readonly trackerIds: number[] }>()
  const parts: SeenArtifacts[] = []
  for (const { tracker, project, rights } of trackers) {
    const { isAdmin, isFull, isOwn, userId, groups, submitterGroups, assigneeGroups } = rights
    const groupIds = isAdmin ? null : [...groups].sort((left, right) => left - right)
    if (!isAdmin && !isFull && submitterGroups.length + assigneeGroups.length > 0) {
      const condition = await permission(dependencies, tracker, project, rights)
      if (condition.kind !== 'none') parts.push({ trackerIds: [tracker.id], groupIds, submittedBy: null, condition })
      continue
    }
    if (!isAdmin && !isFull && !isOwn) continue
    const submittedBy = isAdmin || isFull ? null : userId
    const key = JSON.stringify([groupIds, submittedBy])
    const part = alike.get(key)
    if (part) part.trackerIds.push(tracker.id)
    else alike.set(key, { trackerIds: [tracker.id], groupIds, submittedBy, condition: ALL })
  }
  return [...alike.values(), ...parts]
}

/** Only the value of a `perm` field restricts single artifacts, even if the field is no longer used. */
const restriction = (tracker: Tracker, rights: EffectiveRights): Condition =>
  tracker.fields.some(field => field.type === 'perm')
    ? { kind: 'granted', trackerId: tracker.id, groupIds: [...rights.groups] }
    : ALL

const permission = async (
  dependencies: VisibilityDependencies,
  tracker: Tracker,
  project: Project,
  { isFull, isOwn, userId, submitterGroups, assigneeGroups }: EffectiveRights,
): Promise<Condition> => {
  if (isFull) return ALL
  const peopleIn = async (fieldId: number, groups: readonly number[]): Promise<Condition> => {
    const ids = await membersAmong(dependencies, project, await dependencies.findDistinctValues(fieldId), groups)
    return ids.length === 0 ? NONE : { kind: 'values', fieldId, values: ids, isSingle: false }
  }
  const submitter = pseudoField(tracker.id, 'submitter')
  const seesOwn = userId !== 0 && (isOwn || submitterGroups.length > 0)
  const assignees = tracker.semantics.contributor?.fieldId
  return or(
    seesOwn ? { kind: 'values', fieldId: submitter, values: [userId], isSingle: true } : NONE,
    submitterGroups.length > 0 ? await peopleIn(submitter, submitterGroups) : NONE,
    assigneeGroups.length > 0 && assignees !== undefined ? await peopleIn(assignees, assigneeGroups) : NONE,
  )
}

/** The accounts that are in one of the groups. */
const membersAmong = async (
  { users, projects }: VisibilityDependencies,
  project: Project,
  ids: readonly number[],
  groups: readonly number[],
): Promise<number[]> => {
  const found = await users.getMany(ids)
  await projects.membershipsOfMany(found.keys())
  const members: number[] = []
  for (const user of found.values()) {
    const groupsOfUser = await projects.groupsOfUser(user, project)
    if (groups.some(group => groupsOfUser.has(group))) members.push(user.id)
  }
  return members
}

import type { Fault } from '../../../platform/errors.ts'
import type { ProjectsModule, UserGroupId } from '../../projects/index.ts'
import type { Tracker } from '../../trackers/index.ts'
import type { Viewer } from '../../users/index.ts'

/**
 * One check of an operation: `require` throws the refusal. The operation runs its checks in order. `explain` runs the same checks and
 * reports the result of each, so that both always agree (integrators.md §8).
 */
export interface Check<Result extends void | Promise<void> = void> {
  readonly name: string
  readonly require: () => Result
}

export const requireAll = (checks: readonly Check[]): void => {
  for (const check of checks) check.require()
}

/** Groups whose members would not get this refusal; undefined if there is no such group. */
export const groupsThatCould = (
  tracker: Tracker,
  { reason, field_id, transition }: Pick<Fault, 'reason' | 'field_id' | 'transition'>,
  operation: 'create' | 'update',
): readonly UserGroupId[] | undefined => {
  switch (reason) {
    case 'workflow.group':
      return tracker.workflow?.transitions.find(
        ({ fromValueId, toValueId }) => fromValueId === transition?.from_id && toValueId === transition.to_id,
      )?.authorizedUserGroupIds
    case 'permission.field_update': {
      const permissions = tracker.fieldById.get(field_id ?? 0)?.permissions
      return permissions && [...permissions[operation === 'create' ? 'submit' : 'update']]
    }
    case 'permission.submit':
      return [...new Set(tracker.fields.flatMap(field => (field.isUsed ? [...field.permissions.submit] : [])))]
    default:
      return undefined
  }
}

/**
 * Only administrators of the project see the members of groups, so only they learn which groups could do something; `isOwn`: groups of the
 * viewer.
 */
export const nameGroups = async (
  projects: Pick<ProjectsModule, 'isAdmin' | 'loadUserGroups' | 'representUserGroup'>,
  viewer: Viewer,
  { projectId }: Pick<Tracker, 'projectId'>,
  groups: readonly UserGroupId[] | undefined,
  { isOwn = false } = {},
): Promise<{ id: string; label: string }[] | undefined> => {
  if (!groups || !(isOwn || projects.isAdmin(viewer, projectId))) return undefined
  await projects.loadUserGroups(projectId)
  return groups.map(group => {
    const { id, label } = projects.representUserGroup(projectId, group)
    return { id, label }
  })
}

/** The faults, with the groups that would not get them, if the viewer may know these groups. */
export const withGroups = (
  projects: Parameters<typeof nameGroups>[0],
  viewer: Viewer,
  tracker: Tracker,
  faults: readonly Fault[],
  operation: 'create' | 'update',
): Promise<Fault[]> =>
  Promise.all(
    faults.map(async fault => {
      const groups = await nameGroups(projects, viewer, tracker, groupsThatCould(tracker, fault, operation))
      return groups ? { ...fault, groups } : fault
    }),
  )

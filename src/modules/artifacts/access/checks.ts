import type { Fault } from '../../../platform/errors.ts'
import type { ProjectsModule, UserGroupId } from '../../projects/index.ts'
import type { Tracker } from '../../trackers/index.ts'
import type { Viewer } from '../../users/index.ts'

/**
 * One thing that must hold for an operation: `require` throws the refusal. The operation runs its checks in order; `explain` runs the same
 * ones and says how each of them ends, so that both always agree (integrators.md §8).
 */
export interface Check<Result extends void | Promise<void> = void> {
  readonly name: string
  readonly require: () => Result
}

export const requireAll = (checks: readonly Check[]): void => {
  for (const check of checks) check.require()
}

/** Groups whose members get past what was refused; undefined where no group does. */
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

/** Members of groups are shown to administrators of the project only, so groups that could do something are told to nobody else; `isOwn`: groups of the viewer. */
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

/** The faults, with the groups that could do it where the viewer may know them. */
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

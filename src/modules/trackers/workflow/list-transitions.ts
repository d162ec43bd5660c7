import { canReadField } from '../../fields/index.ts'
import { isStaticGroup, type ProjectsModule } from '../../projects/index.ts'
import type { Viewer } from '../../users/index.ts'
import { canTakeTransition, groupsIn } from '../model/trackers.permissions.ts'
import type { Tracker } from '../model/tracker.ts'
import type { TrackerOperations } from '../read/trackers.operations.ts'
import type { VisibleTransition } from './workflow.schema.ts'

/** All steps of the workflow for a viewer who sees its field, and which of them are open to this viewer. */
export const listTransitions =
  (
    { requireTracker }: Pick<TrackerOperations, 'requireTracker'>,
    projects: Pick<ProjectsModule, 'loadUserGroups' | 'userGroups' | 'representUserGroup'>,
  ) =>
  async (viewer: Viewer, trackerId: number): Promise<VisibleTransition[]> => {
    const { tracker } = await requireTracker(viewer, trackerId)
    const { workflow, projectId } = tracker
    if (!workflow?.isUsed || !isReadable(viewer, tracker, workflow.fieldId)) return []
    await projects.loadUserGroups(projectId)
    const known = new Set((await projects.userGroups(projectId)).map(group => group.id))
    return workflow.transitions.map(transition => ({
      from_id: transition.fromValueId,
      to_id: transition.toValueId,
      is_open_to_me: canTakeTransition(viewer, tracker, transition),
      groups: transition.authorizedUserGroupIds
        .filter(groupId => !isStaticGroup(groupId) || known.has(groupId))
        .map(groupId => projects.representUserGroup(projectId, groupId).label),
      not_empty_field_ids: transition.notEmptyFieldIds.filter(fieldId => isReadable(viewer, tracker, fieldId)),
      is_comment_required: transition.isCommentRequired,
    }))
  }

const isReadable = (viewer: Viewer, tracker: Tracker, fieldId: number): boolean => {
  const field = tracker.fieldById.get(fieldId)
  return field?.isUsed === true && canReadField(groupsIn(viewer, tracker), field, viewer.isSiteAdministrator)
}

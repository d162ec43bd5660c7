import { isStaticGroup, type ProjectsModule } from '../../projects/index.ts'
import { MODULE_ACTIONS, type Tracker, type WorkflowAction, type WorkflowTransition } from '../model/tracker.ts'
import type { ActionRepresentation, TransitionRepresentation } from './workflow.schema.ts'

/** Deleted groups and fields are left out. */
export const representTransition = async (
  projects: Pick<ProjectsModule, 'loadUserGroups' | 'userGroups' | 'representUserGroup'>,
  { projectId, fieldById }: Tracker,
  transition: WorkflowTransition,
): Promise<TransitionRepresentation> => {
  await projects.loadUserGroups(projectId)
  const known = new Set((await projects.userGroups(projectId)).map(group => group.id))
  return {
    id: transition.id,
    from_id: transition.fromValueId,
    to_id: transition.toValueId,
    authorized_user_group_ids: transition.authorizedUserGroupIds
      .filter(groupId => !isStaticGroup(groupId) || known.has(groupId))
      .map(groupId => projects.representUserGroup(projectId, groupId).id),
    not_empty_field_ids: transition.notEmptyFieldIds.filter(fieldId => fieldById.has(fieldId)),
    is_comment_required: transition.isCommentRequired,
  }
}

/** trackers.md §6.3: dates, integers, floats, jobs, then the others. */
const ORDER: readonly string[] = [
  'date',
  'int',
  'float',
  'run_job',
  'frozen_fields',
  'hidden_fieldsets',
  ...MODULE_ACTIONS,
]

const kindOf = ({ type, definition }: WorkflowAction): string =>
  type === 'set_field_value' ? (definition.field_type as string) : type

export const representActions = ({ actions }: WorkflowTransition): ActionRepresentation[] =>
  [...actions]
    .sort((left, right) => ORDER.indexOf(kindOf(left)) - ORDER.indexOf(kindOf(right)) || left.id - right.id)
    .map(({ id, type, definition }) => ({ id, type, ...definition }) as ActionRepresentation)

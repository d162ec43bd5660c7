import { Invalid, faultOf, type Fault } from '../../../platform/errors.ts'
import { fieldType } from '../../fields/index.ts'
import { NOBODY_GROUP, type ProjectsModule, type UserGroupId } from '../../projects/index.ts'
import type { Viewer } from '../../users/index.ts'
import { changeDefinition, type AdministrationDependencies } from '../definition/change-definition.ts'
import type { Tracker } from '../model/tracker.ts'
import { requireChangeableTransition, transitionIn, withSameSettings } from './get-transition.ts'
import { writeConditions } from '../store/workflow.store.ts'

export interface ConditionsInput {
  /** REST ids. */
  readonly authorizedUserGroupIds: readonly string[]
  readonly notEmptyFieldIds: readonly number[]
  readonly isCommentRequired: boolean
}

/** PATCH /tracker_workflow_transitions/{id} (trackers.md §6.2): replaces its conditions; in simple mode the conditions of its state. */
export const updateTransition =
  (deps: AdministrationDependencies) =>
  async (viewer: Viewer, transitionId: number, input: ConditionsInput): Promise<void> => {
    const { id: trackerId, projectId } = await requireChangeableTransition(deps, viewer, transitionId)
    const groups = await parseGroups(deps.projects, projectId, input.authorizedUserGroupIds)
    await changeDefinition(deps, trackerId, viewer, async (tx, tracker) => {
      const transition = transitionIn(tracker, transitionId)
      const faults = [...groups.faults, ...fieldFaults(tracker, input.notEmptyFieldIds)]
      if (faults.length > 0) throw new Invalid(faults)
      const conditions = {
        authorizedUserGroupIds: groups.ids,
        notEmptyFieldIds: [...new Set(input.notEmptyFieldIds)],
        isCommentRequired: input.isCommentRequired,
      }
      if (tracker.workflow) await writeConditions(tx, withSameSettings(tracker.workflow, transition), conditions)
      return {
        event: { kind: 'workflow.transition_changed', payload: { transition_id: transitionId } },
        result: undefined,
      }
    })
  }

const parseGroups = async (
  projects: ProjectsModule,
  projectId: number,
  references: readonly string[],
): Promise<{ ids: UserGroupId[]; faults: readonly Fault[] }> => {
  if (references.length === 0)
    return {
      ids: [],
      faults: faultOf(
        'authorized_user_group_ids',
        '`authorized_user_group_ids` is empty: then nobody could take the transition',
      ),
    }
  const ids = new Set<UserGroupId>()
  const faults: Fault[] = []
  for (const [index, reference] of references.entries()) {
    const group = await projects.findUserGroup(projectId, reference)
    if (group === undefined || group === NOBODY_GROUP)
      faults.push(
        ...faultOf(
          `authorized_user_group_ids[${index}]`,
          `\`authorized_user_group_ids\`: ${JSON.stringify(reference.slice(0, 100))} is not a user group of the project`,
        ),
      )
    else ids.add(group)
  }
  return { ids: [...ids], faults }
}

const fieldFaults = ({ fieldById }: Tracker, fieldIds: readonly number[]): Fault[] =>
  fieldIds.flatMap((fieldId, index) => {
    const field = fieldById.get(fieldId)
    const family = field?.isUsed ? fieldType(field.type).family : undefined
    return family === 'writable' || family === 'external'
      ? []
      : [
          {
            text: `\`not_empty_field_ids\`: ${fieldId} is not a field in use of the tracker that can be filled`,
            reason: 'field.unknown',
            field_id: fieldId,
            parameter: `not_empty_field_ids[${index}]`,
          },
        ]
  })

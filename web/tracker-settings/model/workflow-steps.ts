import type { Transition, Workflow } from './definition.ts'

type Step = Pick<Transition, 'from' | 'to'>

/** The workflow with a step allowed or forbidden. A new step has the conditions of other steps to its value where a state has one set. */
export const withStep = (workflow: Workflow, from: string | null, to: string, isAllowed: boolean): Workflow => {
  const others = workflow.transitions.filter(step => step.from !== from || step.to !== to)
  if (!isAllowed) return { ...workflow, transitions: others }
  const sibling = workflow.mode === 'advanced' ? undefined : others.find(step => step.to === to)
  const step: Transition = {
    ...(sibling ?? { groups: ['project_members'], not_empty: [], is_comment_required: false, actions: [] }),
    from,
    to,
  }
  return { ...workflow, transitions: [...others, step] }
}

/** The workflow with other conditions of a step, or of all steps to the value where a state has one set. */
export const withConditions = (workflow: Workflow, { from, to }: Step, members: Partial<Transition>): Workflow => ({
  ...workflow,
  transitions: workflow.transitions.map(step =>
    step.to === to && (workflow.mode !== 'advanced' || step.from === from) ? { ...step, ...members } : step,
  ),
})

/** The step asks for more than a group, or does something. */
export const hasConditions = ({
  not_empty: filled = [],
  actions = [],
  is_comment_required: comment,
}: Transition): boolean => filled.length > 0 || actions.length > 0 || comment === true

export interface WorkflowWarnings {
  readonly unreachable: readonly string[]
  readonly withoutWayOut: readonly string[]
  readonly withoutGroup: readonly Step[]
}

export const warningsOf = ({ transitions }: Workflow, values: readonly string[]): WorkflowWarnings => {
  if (transitions.length === 0) return { unreachable: [], withoutWayOut: [], withoutGroup: [] }
  return {
    unreachable: values.filter(value => !transitions.some(({ to }) => to === value)),
    withoutWayOut: values.filter(value => !transitions.some(({ from }) => from === value)),
    withoutGroup: transitions.filter(({ groups = [] }) => groups.length === 0),
  }
}

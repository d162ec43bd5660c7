import { idOfKey, withContent, type Key, type PresentState } from '../../trackers/index.ts'

/** Uses that prevent the removal of an element (trackers.md §7), as parts of a sentence. */
export const usesOf = (state: PresentState, key: Key): string[] => {
  const { value, triggers, triggerSources } = state
  const element = withContent(value.elements).find(one => one.key === key)
  const semantics = Object.entries(value.semantics as Record<string, Record<string, unknown>>)
    .filter(([, meaning]) =>
      Object.values(meaning).some(part => part === key || (Array.isArray(part) && part.includes(key))),
    )
    .map(
      ([name]) => `it has a meaning for the tracker (${name.replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`)})`,
    )
  const { workflow } = value
  const isInWorkflow =
    workflow?.field === key ||
    workflow?.transitions.some(
      transition =>
        transition.notEmptyFields.includes(key) ||
        transition.actions.some(
          action =>
            ('field' in action && action.field === key) ||
            ('fields' in action && action.fields.includes(key)) ||
            ('fieldsets' in action && action.fieldsets.includes(key)),
        ),
    ) === true
  const isInRule = [...value.dateRules, ...value.listRules].some(
    rule => rule.sourceField === key || rule.targetField === key,
  )
  const isInTrigger =
    triggers.some(trigger => trigger.target.field === key) ||
    triggerSources.some(source => source.fieldId === idOfKey(key))
  return [
    ...(element?.children.some(child => child.isUsed) ? ['it holds other elements'] : []),
    ...semantics,
    ...(isInWorkflow ? ['the workflow uses it'] : []),
    ...(isInRule ? ['a rule uses it'] : []),
    ...(isInTrigger ? ['a trigger uses it'] : []),
  ]
}

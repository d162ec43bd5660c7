import { withContent, type Key, type NewFormElement, type NewTracker, type TrackerState } from '../../trackers/index.ts'

/**
 * Rules that no artifact can obey, and duplicate rules. A fault does not name the position in the list: a rule that was faulty before may
 * move.
 */
export const faultsOfDependencies = (value: NewTracker, elements: readonly NewFormElement[]): string[] => {
  const names = new Map(elements.map(element => [element.key, element.name]))
  const name = (key: Key): string => `"${names.get(key) ?? '?'}"`
  return [
    ...repeatedRules(value, elements, name),
    ...circularRules(value, name),
    ...frozenConflicts(value, elements, name),
  ]
}

type NameOfKey = (key: Key) => string

const repeated = (keys: readonly string[]): number[] => {
  const seen = new Set<string>()
  return keys.flatMap((key, index) => {
    if (seen.has(key)) return [index]
    seen.add(key)
    return []
  })
}

const repeatedRules = (
  { dateRules, listRules }: NewTracker,
  elements: readonly NewFormElement[],
  name: NameOfKey,
): string[] => {
  const labels = labelsOf(elements)
  const label = (key: Key | null): string => (key === null ? 'None' : `"${labels.get(key) ?? '?'}"`)
  const faults = [
    ...repeated(dateRules.map(rule => `${rule.sourceField} ${rule.comparator} ${rule.targetField}`)).map(index => {
      const rule = dateRules[index]
      return `rules.dates: that ${name(rule?.sourceField ?? '')} is ${rule?.comparator} ${name(rule?.targetField ?? '')} is there twice.`
    }),
    ...repeated(
      listRules.map(rule => [rule.sourceField, rule.sourceValue, rule.targetField, rule.targetValue].join(' ')),
    ).map(index => {
      const rule = listRules[index]
      return `rules.lists: the pair ${label(rule?.sourceValue ?? null)} of ${name(rule?.sourceField ?? '')} and ${label(rule?.targetValue ?? null)} of ${name(rule?.targetField ?? '')} is there twice.`
    }),
  ]
  return [...new Set(faults)]
}

const labelsOf = (elements: readonly NewFormElement[]): Map<Key, string> =>
  new Map(
    elements.flatMap(({ bind }) =>
      bind?.type === 'static' ? bind.values.map(value => [value.key, value.label] as const) : [],
    ),
  )

/** Lists that depend on each other in a cycle, also through a third: no order of filling works. */
const circularRules = ({ listRules }: NewTracker, name: NameOfKey): string[] => {
  const targets = new Map<Key, Set<Key>>()
  for (const { sourceField, targetField } of listRules)
    if (sourceField !== targetField) targets.set(sourceField, (targets.get(sourceField) ?? new Set()).add(targetField))
  const dependsOnItself = (field: Key): boolean => {
    const below = new Set(targets.get(field))
    for (const one of below) for (const next of targets.get(one) ?? []) below.add(next)
    return below.has(field)
  }
  return [...targets.keys()]
    .filter(dependsOnItself)
    .map(field => `rules.lists: the list ${name(field)} would depend on itself.`)
}

/** Rules on frozen fields: the artifact could be neither changed nor led out of the state. */
const frozenConflicts = (
  { workflow, dateRules, listRules }: NewTracker,
  elements: readonly NewFormElement[],
  name: NameOfKey,
) => {
  const labels = labelsOf(elements)
  const dependent = new Set(listRules.flatMap(rule => [rule.sourceField, rule.targetField]))
  const faults = (workflow?.transitions ?? []).flatMap(({ toValue, actions }) => {
    const fields = new Set(actions.flatMap(action => (action.type === 'frozen_fields' ? action.fields : [])))
    const state = `in the state "${labels.get(toValue) ?? '?'}"`
    return [
      ...[...fields]
        .filter(field => dependent.has(field))
        .map(field => `rules.lists: the workflow freezes ${name(field)} ${state}: it cannot be part of a dependency.`),
      ...dateRules
        .filter(rule => fields.has(rule.sourceField) && fields.has(rule.targetField))
        .map(
          rule =>
            `rules.dates: the workflow freezes both ${name(rule.sourceField)} and ${name(rule.targetField)} ${state}: no rule can tie them.`,
        ),
    ]
  })
  return [...new Set(faults)]
}

/** Values that leave no choice in a required list, if the change causes that. */
export const newDeadEnds = (present: TrackerState, wanted: TrackerState): string[] => {
  const before = new Set(deadEnds(present.value))
  return deadEnds(wanted.value).filter(end => !before.has(end))
}

const deadEnds = ({ elements, listRules }: NewTracker): string[] => {
  const byKey = new Map(withContent(elements).map(element => [element.key, element]))
  const pairs = Map.groupBy(listRules, rule => `${rule.sourceField} ${rule.targetField}`)
  return [...pairs.values()].flatMap(rules => {
    const source = byKey.get(rules[0]?.sourceField ?? '')
    const target = byKey.get(rules[0]?.targetField ?? '')
    if (!source?.isUsed || !target?.isUsed || !target.isRequired || source.bind?.type !== 'static') return []
    const open = new Set(rules.flatMap(rule => (rule.targetValue === null ? [] : [rule.sourceValue])))
    return source.bind.values
      .filter(value => !value.isHidden && !open.has(value.key))
      .map(
        value =>
          `rules.lists: "${value.label}" of "${source.name}" goes with no value of "${target.name}", which is required: it could never be chosen.`,
      )
  })
}

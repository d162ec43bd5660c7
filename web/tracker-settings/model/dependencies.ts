// Dependencies between lists: pairs of values that go together.
import { valuesOf, type ElementDefinition, type TrackerDefinition } from './definition.ts'

export type ListRule = TrackerDefinition['rules']['lists'][number]

/** Two lists of which the values of one decide about those of the other. */
export interface Dependency {
  readonly source: string
  readonly target: string
}

const isOf =
  ({ source, target }: Dependency) =>
  (rule: ListRule): boolean =>
    rule.source_field === source && rule.target_field === target

export const dependenciesOf = (rules: readonly ListRule[]): readonly Dependency[] => {
  const found = new Map<string, Dependency>()
  for (const { source_field: source, target_field: target } of rules)
    found.set(`${source}\t${target}`, { source, target })
  return [...found.values()]
}

export const goTogether = (
  rules: readonly ListRule[],
  dependency: Dependency,
  source: string | null,
  target: string | null,
): boolean => rules.some(rule => isOf(dependency)(rule) && rule.source_value === source && rule.target_value === target)

/** The rules with a pair of values allowed or forbidden. */
export const withPair = (
  rules: readonly ListRule[],
  dependency: Dependency,
  source: string | null,
  target: string | null,
  isAllowed: boolean,
): ListRule[] => {
  const others = rules.filter(
    rule => !(isOf(dependency)(rule) && rule.source_value === source && rule.target_value === target),
  )
  const pair = {
    source_field: dependency.source,
    source_value: source,
    target_field: dependency.target,
    target_value: target,
  }
  return isAllowed ? [...others, pair] : others
}

export const withoutDependency = (rules: readonly ListRule[], dependency: Dependency): ListRule[] =>
  rules.filter(rule => !isOf(dependency)(rule))

/** Names of the values of a list, with that of no value for a list that can be empty. */
export const linesOf = (list: ElementDefinition, none: string) => [
  ...(list.is_required ? [] : [{ name: null, label: none }]),
  ...valuesOf(list),
]

/** The rules with a new dependency, in which everything goes with everything. */
export const withDependency = (
  rules: readonly ListRule[],
  source: ElementDefinition,
  target: ElementDefinition,
): ListRule[] => [
  ...withoutDependency(rules, { source: source.name, target: target.name }),
  ...linesOf(source, '').flatMap(from =>
    linesOf(target, '').map(to => ({
      source_field: source.name,
      source_value: from.name,
      target_field: target.name,
      target_value: to.name,
    })),
  ),
]

/** Lists that depend on each other in a row, each with the first that depends on nothing. */
export const chainsOf = (rules: readonly ListRule[]): readonly (readonly string[])[] => {
  const dependencies = dependenciesOf(rules)
  const follow = (trail: readonly string[]): readonly (readonly string[])[] => {
    const last = trail.at(-1)
    const next = dependencies.filter(({ source, target }) => source === last && !trail.includes(target))
    return next.length === 0 ? [trail] : next.flatMap(({ target }) => follow([...trail, target]))
  }
  return dependencies
    .map(({ source }) => source)
    .filter((source, index, all) => all.indexOf(source) === index)
    .filter(source => !dependencies.some(({ target }) => target === source))
    .flatMap(source => follow([source]))
    .filter(({ length }) => length > 2)
}

import type { NewSemantics, NewTracker } from '../../trackers/index.ts'
import type { RulesDefinition, SemanticsDefinition } from '../model/definition.schema.ts'
import { UNRESOLVED, type DefinitionParser, type PartKeys } from '../model/definition-parsing.ts'

export const parseSemantics = (
  given: SemanticsDefinition,
  parts: PartKeys,
  parsing: DefinitionParser,
): NewSemantics => {
  const field = (name: string, semantic: string): { field: string } => ({
    field: parts.field(name, `semantics.${semantic}`),
  })
  const { title, description, contributor, initial_effort, velocity, tooltip, card_fields: card, done } = given
  const status = given.status && field(given.status.field, 'status')
  const value = (name: string, semantic: string): string =>
    parts.value(status?.field ?? UNRESOLVED, name, `semantics.${semantic}`)
  if (done && !status) parsing.fault('semantics.done', 'it is said of the values of the status, which is not set.')
  return {
    ...(title !== undefined && { title: field(title, 'title') }),
    ...(description !== undefined && { description: field(description, 'description') }),
    ...(status &&
      given.status && {
        status: { ...status, openValues: given.status.open_values.map(name => value(name, 'status')) },
      }),
    ...(done && { done: { closedValues: done.closed_values.map(name => value(name, 'done')) } }),
    ...(contributor !== undefined && { contributor: field(contributor, 'contributor') }),
    ...(initial_effort !== undefined && { initialEffort: field(initial_effort, 'initial_effort') }),
    ...(velocity !== undefined && { velocity: field(velocity, 'velocity') }),
    ...(tooltip && { tooltip: { fields: tooltip.map(name => parts.field(name, 'semantics.tooltip')) } }),
    ...parseTimeframe(given.timeframe, parts, parsing),
    ...parseProgress(given.progress, parts, parsing),
    ...(card && {
      cardFields: {
        fields: card.fields.map(name => parts.field(name, 'semantics.card_fields')),
        backgroundColorField:
          card.background_color === null ? null : parts.field(card.background_color, 'semantics.card_fields'),
      },
    }),
  }
}

const parseTimeframe = (
  given: SemanticsDefinition['timeframe'],
  parts: PartKeys,
  parsing: DefinitionParser,
): Pick<NewSemantics, 'timeframe'> => {
  if (!given) return {}
  const place = 'semantics.timeframe'
  const { start_date, end_date, duration, implied_from } = given
  const members = [start_date, end_date, duration, implied_from].filter(member => member !== undefined).length
  if (implied_from !== undefined && members === 1) {
    const tracker = parsing.names.tracker(implied_from)
    if (!tracker) parsing.fault(place, `there is no tracker "${implied_from}".`)
    return tracker ? { timeframe: { impliedFromTracker: `T${tracker.id}` } } : {}
  }
  if (start_date !== undefined && members === 2) {
    const startDateField = parts.field(start_date, place)
    if (end_date !== undefined) return { timeframe: { startDateField, endDateField: parts.field(end_date, place) } }
    if (duration !== undefined) return { timeframe: { startDateField, durationField: parts.field(duration, place) } }
  }
  parsing.fault(place, 'it is start_date with end_date or duration, or implied_from alone.')
  return {}
}

const parseProgress = (
  given: SemanticsDefinition['progress'],
  parts: PartKeys,
  parsing: DefinitionParser,
): Pick<NewSemantics, 'progress'> => {
  if (!given) return {}
  const place = 'semantics.progress'
  const { total_effort, remaining_effort, link_type } = given
  if (link_type !== undefined && total_effort === undefined && remaining_effort === undefined) {
    if (!parsing.names.isLinkType(link_type)) parsing.fault(place, `there are no links of the type "${link_type}".`)
    return { progress: { linkType: link_type } }
  }
  if (link_type === undefined && total_effort !== undefined && remaining_effort !== undefined)
    return {
      progress: {
        totalEffortField: parts.field(total_effort, place),
        remainingEffortField: parts.field(remaining_effort, place),
      },
    }
  parsing.fault(place, 'it is total_effort with remaining_effort, or link_type alone.')
  return {}
}

export const parseRules = (given: RulesDefinition, parts: PartKeys): Pick<NewTracker, 'dateRules' | 'listRules'> => ({
  dateRules: given.dates.map((rule, index) => ({
    sourceField: parts.field(rule.source, `rules.dates[${index}]`),
    targetField: parts.field(rule.target, `rules.dates[${index}]`),
    comparator: rule.comparator,
  })),
  listRules: given.lists.map((rule, index) => {
    const place = `rules.lists[${index}]`
    const sourceField = parts.field(rule.source_field, place)
    const targetField = parts.field(rule.target_field, place)
    const value = (field: string, name: string | null): string | null =>
      name === null ? null : parts.value(field, name, place)
    return {
      sourceField,
      sourceValue: value(sourceField, rule.source_value),
      targetField,
      targetValue: value(targetField, rule.target_value),
    }
  }),
})

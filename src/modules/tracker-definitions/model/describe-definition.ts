import type { LegacyColor } from '../../fields/index.ts'
import { fieldType } from '../../fields/index.ts'
import {
  withContent,
  type Key,
  type NewBind,
  type NewFormElement,
  type NewReport,
  type NewSemantics,
  type NewTracker,
  type NewWorkflow,
  type NewWorkflowAction,
  type TrackerState,
  mapReportView,
} from '../../trackers/index.ts'
import type {
  ActionDefinition,
  BindDefinition,
  ElementDefinition,
  FieldRightsDefinition,
  ReportDefinition,
  SemanticsDefinition,
  TrackerRightsDefinition,
  CompleteDefinition,
  WorkflowDefinition,
} from './definition.schema.ts'
import { valueReferences, type Names } from './definition-names.ts'

/** Names of the keys of a state in its definition. */
export interface PartNames {
  readonly field: (key: Key) => string
  readonly value: (key: Key) => string
}

export const partNames = (value: NewTracker): PartNames => {
  const elements = withContent(value.elements)
  const fields = new Map(elements.map(element => [element.key, element.name]))
  const values = new Map<Key, string>()
  for (const { bind } of elements) {
    if (bind?.type !== 'static') continue
    const references = valueReferences(bind.values.map(one => one.label))
    bind.values.forEach((one, index) => values.set(one.key, references[index] ?? one.label))
  }
  return { field: key => fields.get(key) ?? key, value: key => values.get(key) ?? key }
}

/** A tracker by names: no ids, always in the same order, with the whole configuration. */
export const describeDefinition = (state: TrackerState, names: Names): CompleteDefinition => {
  const { value } = state
  const parts = partNames(value)
  return {
    version: 1,
    general: describeGeneral(value),
    notifications: describeNotifications(value),
    hierarchy: { parent: (state.parentId !== null ? names.trackerName(state.parentId) : undefined) ?? null },
    permissions: describeTrackerRights(value, names),
    form: inFormOrder(value.elements).map(element => describeElement(element, names)),
    semantics: describeSemantics(value.semantics, parts, names),
    rules: {
      dates: value.dateRules.map(rule => ({
        source: parts.field(rule.sourceField),
        comparator: rule.comparator,
        target: parts.field(rule.targetField),
      })),
      lists: value.listRules.map(rule => ({
        source_field: parts.field(rule.sourceField),
        source_value: rule.sourceValue === null ? null : parts.value(rule.sourceValue),
        target_field: parts.field(rule.targetField),
        target_value: rule.targetValue === null ? null : parts.value(rule.targetValue),
      })),
    },
    workflow: value.workflow && describeWorkflow(value.workflow, parts, names),
    triggers: state.triggers.map(trigger => ({
      ...(trigger.direction === 'down' && { direction: trigger.direction }),
      condition: trigger.condition,
      set: { field: parts.field(trigger.target.field), value: parts.value(trigger.target.value) },
      when: trigger.sources.flatMap(source => describeSource(source, names)),
    })),
    canned_responses: value.cannedResponses.map(({ title, body }) => ({ title, body })),
    webhooks: [...value.webhooks],
    reports: value.reports.map(report => describeReport(report, parts)),
  }
}

export const describeGeneral = (value: NewTracker): CompleteDefinition['general'] => ({
  name: value.name,
  item_name: value.itemName,
  description: value.description,
  color: value.color,
  submit_instructions: value.submitInstructions,
  browse_instructions: value.browseInstructions,
  instantiate_for_new_projects: value.instantiateForNewProjects,
  allow_copy: value.allowCopy,
  enable_email_gateway: value.enableEmailGateway,
  log_priority_changes: value.logPriorityChanges,
  is_displayed_in_new_dropdown: value.isDisplayedInNewDropdown,
  use_private_comments: value.usePrivateComments,
  enable_move_artifacts: value.enableMoveArtifacts,
})

export const notificationLevels = ['all', 'none', 'status_change'] as const

export const describeNotifications = (value: NewTracker): CompleteDefinition['notifications'] => ({
  level: notificationLevels[value.notificationsLevel],
  should_send_event: value.shouldSendEventInNotification,
})

export const trackerRights = ['admin', 'full', 'assignee', 'submitter', 'submitter_only'] as const

const groupNames = (ids: readonly number[] | undefined, names: Names): string[] =>
  [...new Set(ids ?? [])]
    .toSorted((a, b) => a - b)
    .map(id => names.groupName(id))
    .toSorted()

export const describeTrackerRights = (value: NewTracker, names: Names): TrackerRightsDefinition =>
  Object.fromEntries(trackerRights.map(right => [right, groupNames(value.permissions[right], names)]))

export const describeFieldRights = (
  permissions: NewFormElement['permissions'],
  names: Names,
): FieldRightsDefinition => ({
  read: groupNames(permissions.read, names),
  submit: groupNames(permissions.submit, names),
  update: groupNames(permissions.update, names),
})

/** Siblings by rank, then by age. */
export const inFormOrder = (elements: readonly NewFormElement[]): NewFormElement[] =>
  elements.toSorted((a, b) => a.rank - b.rank)

export const describeElement = (element: NewFormElement, names: Names): ElementDefinition => {
  const { family, settings } = fieldType(element.type)
  const isShape = family === 'container' || family === 'static'
  const noneColor = colorName(element.noneColorName ?? null, element.noneLegacyColor ?? null)
  const hasSettings = Object.keys((settings as { properties?: object }).properties ?? {}).length > 0
  return {
    type: element.type,
    name: element.name,
    label: element.label,
    description: element.description,
    is_required: element.isRequired,
    is_used: element.isUsed,
    has_notifications: element.hasNotifications,
    ...(hasSettings && { settings: { ...element.settings } }),
    ...(element.bind && { bind: describeBind(element.bind, names) }),
    ...(noneColor !== null && { none_color: noneColor }),
    // Archives have rights for containers, too: they have no effect, and are kept.
    ...((!isShape || hasRights(element)) && { permissions: describeFieldRights(element.permissions, names) }),
    ...(family === 'container' && {
      content: inFormOrder(element.children).map(child => describeElement(child, names)),
    }),
  }
}

const hasRights = ({ permissions }: NewFormElement): boolean =>
  [permissions.read, permissions.submit, permissions.update].some(groups => groups && groups.length > 0)

const hex = (part: number): string => part.toString(16).padStart(2, '0')

const colorName = (name: string | null, legacy: LegacyColor | null): string | null =>
  name ?? (legacy && `#${hex(legacy.r)}${hex(legacy.g)}${hex(legacy.b)}`)

const GROUP_SOURCE = /^ugroup_(\d+)$/

export const describeBind = (bind: NewBind, names: Names): BindDefinition => {
  switch (bind.type) {
    case 'static': {
      const references = valueReferences(bind.values.map(value => value.label))
      return {
        type: 'static',
        is_alphabetical: bind.isRankAlpha,
        values: bind.values.map((value, index) => {
          const color = colorName(value.colorName, value.legacyColor)
          const reference = references[index] ?? value.label
          return {
            label: value.label,
            ...(reference !== value.label && { reference }),
            ...(value.description !== '' && { description: value.description }),
            ...(value.isHidden && { is_hidden: true }),
            ...(value.isDefault && { is_default: true }),
            ...(color !== null && { color }),
          }
        }),
      }
    }
    case 'users':
      return {
        type: 'users',
        sources: bind.functions.map(name => {
          const number = GROUP_SOURCE.exec(name)?.[1]
          return number === undefined ? name : `ugroup:${names.groupName(Number(number))}`
        }),
        default_users: bind.defaultUserIds.flatMap(id => names.login(id) ?? []),
      }
    case 'ugroups':
      return {
        type: 'ugroups',
        groups: bind.values.map(value => ({
          group: names.groupName(value.groupId),
          ...(value.isHidden && { is_hidden: true }),
          ...(value.isDefault && { is_default: true }),
        })),
      }
  }
}

export const describeSemantics = (semantics: NewSemantics, parts: PartNames, names: Names): SemanticsDefinition => {
  const { title, description, status, done, contributor, initialEffort, velocity, tooltip } = semantics
  const { timeframe, progress, cardFields } = semantics
  return {
    ...(title && { title: parts.field(title.field) }),
    ...(description && { description: parts.field(description.field) }),
    ...(status && { status: { field: parts.field(status.field), open_values: status.openValues.map(parts.value) } }),
    ...(done && { done: { closed_values: done.closedValues.map(parts.value) } }),
    ...(contributor && { contributor: parts.field(contributor.field) }),
    ...(initialEffort && { initial_effort: parts.field(initialEffort.field) }),
    ...(velocity && { velocity: parts.field(velocity.field) }),
    ...(tooltip && { tooltip: tooltip.fields.map(parts.field) }),
    ...(timeframe && { timeframe: describeTimeframe(timeframe, parts, names) }),
    ...(progress && {
      progress:
        'linkType' in progress
          ? { link_type: progress.linkType }
          : {
              total_effort: parts.field(progress.totalEffortField),
              remaining_effort: parts.field(progress.remainingEffortField),
            },
    }),
    ...(cardFields && {
      card_fields: {
        fields: cardFields.fields.map(parts.field),
        background_color: cardFields.backgroundColorField && parts.field(cardFields.backgroundColorField),
      },
    }),
  }
}

const describeTimeframe = (
  timeframe: NonNullable<NewSemantics['timeframe']>,
  parts: PartNames,
  names: Names,
): NonNullable<SemanticsDefinition['timeframe']> => {
  if ('impliedFromTracker' in timeframe) {
    const id = Number(timeframe.impliedFromTracker.slice(1))
    return { implied_from: names.trackerName(id) ?? '' }
  }
  const start_date = parts.field(timeframe.startDateField)
  return 'durationField' in timeframe
    ? { start_date, duration: parts.field(timeframe.durationField) }
    : { start_date, end_date: parts.field(timeframe.endDateField) }
}

export const describeWorkflow = (workflow: NewWorkflow, parts: PartNames, names: Names): WorkflowDefinition => ({
  field: parts.field(workflow.field),
  is_enabled: workflow.isUsed,
  is_legacy: workflow.isLegacy,
  mode: workflow.isAdvanced ? 'advanced' : 'simple',
  transitions: workflow.transitions.map(transition => ({
    from: transition.fromValue && parts.value(transition.fromValue),
    to: parts.value(transition.toValue),
    groups: groupNames(transition.authorizedUserGroupIds, names),
    not_empty: transition.notEmptyFields.map(parts.field),
    is_comment_required: transition.isCommentRequired,
    actions: transition.actions.map(action => describeAction(action, parts)),
  })),
})

const describeAction = (action: NewWorkflowAction, parts: PartNames): ActionDefinition => {
  switch (action.type) {
    case 'set_field_value':
      return { type: action.type, field: parts.field(action.field), value: action.value }
    case 'run_job':
      return { type: action.type, job_url: action.jobUrl }
    case 'frozen_fields':
      return { type: action.type, fields: action.fields.map(parts.field) }
    case 'hidden_fieldsets':
      return { type: action.type, fields: action.fieldsets.map(parts.field) }
    case 'add_to_top_backlog':
      return { type: action.type }
  }
}

const describeSource = (
  source: { readonly trackerId: number; readonly fieldId: number; readonly valueId: number },
  names: Names,
): { tracker: string; field: string; value: string }[] => {
  const tracker = names.tracker(source.trackerId)
  const name = names.trackerName(source.trackerId)
  const field = tracker?.fieldById.get(source.fieldId)
  const bind = field?.bind
  if (!tracker || name === undefined || bind?.type !== 'static') return []
  const index = bind.values.findIndex(value => value.id === source.valueId)
  const value = valueReferences(bind.values.map(one => one.label))[index]
  return value === undefined ? [] : [{ tracker: name, field: field?.name ?? '', value }]
}

const describeReport = (report: NewReport, parts: PartNames): ReportDefinition => ({
  name: report.name,
  description: report.description,
  is_default: report.isDefault,
  is_query_displayed: report.isQueryDisplayed,
  is_in_expert_mode: report.isInExpertMode,
  expert_query: report.expertQuery,
  criteria: report.criteria.map(({ field, isAdvanced, value }) => ({
    field: parts.field(field),
    is_advanced: isAdvanced,
    ...(typeof value === 'string' && { text: value }),
    ...(value !== null &&
      typeof value !== 'string' &&
      ('operator' in value
        ? { operator: value.operator, operand: value.value }
        : { values: value.values.map(parts.value), includes_none: value.none })),
  })),
  tables: report.renderers.map(renderer => ({
    name: renderer.name,
    description: renderer.description,
    rows_per_page: renderer.chunkSize,
    is_multisort: renderer.isMultisort,
    columns: renderer.columns.map(column => ({
      field: parts.field(column.field),
      ...(column.linkType !== undefined && { link_type: column.linkType }),
      ...(column.linkFormat !== undefined && { link_format: column.linkFormat }),
    })),
    sort: renderer.sort.map(one => parts.field(one.field)),
  })),
  view: report.view ? describeView(report.view, parts) : null,
})

const describeView = (
  view: NonNullable<NewReport['view']>,
  parts: PartNames,
): NonNullable<ReportDefinition['view']> => {
  const { widths, board, group, lanes, ...named } = mapReportView(view, parts.field, parts.value)
  return {
    ...named,
    sort: named.sort.map(one => ({ ...one })),
    totals: named.totals.map(one => ({ ...one })),
    widths: widths.map(one => ({ ...one })),
    group: group && { ...group },
    lanes: lanes && { ...lanes },
    limits: board.limits.map(one => ({ ...one })),
    folded: [...board.folded],
    charts: named.charts.map(({ groups, measure, ...chart }) => ({
      ...chart,
      groups: groups.map(one => ({ ...one })),
      measure: measure && { ...measure },
    })),
  }
}

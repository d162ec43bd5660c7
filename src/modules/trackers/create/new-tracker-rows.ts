import { mapReportView } from '../model/report-view.ts'
import { semanticTypes } from '../store/load-trackers.ts'
import type {
  CreatedTrackers,
  Key,
  NewBind,
  NewFormElement,
  NewSemantics,
  NewTracker,
  NewWorkflowAction,
} from '../model/new-tracker.ts'
import type { Semantics, TrackerPermission } from '../model/tracker.ts'
import type {
  CriterionRow,
  FormElementRow,
  NumberedTable,
  RendererDefinition,
  TrackerTables,
} from '../model/tracker-tables.ts'

/** Id of the value "None" of every list. */
const NONE_VALUE_ID = 100

/** Returns the next id of a table. */
export type NextId = (table: NumberedTable) => number

export const get = <Value>(map: ReadonlyMap<Key, Value>, key: Key): Value => {
  const value = map.get(key)
  if (value === undefined) throw new Error(`the new trackers refer to "${key}", which is not one of their keys`)
  return value
}

type TrackerRows = { -readonly [Table in keyof TrackerTables]: TrackerTables[Table][number][] }

/** Builds the rows of trackers whose keys have ids. */
export const toRows = (trackers: readonly NewTracker[], created: CreatedTrackers, number: NextId): TrackerTables => {
  const rows: TrackerRows = {
    tracker: [],
    form_element: [],
    bind_value: [],
    group_bind_value: [],
    none_decorator: [],
    field_permission: [],
    tracker_permission: [],
    semantic: [],
    date_rule: [],
    list_rule: [],
    workflow: [],
    workflow_transition: [],
    workflow_action: [],
    report: [],
    report_renderer: [],
    canned_response: [],
    tracker_webhook: [],
  }
  for (const tracker of trackers) {
    const trackerId = get(created.trackerIds, tracker.key)
    addTracker(rows, tracker, trackerId)
    addElements(rows, tracker.elements, { trackerId, parentId: null }, created)
    addSemantics(rows, tracker.semantics, trackerId, created)
    addRules(rows, tracker, trackerId, created, number)
    addWorkflow(rows, tracker, trackerId, created, number)
    addReports(rows, tracker, trackerId, created)
    for (const { title, body } of tracker.cannedResponses)
      rows.canned_response.push({ id: number('canned_response'), tracker_id: trackerId, title, body })
    for (const url of tracker.webhooks)
      rows.tracker_webhook.push({ id: number('tracker_webhook'), tracker_id: trackerId, url })
  }
  return rows
}

const addTracker = (rows: TrackerRows, tracker: NewTracker, id: number): void => {
  rows.tracker.push({
    id,
    project_id: tracker.projectId,
    name: tracker.name,
    item_name: tracker.itemName,
    description: tracker.description,
    color: tracker.color,
    parent_id: null,
    submit_instructions: tracker.submitInstructions,
    browse_instructions: tracker.browseInstructions,
    instantiate_for_new_projects: tracker.instantiateForNewProjects,
    allow_copy: tracker.allowCopy,
    enable_email_gateway: tracker.enableEmailGateway,
    log_priority_changes: tracker.logPriorityChanges,
    notifications_level: tracker.notificationsLevel,
    is_displayed_in_new_dropdown: tracker.isDisplayedInNewDropdown,
    use_private_comments: tracker.usePrivateComments,
    enable_move_artifacts: tracker.enableMoveArtifacts,
    should_send_event_in_notification: tracker.shouldSendEventInNotification,
  })
  for (const [permission, groupIds] of Object.entries(tracker.permissions))
    for (const groupId of new Set(groupIds))
      rows.tracker_permission.push({
        tracker_id: id,
        user_group_id: groupId,
        permission: permission as TrackerPermission,
      })
}

const addElements = (
  rows: TrackerRows,
  elements: readonly NewFormElement[],
  place: { trackerId: number; parentId: number | null },
  created: CreatedTrackers,
): void => {
  for (const element of elements) {
    const id = get(created.fieldIds, element.key)
    rows.form_element.push({
      id,
      tracker_id: place.trackerId,
      parent_id: place.parentId,
      type: element.type,
      name: element.name,
      label: element.label,
      description: element.description,
      rank: element.rank,
      is_required: element.isRequired,
      is_used: element.isUsed,
      has_notifications: element.hasNotifications,
      settings: element.settings,
      ...bindColumns(element.bind),
    })
    addBindValues(rows, element.bind, id, created)
    const colorName = element.noneColorName ?? null
    const legacyColor = element.noneLegacyColor ?? null
    if (colorName !== null || legacyColor !== null)
      rows.none_decorator.push({ field_id: id, color_name: colorName, legacy_color: legacyColor })
    for (const permission of ['read', 'submit', 'update'] as const)
      for (const groupId of new Set(element.permissions[permission]))
        rows.field_permission.push({ field_id: id, user_group_id: groupId, permission })
    addElements(rows, element.children, { trackerId: place.trackerId, parentId: id }, created)
  }
}

const bindColumns = (
  bind: NewBind | null,
): Pick<FormElementRow, 'bind_type' | 'is_rank_alpha' | 'bind_functions' | 'default_user_ids'> => ({
  bind_type: bind?.type ?? null,
  is_rank_alpha: bind?.type === 'static' && bind.isRankAlpha,
  bind_functions: bind?.type === 'users' ? bind.functions : [],
  default_user_ids: bind?.type === 'users' ? bind.defaultUserIds : [],
})

const addBindValues = (rows: TrackerRows, bind: NewBind | null, fieldId: number, created: CreatedTrackers): void => {
  if (bind?.type === 'static')
    bind.values.forEach((value, rank) => {
      rows.bind_value.push({
        id: get(created.valueIds, value.key),
        field_id: fieldId,
        label: value.label,
        description: value.description,
        rank,
        is_hidden: value.isHidden,
        is_default: value.isDefault,
        color_name: value.colorName,
        legacy_color: value.legacyColor,
      })
    })
  if (bind?.type === 'ugroups')
    bind.values.forEach((value, rank) => {
      rows.group_bind_value.push({
        id: get(created.groupValues, value.key).id,
        field_id: fieldId,
        user_group_id: value.groupId,
        rank,
        is_hidden: value.isHidden,
        is_default: value.isDefault,
      })
    })
}

const addSemantics = (
  rows: TrackerRows,
  semantics: NewSemantics,
  trackerId: number,
  created: CreatedTrackers,
): void => {
  const resolved = resolveSemantics(semantics, created)
  for (const [member, definition] of Object.entries(resolved))
    rows.semantic.push({
      tracker_id: trackerId,
      type: semanticTypes[member as keyof Semantics],
      definition: definition as Record<string, unknown>,
    })
}

const resolveSemantics = (semantics: NewSemantics, created: CreatedTrackers): Semantics => {
  const field = (key: Key): number => get(created.fieldIds, key)
  const value = (key: Key): number => get(created.valueIds, key)
  const ofField = (part: { readonly field: Key }) => ({ fieldId: field(part.field) })
  const { title, description, status, done, contributor, initialEffort, velocity, tooltip } = semantics
  const { timeframe, progress, cardFields } = semantics
  return {
    ...(title && { title: ofField(title) }),
    ...(description && { description: ofField(description) }),
    ...(status && { status: { ...ofField(status), openValueIds: status.openValues.map(value) } }),
    ...(done && { done: { closedValueIds: done.closedValues.map(value) } }),
    ...(contributor && { contributor: ofField(contributor) }),
    ...(initialEffort && { initialEffort: ofField(initialEffort) }),
    ...(velocity && { velocity: ofField(velocity) }),
    ...(tooltip && { tooltip: { fieldIds: tooltip.fields.map(field) } }),
    ...(timeframe && { timeframe: resolveTimeframe(timeframe, created) }),
    ...(progress && {
      progress:
        'linkType' in progress
          ? { linkType: progress.linkType }
          : {
              totalEffortFieldId: field(progress.totalEffortField),
              remainingEffortFieldId: field(progress.remainingEffortField),
            },
    }),
    ...(cardFields && {
      cardFields: {
        fieldIds: cardFields.fields.map(field),
        backgroundColorFieldId:
          cardFields.backgroundColorField === null ? null : field(cardFields.backgroundColorField),
      },
    }),
  }
}

const resolveTimeframe = (
  timeframe: NonNullable<NewSemantics['timeframe']>,
  created: CreatedTrackers,
): NonNullable<Semantics['timeframe']> => {
  if ('impliedFromTracker' in timeframe)
    return { impliedFromTrackerId: get(created.trackerIds, timeframe.impliedFromTracker) }
  const startDateFieldId = get(created.fieldIds, timeframe.startDateField)
  return 'durationField' in timeframe
    ? { startDateFieldId, durationFieldId: get(created.fieldIds, timeframe.durationField) }
    : { startDateFieldId, endDateFieldId: get(created.fieldIds, timeframe.endDateField) }
}

const addRules = (
  rows: TrackerRows,
  tracker: NewTracker,
  trackerId: number,
  created: CreatedTrackers,
  number: NextId,
): void => {
  const value = (key: Key | null): number => (key === null ? NONE_VALUE_ID : get(created.valueIds, key))
  for (const rule of tracker.dateRules)
    rows.date_rule.push({
      id: number('date_rule'),
      tracker_id: trackerId,
      source_field_id: get(created.fieldIds, rule.sourceField),
      target_field_id: get(created.fieldIds, rule.targetField),
      comparator: rule.comparator,
    })
  for (const rule of tracker.listRules)
    rows.list_rule.push({
      id: number('list_rule'),
      tracker_id: trackerId,
      source_field_id: get(created.fieldIds, rule.sourceField),
      source_value_id: value(rule.sourceValue),
      target_field_id: get(created.fieldIds, rule.targetField),
      target_value_id: value(rule.targetValue),
    })
}

const addWorkflow = (
  rows: TrackerRows,
  tracker: NewTracker,
  trackerId: number,
  created: CreatedTrackers,
  number: NextId,
): void => {
  const { workflow } = tracker
  if (!workflow) return
  rows.workflow.push({
    tracker_id: trackerId,
    field_id: get(created.fieldIds, workflow.field),
    is_used: workflow.isUsed,
    is_legacy: workflow.isLegacy,
    is_advanced: workflow.isAdvanced,
  })
  for (const transition of workflow.transitions) {
    const id = number('workflow_transition')
    rows.workflow_transition.push({
      id,
      tracker_id: trackerId,
      from_value_id: transition.fromValue === null ? null : get(created.valueIds, transition.fromValue),
      to_value_id: get(created.valueIds, transition.toValue),
      authorized_user_group_ids: transition.authorizedUserGroupIds,
      not_empty_field_ids: transition.notEmptyFields.map(key => get(created.fieldIds, key)),
      is_comment_required: transition.isCommentRequired,
    })
    for (const action of transition.actions)
      rows.workflow_action.push({
        id: number('workflow_action'),
        transition_id: id,
        type: action.type,
        definition: resolveAction(action, created),
      })
  }
}

const resolveAction = (action: NewWorkflowAction, created: CreatedTrackers): Record<string, unknown> => {
  switch (action.type) {
    case 'set_field_value':
      return { field_id: get(created.fieldIds, action.field), field_type: action.fieldType, value: action.value }
    case 'run_job':
      return { job_url: action.jobUrl }
    case 'frozen_fields':
      return { field_ids: action.fields.map(key => get(created.fieldIds, key)) }
    case 'hidden_fieldsets':
      return { fieldset_ids: action.fieldsets.map(key => get(created.fieldIds, key)) }
    case 'add_to_top_backlog':
      return {}
  }
}

const addReports = (rows: TrackerRows, tracker: NewTracker, trackerId: number, created: CreatedTrackers): void => {
  const field = (key: Key): number => get(created.fieldIds, key)
  for (const report of tracker.reports) {
    const id = get(created.reportIds, report.key)
    rows.report.push({
      id,
      tracker_id: trackerId,
      name: report.name,
      description: report.description,
      is_default: report.isDefault,
      is_query_displayed: report.isQueryDisplayed,
      is_in_expert_mode: report.isInExpertMode,
      expert_query: report.expertQuery,
      criteria: report.criteria.map((criterion): CriterionRow => ({
        field_id: field(criterion.field),
        is_advanced: criterion.isAdvanced,
        value:
          criterion.value === null || typeof criterion.value === 'string' || 'operator' in criterion.value
            ? criterion.value
            : {
                none: criterion.value.none,
                value_ids: criterion.value.values.map(key => get(created.valueIds, key)),
              },
      })),
      view: report.view ? mapReportView(report.view, field, key => get(created.valueIds, key)) : null,
    })
    report.renderers.forEach((renderer, rank) => {
      const definition: RendererDefinition = {
        chunk_size: renderer.chunkSize,
        multisort: renderer.isMultisort,
        columns: renderer.columns.map(column => ({
          field_id: field(column.field),
          ...(column.linkType === undefined ? {} : { link_type: column.linkType }),
          ...(column.linkFormat === undefined ? {} : { link_format: column.linkFormat }),
        })),
        sort: renderer.sort.map(key => ({ field_id: field(key.field) })),
      }
      rows.report_renderer.push({
        id: get(created.rendererIds, renderer.key),
        report_id: id,
        type: renderer.type,
        name: renderer.name,
        description: renderer.description,
        rank,
        definition,
      })
    })
  }
}

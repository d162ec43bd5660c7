import type { Queryable } from '../../../platform/db/db.ts'
import {
  fieldType,
  isUserSource,
  settingsWithDefaults,
  type BindValue,
  type Field,
  type FieldRight,
  type GroupBindValue,
} from '../../fields/index.ts'
import type { UserGroupId } from '../../projects/index.ts'
import type { Semantics, Tracker, TrackerPermission, Trigger, Workflow, WorkflowTransition } from '../model/tracker.ts'
import type {
  BindValueRow,
  FormElementRow,
  LoadedRows,
  LoadedTriggerRow,
  SemanticRow,
} from '../model/tracker-tables.ts'
import { loadTrackerRows } from './trackers.store.ts'

/** Trackers with their whole configuration, including deleted trackers: one round trip for all. */
export const loadTrackers = async (db: Queryable, ids: readonly number[]): Promise<Map<number, Tracker>> =>
  ids.length === 0 ? new Map() : buildTrackers(await loadTrackerRows(db, ids))

const groupBy = <Key, Row>(rows: readonly Row[], keyOf: (row: Row) => Key): Map<Key, Row[]> => {
  const groups = new Map<Key, Row[]>()
  for (const row of rows) {
    const key = keyOf(row)
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  return groups
}

export const buildTrackers = (rows: LoadedRows): Map<number, Tracker> => {
  const ofTracker = <Row extends { readonly tracker_id: number }>(list: readonly Row[]): Map<number, Row[]> =>
    groupBy(list, row => row.tracker_id)
  const elements = ofTracker(rows.form_element)
  const permissions = ofTracker(rows.tracker_permission)
  const semantics = ofTracker(rows.semantic)
  const dateRules = ofTracker(rows.date_rule)
  const listRules = ofTracker(rows.list_rule)
  const workflows = buildWorkflows(rows)
  const triggers = rows.workflow_trigger.map(buildTrigger)
  const parts = fieldParts(rows)

  const trackers = new Map<number, Tracker>()
  for (const row of rows.tracker) {
    const fields = inFormOrder(elements.get(row.id) ?? []).map(element => buildField(element, row.project_id, parts))
    trackers.set(row.id, {
      id: row.id,
      version: row.version,
      projectId: row.project_id,
      name: row.name,
      itemName: row.item_name,
      description: row.description,
      color: row.color,
      parentId: row.parent_id,
      isDeleted: row.deleted_at !== null,
      submitInstructions: row.submit_instructions,
      browseInstructions: row.browse_instructions,
      instantiateForNewProjects: row.instantiate_for_new_projects,
      allowCopy: row.allow_copy,
      enableEmailGateway: row.enable_email_gateway,
      logPriorityChanges: row.log_priority_changes,
      notificationsLevel: row.notifications_level,
      isDisplayedInNewDropdown: row.is_displayed_in_new_dropdown,
      usePrivateComments: row.use_private_comments,
      enableMoveArtifacts: row.enable_move_artifacts,
      shouldSendEventInNotification: row.should_send_event_in_notification,
      fields,
      fieldById: new Map(fields.map(field => [field.id, field])),
      fieldByName: new Map(fields.filter(field => field.isUsed).map(field => [field.name, field])),
      permissions: groupsByRight(
        ['full', 'assignee', 'submitter', 'submitter_only', 'admin'],
        permissions.get(row.id) ?? [],
      ),
      semantics: buildSemantics(semantics.get(row.id) ?? []),
      workflow: workflows.get(row.id) ?? null,
      dateRules: (dateRules.get(row.id) ?? []).map(buildDateRule),
      listRules: (listRules.get(row.id) ?? []).map(buildListRule),
      triggers: triggers.filter(
        ({ target, sources }) => target.trackerId === row.id || sources.some(source => source.trackerId === row.id),
      ),
    })
  }
  return trackers
}

const buildDateRule = (rule: LoadedRows['date_rule'][number]): Tracker['dateRules'][number] => ({
  sourceFieldId: rule.source_field_id,
  targetFieldId: rule.target_field_id,
  comparator: rule.comparator,
})

const buildListRule = (rule: LoadedRows['list_rule'][number]): Tracker['listRules'][number] => ({
  sourceFieldId: rule.source_field_id,
  sourceValueId: rule.source_value_id,
  targetFieldId: rule.target_field_id,
  targetValueId: rule.target_value_id,
})

/** Depth first, containers before their content; the rows are sorted by rank. */
const inFormOrder = (elements: readonly FormElementRow[]): FormElementRow[] => {
  const children = groupBy(elements, element => element.parent_id)
  const walk = (parentId: number | null): FormElementRow[] =>
    (children.get(parentId) ?? []).flatMap(element => [element, ...walk(element.id)])
  return walk(null)
}

const groupsByRight = <Right extends TrackerPermission | FieldRight>(
  rights: readonly Right[],
  rows: readonly { readonly permission: Right; readonly user_group_id: UserGroupId }[],
): Record<Right, ReadonlySet<UserGroupId>> =>
  Object.fromEntries(
    rights.map(right => [right, new Set(rows.filter(row => row.permission === right).map(row => row.user_group_id))]),
  ) as unknown as Record<Right, ReadonlySet<UserGroupId>>

const fieldParts = (rows: LoadedRows) => ({
  values: groupBy(rows.bind_value, row => row.field_id),
  groupValues: groupBy(rows.group_bind_value, row => row.field_id),
  openValues: groupBy(rows.open_value, row => row.field_id),
  none: new Map(rows.none_decorator.map(row => [row.field_id, row])),
  permissions: groupBy(rows.field_permission, row => row.field_id),
})
type FieldParts = ReturnType<typeof fieldParts>

const buildField = (row: FormElementRow, projectId: number, parts: FieldParts): Field => {
  const none = parts.none.get(row.id)
  return {
    id: row.id,
    trackerId: row.tracker_id,
    projectId,
    parentId: row.parent_id,
    type: row.type,
    name: row.name,
    label: row.label,
    description: row.description,
    rank: row.rank,
    isRequired: row.is_required,
    isUsed: row.is_used,
    hasNotifications: row.has_notifications,
    settings: settingsWithDefaults(fieldType(row.type), row.settings),
    bind: buildBind(row, parts),
    noneColorName: none?.color_name ?? null,
    noneLegacyColor: none?.legacy_color ?? null,
    permissions: groupsByRight(['read', 'submit', 'update'], parts.permissions.get(row.id) ?? []),
  }
}

const inAlphabeticalOrder = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

const buildBind = (row: FormElementRow, parts: FieldParts): Field['bind'] => {
  switch (row.bind_type) {
    case null:
      return null
    case 'static': {
      const values = (parts.values.get(row.id) ?? []).map(buildValue)
      if (row.is_rank_alpha) values.sort((a, b) => inAlphabeticalOrder.compare(a.label, b.label))
      const openValues = (parts.openValues.get(row.id) ?? []).map(open => ({
        id: open.id,
        label: open.label,
        isHidden: open.is_hidden,
      }))
      return {
        type: 'static',
        isRankAlpha: row.is_rank_alpha,
        values,
        byId: new Map(values.map(value => [value.id, value])),
        openValues,
        openById: new Map(openValues.map(value => [value.id, value])),
      }
    }
    case 'users':
      // Imports once stored sources that no function here supports.
      return { type: 'users', functions: row.bind_functions.filter(isUserSource), defaultUserIds: row.default_user_ids }
    case 'ugroups': {
      const values = (parts.groupValues.get(row.id) ?? []).map((value): GroupBindValue => ({
        id: value.id,
        groupId: value.user_group_id,
        isHidden: value.is_hidden,
        isDefault: value.is_default,
      }))
      return { type: 'ugroups', values, byGroupId: new Map(values.map(value => [value.groupId, value])) }
    }
  }
}

const buildValue = (row: BindValueRow): BindValue => ({
  id: row.id,
  label: row.label,
  description: row.description,
  isHidden: row.is_hidden,
  isDefault: row.is_default,
  colorName: row.color_name,
  legacyColor: row.legacy_color,
})

const buildWorkflows = (rows: LoadedRows): Map<number, Workflow> => {
  const actions = groupBy(rows.workflow_action, row => row.transition_id)
  const transitions = groupBy(rows.workflow_transition, row => row.tracker_id)
  return new Map(
    rows.workflow.map(row => [
      row.tracker_id,
      {
        fieldId: row.field_id,
        isUsed: row.is_used,
        isLegacy: row.is_legacy,
        isAdvanced: row.is_advanced,
        transitions: (transitions.get(row.tracker_id) ?? []).map((transition): WorkflowTransition => ({
          id: transition.id,
          fromValueId: transition.from_value_id,
          toValueId: transition.to_value_id,
          authorizedUserGroupIds: transition.authorized_user_group_ids,
          notEmptyFieldIds: transition.not_empty_field_ids,
          isCommentRequired: transition.is_comment_required,
          actions: (actions.get(transition.id) ?? []).map(({ id, type, definition }) => ({ id, type, definition })),
        })),
      },
    ]),
  )
}

const buildTrigger = (row: LoadedTriggerRow): Trigger => ({
  id: row.id,
  direction: row.direction,
  condition: row.condition,
  target: { trackerId: row.target_tracker_id, fieldId: row.target_field_id, valueId: row.target_value_id },
  sources: (row.sources ?? []).map(source => ({
    trackerId: source.tracker_id,
    fieldId: source.field_id,
    valueId: source.value_id,
  })),
})

/** Stored names of the members of `Semantics`; their definitions are the members themselves, as JSON. */
export const semanticTypes = {
  title: 'title',
  description: 'description',
  status: 'status',
  done: 'done',
  contributor: 'contributor',
  initialEffort: 'initial_effort',
  velocity: 'velocity',
  tooltip: 'tooltip',
  timeframe: 'timeframe',
  progress: 'progress',
  cardFields: 'card_fields',
} as const satisfies Record<keyof Semantics, string>

const memberOfType = new Map(Object.entries(semanticTypes).map(([member, type]) => [type as string, member]))

const buildSemantics = (rows: readonly SemanticRow[]): Semantics => {
  const entries = rows.flatMap(row => {
    const member = memberOfType.get(row.type)
    return member ? [[member, row.definition] as const] : []
  })
  return Object.fromEntries(entries)
}

import { mapReportView } from './report-view.ts'
import type { Field } from '../../fields/index.ts'
import { isStaticGroup, MEMBERS_GROUP, type UserGroupId } from '../../projects/index.ts'
import type {
  Key,
  NewBind,
  NewFormElement,
  NewReport,
  NewSemantics,
  NewTracker,
  NewWorkflow,
  NewWorkflowAction,
} from './new-tracker.ts'
import type { CriterionRow, ExtraRows, ReportRow } from './tracker-tables.ts'
import type { Tracker, TrackerPermission, WorkflowAction } from './tracker.ts'

export const trackerKey = (id: number): Key => `T${id}`
export const fieldKey = (id: number): Key => `F${id}`
export const valueKey = (id: number): Key => `V${id}`
export const groupValueKey = (id: number): Key => `G${id}`

/** Trackers as plain values for another project: a copy takes the same path as an import. */
export const toNewTrackers = (
  trackers: readonly Tracker[],
  extras: ExtraRows,
  target: { readonly projectId: number; readonly groupMap: ReadonlyMap<number, number> },
): NewTracker[] => {
  const copied = new Set(trackers.map(tracker => tracker.id))
  return trackers.map(tracker =>
    toNewTracker(tracker, extras, {
      projectId: target.projectId,
      groups: groupMapper(target.groupMap),
      isThere: id => copied.has(id),
    }),
  )
}

/** `isThere`: whether the value may refer to that other tracker. */
export const toNewTracker = (
  tracker: Tracker,
  extras: ExtraRows,
  target: {
    readonly projectId: number
    readonly groups: GroupMapper
    readonly isThere: (trackerId: number) => boolean
  },
): NewTracker => {
  const { groups } = target
  return {
    key: trackerKey(tracker.id),
    projectId: target.projectId,
    name: tracker.name,
    itemName: tracker.itemName,
    description: tracker.description,
    color: tracker.color,
    submitInstructions: tracker.submitInstructions,
    browseInstructions: tracker.browseInstructions,
    instantiateForNewProjects: tracker.instantiateForNewProjects,
    allowCopy: tracker.allowCopy,
    enableEmailGateway: tracker.enableEmailGateway,
    logPriorityChanges: tracker.logPriorityChanges,
    notificationsLevel: tracker.notificationsLevel as NewTracker['notificationsLevel'],
    isDisplayedInNewDropdown: tracker.isDisplayedInNewDropdown,
    usePrivateComments: tracker.usePrivateComments,
    enableMoveArtifacts: tracker.enableMoveArtifacts,
    shouldSendEventInNotification: tracker.shouldSendEventInNotification,
    cannedResponses: extras.canned_response
      .filter(response => response.tracker_id === tracker.id)
      .map(({ title, body }) => ({ title, body })),
    elements: toElements(tracker, null, groups),
    semantics: toSemantics(tracker, target.isThere),
    dateRules: tracker.dateRules.map(rule => ({
      sourceField: fieldKey(rule.sourceFieldId),
      targetField: fieldKey(rule.targetFieldId),
      comparator: rule.comparator,
    })),
    listRules: tracker.listRules.map(rule => ({
      sourceField: fieldKey(rule.sourceFieldId),
      sourceValue: rule.sourceValueId === NONE_VALUE_ID ? null : valueKey(rule.sourceValueId),
      targetField: fieldKey(rule.targetFieldId),
      targetValue: rule.targetValueId === NONE_VALUE_ID ? null : valueKey(rule.targetValueId),
    })),
    workflow: toWorkflow(tracker, groups),
    reports: extras.report.filter(report => report.tracker_id === tracker.id).map(report => toReport(report, extras)),
    webhooks: extras.tracker_webhook.filter(hook => hook.tracker_id === tracker.id).map(hook => hook.url),
    permissions: Object.fromEntries(
      Object.entries(tracker.permissions).map(([right, granted]) => [right as TrackerPermission, groups(granted)]),
    ),
  }
}

const NONE_VALUE_ID = 100

export type GroupMapper = (groupIds: Iterable<UserGroupId>) => UserGroupId[]

/** Dynamic groups mean the groups of the new project; a static group without counterpart is left out. */
const groupMapper =
  (groupMap: ReadonlyMap<number, number>): GroupMapper =>
  groupIds =>
    [...groupIds].flatMap(groupId => (isStaticGroup(groupId) ? (groupMap.get(groupId) ?? []) : groupId))

/** Elements by id: the order of their creation, which the copies keep. */
const toElements = (tracker: Tracker, parentId: number | null, groups: GroupMapper): NewFormElement[] =>
  tracker.fields
    .filter(field => field.parentId === parentId)
    .sort((a, b) => a.id - b.id)
    .map(field => ({
      key: fieldKey(field.id),
      type: field.type,
      name: field.name,
      label: field.label,
      description: field.description,
      rank: field.rank,
      isRequired: field.isRequired,
      isUsed: field.isUsed,
      hasNotifications: field.hasNotifications,
      settings: field.settings,
      bind: field.bind && toBind(field.bind, groups),
      noneColorName: field.noneColorName,
      noneLegacyColor: field.noneLegacyColor,
      permissions: {
        read: groups(field.permissions.read),
        submit: groups(field.permissions.submit),
        update: groups(field.permissions.update),
      },
      children: toElements(tracker, field.id, groups),
    }))

const BOUND_GROUP = /^ugroup_(\d+)$/

const toBind = (bind: NonNullable<Field['bind']>, groups: GroupMapper): NewBind => {
  switch (bind.type) {
    case 'static':
      return {
        type: 'static',
        isRankAlpha: bind.isRankAlpha,
        values: bind.values.map(({ id, ...value }) => ({ key: valueKey(id), ...value })),
      }
    case 'users':
      return {
        type: 'users',
        functions: bind.functions.flatMap(name => {
          const number = BOUND_GROUP.exec(name)?.[1]
          return number === undefined ? name : groups([Number(number)]).map(groupId => `ugroup_${groupId}`)
        }),
        defaultUserIds: bind.defaultUserIds,
      }
    case 'ugroups':
      return {
        type: 'ugroups',
        values: bind.values.flatMap(({ id, groupId, isHidden, isDefault }) =>
          groups([groupId]).map(mapped => ({ key: groupValueKey(id), groupId: mapped, isHidden, isDefault })),
        ),
      }
  }
}

const toSemantics = (tracker: Tracker, isThere: (trackerId: number) => boolean): NewSemantics => {
  const { title, description, status, done, contributor, initialEffort, velocity, tooltip } = tracker.semantics
  const { timeframe, progress, cardFields } = tracker.semantics
  const ofField = (semantic: { readonly fieldId: number }) => ({ field: fieldKey(semantic.fieldId) })
  return {
    ...(title && { title: ofField(title) }),
    ...(description && { description: ofField(description) }),
    ...(status && { status: { ...ofField(status), openValues: status.openValueIds.map(valueKey) } }),
    ...(done && { done: { closedValues: done.closedValueIds.map(valueKey) } }),
    ...(contributor && { contributor: ofField(contributor) }),
    ...(initialEffort && { initialEffort: ofField(initialEffort) }),
    ...(velocity && { velocity: ofField(velocity) }),
    ...(tooltip && { tooltip: { fields: tooltip.fieldIds.map(fieldKey) } }),
    ...toTimeframe(timeframe, isThere),
    ...(progress && {
      progress:
        'linkType' in progress
          ? progress
          : {
              totalEffortField: fieldKey(progress.totalEffortFieldId),
              remainingEffortField: fieldKey(progress.remainingEffortFieldId),
            },
    }),
    ...(cardFields && {
      cardFields: {
        fields: cardFields.fieldIds.map(fieldKey),
        backgroundColorField:
          cardFields.backgroundColorFieldId === null ? null : fieldKey(cardFields.backgroundColorFieldId),
      },
    }),
  }
}

const toTimeframe = (
  timeframe: Tracker['semantics']['timeframe'],
  isThere: (trackerId: number) => boolean,
): Pick<NewSemantics, 'timeframe'> => {
  if (!timeframe) return {}
  if ('impliedFromTrackerId' in timeframe)
    return isThere(timeframe.impliedFromTrackerId)
      ? { timeframe: { impliedFromTracker: trackerKey(timeframe.impliedFromTrackerId) } }
      : {}
  const startDateField = fieldKey(timeframe.startDateFieldId)
  return 'durationFieldId' in timeframe
    ? { timeframe: { startDateField, durationField: fieldKey(timeframe.durationFieldId) } }
    : { timeframe: { startDateField, endDateField: fieldKey(timeframe.endDateFieldId) } }
}

const toWorkflow = (tracker: Tracker, groups: GroupMapper): NewWorkflow | null => {
  const { workflow } = tracker
  if (!workflow) return null
  return {
    field: fieldKey(workflow.fieldId),
    isUsed: workflow.isUsed,
    isLegacy: workflow.isLegacy,
    isAdvanced: workflow.isAdvanced,
    transitions: workflow.transitions.map(transition => {
      const authorized = groups(transition.authorizedUserGroupIds)
      return {
        fromValue: transition.fromValueId === null ? null : valueKey(transition.fromValueId),
        toValue: valueKey(transition.toValueId),
        // No user could take a transition without groups, so it gets the platform's default.
        authorizedUserGroupIds: authorized.length > 0 ? authorized : [MEMBERS_GROUP],
        notEmptyFields: transition.notEmptyFieldIds.map(fieldKey),
        isCommentRequired: transition.isCommentRequired,
        actions: transition.actions.map(toAction),
      }
    }),
  }
}

const toAction = ({ type, definition }: WorkflowAction): NewWorkflowAction => {
  switch (type) {
    case 'set_field_value': {
      const { field_id, field_type, value } = definition as {
        field_id: number
        field_type: 'date' | 'int' | 'float'
        value: number | '' | 'current'
      }
      return { type, field: fieldKey(field_id), fieldType: field_type, value }
    }
    case 'run_job':
      return { type, jobUrl: definition.job_url as string }
    case 'frozen_fields':
      return { type, fields: (definition.field_ids as number[]).map(fieldKey) }
    case 'hidden_fieldsets':
      return { type, fieldsets: (definition.fieldset_ids as number[]).map(fieldKey) }
    case 'add_to_top_backlog':
      return { type }
  }
}

export const reportKey = (id: number): Key => `R${id}`
export const rendererKey = (id: number): Key => `D${id}`

const toReport = (report: ReportRow, extras: ExtraRows): NewReport => ({
  key: reportKey(report.id),
  name: report.name,
  description: report.description,
  isDefault: report.is_default,
  isQueryDisplayed: report.is_query_displayed,
  isInExpertMode: report.is_in_expert_mode,
  expertQuery: report.expert_query,
  criteria: report.criteria.map(criterion => ({
    field: fieldKey(criterion.field_id),
    isAdvanced: criterion.is_advanced,
    value: toCriterionValue(criterion.value),
  })),
  ...(report.view !== null && { view: mapReportView(report.view, fieldKey, valueKey) }),
  renderers: extras.report_renderer
    .filter(renderer => renderer.report_id === report.id)
    .map(renderer => ({
      key: rendererKey(renderer.id),
      type: 'table',
      name: renderer.name,
      description: renderer.description,
      chunkSize: renderer.definition.chunk_size,
      isMultisort: renderer.definition.multisort,
      columns: renderer.definition.columns.map(column => ({
        field: fieldKey(column.field_id),
        ...(column.link_type === undefined ? {} : { linkType: column.link_type }),
        ...(column.link_format === undefined ? {} : { linkFormat: column.link_format }),
      })),
      sort: renderer.definition.sort.map(sort => ({ field: fieldKey(sort.field_id) })),
    })),
})

const toCriterionValue = (value: CriterionRow['value']): NewReport['criteria'][number]['value'] =>
  value === null || typeof value === 'string' || 'operator' in value
    ? value
    : { none: value.none, values: value.value_ids.map(valueKey) }

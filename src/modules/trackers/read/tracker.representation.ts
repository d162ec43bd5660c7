import {
  canReadField,
  fieldRights,
  fieldTypes,
  tqlComparisonsOf,
  type DescribeContext,
  type Field,
  type FieldRight,
} from '../../fields/index.ts'
import {
  groupsOf,
  representProjectReference,
  type MinimalUserGroup,
  type Project,
  type UserGroupId,
} from '../../projects/index.ts'
import type { Viewer } from '../../users/index.ts'
import { canSubmitArtifact, canTakeTransition, isTrackerAdmin } from '../model/trackers.permissions.ts'
import type {
  CompleteTrackerRepresentation,
  FieldRepresentation,
  MinimalTrackerRepresentation,
  SemanticsRepresentation,
  StructureRepresentation,
  TrackerReferenceRepresentation,
  TrackerUsageRepresentation,
  WorkflowRepresentation,
} from '../model/trackers.schema.ts'
import type { Tracker } from '../model/tracker.ts'

/** trackers.md §2. `reasons`: in lists of projects, the reasons why the requester cannot create an artifact; null elsewhere. */
export const representMinimalTracker = (
  tracker: Tracker,
  project: Project,
  reasons: readonly string[] | null = null,
): MinimalTrackerRepresentation => ({
  id: tracker.id,
  uri: `trackers/${tracker.id}`,
  label: tracker.name,
  color_name: tracker.color,
  project: representProjectReference(project),
  cannot_create_reasons: reasons && [...reasons],
})

/** The settings of a tracker that the form of an artifact follows; the rest of `general` is for administrators. */
export const representTrackerUsage = (viewer: Viewer, tracker: Tracker): TrackerUsageRepresentation => ({
  browse_instructions: tracker.browseInstructions,
  submit_instructions: tracker.submitInstructions,
  can_create_artifacts: canSubmitArtifact(viewer, tracker),
  can_copy_artifacts: tracker.allowCopy,
  has_private_comments: tracker.usePrivateComments,
})

/** A tracker inside other objects (artifacts.md §2.2). */
export const representTrackerReference = (tracker: Tracker, project: Project): TrackerReferenceRepresentation => ({
  id: tracker.id,
  uri: `trackers/${tracker.id}`,
  label: tracker.name,
  color: tracker.color,
  project: representProjectReference(project),
})

/** Data and look-ups for a complete representation beside the tracker, loaded in advance. */
export interface CompleteContext {
  readonly viewer: Viewer
  readonly project: Project
  readonly describe: DescribeContext
  /** undefined for a deleted group. */
  userGroup(groupId: UserGroupId): MinimalUserGroup | undefined
  /** Parent in the hierarchy, if the requester may see it. */
  readonly parent: TrackerReferenceRepresentation | null
  /** Fields say how lists sort and search by them. */
  readonly isWithQuery?: boolean
  /** In the context of an artifact: the fieldsets that its workflow hides now. */
  readonly hiddenFieldsetIds?: ReadonlySet<number>
  /** In the context of an artifact: the fields that its workflow freezes now (artifacts.md §3). */
  readonly frozenFieldIds?: ReadonlySet<number>
}

export const representCompleteTracker = (tracker: Tracker, context: CompleteContext): CompleteTrackerRepresentation => {
  const { viewer, project } = context
  const isAdministrator = isTrackerAdmin(viewer, tracker)
  const readable = readableFields(tracker, viewer)
  return {
    id: tracker.id,
    uri: `trackers/${tracker.id}`,
    html_url: `/plugins/tracker/?tracker=${tracker.id}`,
    project: representProjectReference(project),
    label: tracker.name,
    description: tracker.description,
    item_name: tracker.itemName,
    fields: readable.toSorted(byPosition).map(field => representField(field, tracker, context, isAdministrator)),
    structure: representStructure(tracker),
    semantics: representSemantics(tracker, new Set(readable.map(field => field.id))),
    workflow: representWorkflow(tracker, viewer, isAdministrator),
    permissions_for_groups: isAdministrator
      ? {
          can_access: representGroups(tracker.permissions.full, context),
          can_access_submitted_by_user: representGroups(tracker.permissions.submitter_only, context),
          can_access_assigned_to_group: representGroups(tracker.permissions.assignee, context),
          can_access_submitted_by_group: representGroups(tracker.permissions.submitter, context),
          can_admin: representGroups(tracker.permissions.admin, context),
        }
      : null,
    parent: context.parent,
    resources: [{ type: 'reports', uri: `trackers/${tracker.id}/tracker_reports` }],
    color_name: tracker.color,
    notifications: { enabled: tracker.notificationsLevel !== NOTIFICATIONS_OFF },
  }
}

const NOTIFICATIONS_OFF = 1

const hasNoValue = (field: Field): boolean => {
  const family = fieldTypes.get(field.type)?.family
  return family === 'container' || family === 'static'
}

/** fields.md §1: used elements; containers and static ones are always readable. */
const readableFields = (tracker: Tracker, viewer: Viewer): Field[] => {
  const groups = groupsOf(viewer, { id: tracker.projectId })
  return tracker.fields.filter(
    field => field.isUsed && (hasNoValue(field) || canReadField(groups, field, viewer.isSiteAdministrator)),
  )
}

/**
 * fields.md §1 requires a flat list, and clients take the first element with a label. Elements are sorted by their rank in their own
 * container, over all containers together. `structure` shows the form itself.
 */
const byPosition = (one: Field, other: Field): number => one.rank - other.rank || one.id - other.id

/** In ascending order of group numbers: dynamic groups before static ones. */
const representGroups = (groupIds: ReadonlySet<UserGroupId>, context: CompleteContext): MinimalUserGroup[] =>
  [...groupIds].sort((a, b) => a - b).flatMap(groupId => context.userGroup(groupId) ?? [])

const representField = (
  field: Field,
  tracker: Tracker,
  context: CompleteContext,
  isAdministrator: boolean,
): FieldRepresentation => {
  const type = fieldTypes.get(field.type)
  if (!type) throw new Error(`field ${field.id} is of the unknown type ${field.type}`)
  const described = type.describe(field, context.describe)
  const groups = groupsOf(context.viewer, context.project)
  const granted = (right: FieldRight): MinimalUserGroup[] => representGroups(field.permissions[right], context)
  return {
    field_id: field.id,
    label: field.label,
    name: field.name,
    type: field.type,
    values: described.values,
    required: field.isRequired && !hasNoValue(field),
    collapsed: false,
    bindings: { type: described.bindings.type, list: [...described.bindings.list] },
    permissions: fieldRights(groups, field, context.viewer.isSiteAdministrator).filter(
      right => right !== 'update' || !context.frozenFieldIds?.has(field.id),
    ),
    permissions_for_groups:
      isAdministrator && !hasNoValue(field)
        ? { can_submit: granted('submit'), can_read: granted('read'), can_update: granted('update') }
        : null,
    default_value: described.default_value,
    has_notifications: field.hasNotifications,
    is_used: field.isUsed,
    description: field.description,
    specific_properties: described.specific_properties,
    label_decorators: representDecorators(field, tracker),
    ...described.extra,
    ...(context.isWithQuery === true && !hasNoValue(field)
      ? {
          sortable: type.query?.sortKey?.(field) !== undefined,
          queryable: Object.keys(tqlComparisonsOf(type.query) ?? {}),
        }
      : {}),
    ...(field.type === 'fieldset' && context.hiddenFieldsetIds
      ? { is_hidden: context.hiddenFieldsetIds.has(field.id) }
      : {}),
  }
}

/** fields.md §1: the basic form for the administration, without rights and without members of single kinds. */
export const representBareField = (field: Field, tracker: Tracker, context: CompleteContext): FieldRepresentation => {
  const type = fieldTypes.get(field.type)
  const { extra = {} } = type ? type.describe(field, context.describe) : {}
  const whole = representField(field, tracker, context, false)
  const base = Object.fromEntries(Object.entries(whole).filter(([member]) => !Object.hasOwn(extra, member)))
  return { ...(base as FieldRepresentation), permissions: [], permissions_for_groups: null }
}

/** Labels that show the use of the field in the workflow. */
const representDecorators = (field: Field, tracker: Tracker): FieldRepresentation['label_decorators'] =>
  tracker.workflow?.isUsed && tracker.workflow.fieldId === field.id
    ? [
        {
          label: 'Workflow',
          description: 'The value of this field changes along the transitions of the workflow.',
          icon: null,
          url: null,
          action: null,
        },
      ]
    : []

/** Every used element, including elements that the requester cannot read. */
const representStructure = (tracker: Tracker): StructureRepresentation[] => {
  const contentOf = (parentId: number | null): StructureRepresentation[] =>
    tracker.fields
      .filter(field => field.isUsed && field.parentId === parentId)
      .map(field => ({
        id: field.id,
        content: fieldTypes.get(field.type)?.family === 'container' ? contentOf(field.id) : null,
      }))
  return contentOf(null)
}

const representSemantics = (tracker: Tracker, readable: ReadonlySet<number>): SemanticsRepresentation => {
  const { title, description, status, contributor, timeframe, progress, initialEffort, velocity } = tracker.semantics
  const ofField = <Name extends string>(name: Name, semantic: { readonly fieldId: number } | undefined) =>
    semantic && readable.has(semantic.fieldId)
      ? ({ [name]: { field_id: semantic.fieldId } } as Record<Name, { field_id: number }>)
      : {}
  return {
    ...ofField('title', title),
    ...ofField('description', description),
    ...(status && readable.has(status.fieldId)
      ? { status: { field_id: status.fieldId, value_ids: [...status.openValueIds] } }
      : {}),
    ...ofField('contributor', contributor),
    ...representTimeframe(timeframe, readable),
    ...representProgress(progress, readable),
    ...ofField('initial_effort', initialEffort),
    ...ofField('velocity', velocity),
  }
}

const representTimeframe = (
  timeframe: Tracker['semantics']['timeframe'],
  readable: ReadonlySet<number>,
): Pick<SemanticsRepresentation, 'timeframe'> => {
  if (!timeframe) return {}
  if ('impliedFromTrackerId' in timeframe) {
    const id = timeframe.impliedFromTrackerId
    return { timeframe: { implied_from_tracker: { id, uri: `trackers/${id}` } } }
  }
  const start = { start_date_field_id: timeframe.startDateFieldId }
  if (!readable.has(timeframe.startDateFieldId)) return {}
  if ('durationFieldId' in timeframe)
    return readable.has(timeframe.durationFieldId)
      ? { timeframe: { ...start, duration_field_id: timeframe.durationFieldId } }
      : {}
  return readable.has(timeframe.endDateFieldId)
    ? { timeframe: { ...start, end_date_field_id: timeframe.endDateFieldId } }
    : {}
}

const representProgress = (
  progress: Tracker['semantics']['progress'],
  readable: ReadonlySet<number>,
): Pick<SemanticsRepresentation, 'progress'> => {
  if (!progress) return {}
  if ('linkType' in progress) return { progress: { artifact_link_type: progress.linkType } }
  const { totalEffortFieldId, remainingEffortFieldId } = progress
  return readable.has(totalEffortFieldId) && readable.has(remainingEffortFieldId)
    ? { progress: { total_effort_field_id: totalEffortFieldId, remaining_effort_field_id: remainingEffortFieldId } }
    : {}
}

/** trackers.md §2: without workflow there is an object, too; null only hides the workflow of a field that the requester cannot read. */
const representWorkflow = (
  tracker: Tracker,
  viewer: Viewer,
  isAdministrator: boolean,
): WorkflowRepresentation | null => {
  const rules = {
    dates: tracker.dateRules.map(rule => ({
      source_field_id: rule.sourceFieldId,
      target_field_id: rule.targetFieldId,
      comparator: rule.comparator,
    })),
    lists: tracker.listRules.map(rule => ({
      source_field_id: rule.sourceFieldId,
      source_value_id: rule.sourceValueId,
      target_field_id: rule.targetFieldId,
      target_value_id: rule.targetValueId,
    })),
  }
  const { workflow } = tracker
  if (!workflow) return { field_id: 0, is_used: '', is_legacy: false, is_advanced: false, rules, transitions: [] }
  const field = tracker.fieldById.get(workflow.fieldId)
  const groups = groupsOf(viewer, { id: tracker.projectId })
  if (!field || !canReadField(groups, field, viewer.isSiteAdministrator)) return null
  return {
    field_id: workflow.fieldId,
    is_used: workflow.isUsed ? '1' : '0',
    is_legacy: workflow.isLegacy,
    is_advanced: workflow.isAdvanced,
    rules,
    transitions: workflow.transitions
      .filter(transition => isAdministrator || canTakeTransition(viewer, tracker, transition))
      .map(transition => ({ id: transition.id, from_id: transition.fromValueId, to_id: transition.toValueId })),
  }
}

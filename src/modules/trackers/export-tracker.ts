import type { Queryable } from '../../platform/db/db.ts'
import type { XmlElement } from '../../platform/xml/node.ts'
import { fieldType, type Field, type LegacyColor } from '../fields/index.ts'
import { NOBODY_GROUP, type UserGroupId } from '../projects/index.ts'
import { fieldKey, inArchive, trackerKey, valueKey, type ArchiveGroupNames } from './export-names.ts'
import { referenceTransition } from './set-workflow-mode.ts'
import type { Semantics, Tracker, TrackerPermission, Workflow, WorkflowAction, WorkflowTransition } from './tracker.ts'
import type { CriterionRow, ExtraRows, ReportRow } from './tracker-tables.ts'
import { readExtras } from './trackers.store.ts'

/** What a tracker may refer to outside itself. */
export interface TrackerExportContext {
  readonly groups: ArchiveGroupNames
  /** The account as `users.xml` of the archive knows it, whatever the name of the element. */
  userReference(userId: number): XmlElement
  /** Is the tracker part of the same archive? Only then may others refer to it. */
  isExported(trackerId: number): boolean
}

/** What goes into the archive beside the cached tracker. */
export interface TrackerExport {
  readonly tracker: Tracker
  readonly extras: ExtraRows
  /** `<artifact>` elements. */
  readonly artifacts: readonly XmlElement[]
}

/** Reports, canned responses and webhooks of all trackers of an archive: one query. */
export const loadTrackerExtras = (db: Queryable, trackerIds: readonly number[]): Promise<ExtraRows> =>
  readExtras(db, trackerIds)

/**
 * `<tracker>` of a project archive (import.md §5, §13): used elements only, and of everything else only what is about them, so that
 * no reference leads to what is not there. Attributes that have their defaults are left out.
 */
export const exportTracker = (
  { tracker, extras, artifacts }: TrackerExport,
  context: TrackerExportContext,
): XmlElement => {
  const { parentId } = tracker
  return {
    name: 'tracker',
    attributes: {
      id: trackerKey(tracker.id),
      parent_id: parentId !== null && context.isExported(parentId) ? trackerKey(parentId) : '0',
      ...settings(tracker, context),
    },
    children: [
      textElement('name', tracker.name),
      textElement('item_name', tracker.itemName),
      textElement('description', tracker.description),
      textElement('color', tracker.color),
      ...optionalText('submit_instructions', tracker.submitInstructions),
      ...optionalText('browse_instructions', tracker.browseInstructions),
      {
        name: 'cannedResponses',
        children: ofTracker(extras.canned_response, tracker).map(({ title, body }) => ({
          name: 'cannedResponse',
          children: [textElement('title', title), textElement('body', body)],
        })),
      },
      { name: 'formElements', children: exportElements(tracker, elementTree(tracker), context) },
      { name: 'semantics', children: exportSemantics(tracker, context) },
      exportRules(tracker),
      ...optional(
        'reports',
        ofTracker(extras.report, tracker).map(report => exportReport(report, tracker, extras)),
      ),
      ...exportWorkflow(tracker, context),
      ...optional(
        'webhooks',
        ofTracker(extras.tracker_webhook, tracker).map(({ url }) => ({ name: 'webhook', attributes: { url } })),
      ),
      {
        name: 'permissions',
        children: [...trackerPermissions(tracker, context), ...fieldPermissions(tracker, context)],
      },
      ...optional('artifacts', artifacts),
    ],
  }
}

const textElement = (name: string, text: string): XmlElement => ({ name, text })
const optionalText = (name: string, text: string): XmlElement[] => (text === '' ? [] : [{ name, text }])
const optional = (name: string, children: readonly XmlElement[]): XmlElement[] =>
  children.length === 0 ? [] : [{ name, children }]
const ofTracker = <Row extends { readonly tracker_id: number }>(rows: readonly Row[], tracker: Tracker): Row[] =>
  rows.filter(row => row.tracker_id === tracker.id)

/** Those that do not have their default. */
const settings = (tracker: Tracker, context: TrackerExportContext): Record<string, string | undefined> => {
  const flag = (value: boolean, byDefault = false): string | undefined =>
    value === byDefault ? undefined : value ? '1' : '0'
  const { title } = tracker.semantics
  // Events need both in the tracker itself; without them a reader would refuse the archive.
  const canSendEvents =
    title !== undefined &&
    isUsed(tracker, title.fieldId) &&
    timeframe(tracker, context)?.[0]?.name === 'start_date_field'
  return {
    instantiate_for_new_projects: flag(tracker.instantiateForNewProjects),
    allow_copy: flag(tracker.allowCopy, true),
    enable_emailgateway: flag(tracker.enableEmailGateway),
    log_priority_changes: flag(tracker.logPriorityChanges),
    notifications_level: tracker.notificationsLevel === 0 ? undefined : String(tracker.notificationsLevel),
    is_displayed_in_new_dropdown: flag(tracker.isDisplayedInNewDropdown),
    use_private_comments: flag(tracker.usePrivateComments, true),
    enable_move_artifacts: flag(tracker.enableMoveArtifacts, true),
    should_send_event_in_notification: flag(tracker.shouldSendEventInNotification && canSendEvents),
  }
}

const isUsed = (tracker: Tracker, fieldId: number): boolean => tracker.fieldById.get(fieldId)?.isUsed === true
const usedFields = (tracker: Tracker, ids: readonly number[]): number[] => ids.filter(id => isUsed(tracker, id))

const refElement = (name: string, key: string): XmlElement => ({ name, attributes: { REF: key } })
const fieldRef = (name: string, fieldId: number): XmlElement => refElement(name, fieldKey(fieldId))
const valueRef = (name: string, valueId: number): XmlElement => refElement(name, valueKey(valueId))

// Form elements

interface ElementNode {
  readonly field: Field
  readonly content: readonly ElementNode[]
}

/** Used elements in the order of their ids; what is inside an unused container stands where the container does. */
const elementTree = (tracker: Tracker): ElementNode[] => {
  const children = new Map<number | null, Field[]>()
  for (const field of tracker.fields) {
    const siblings = children.get(field.parentId)
    if (siblings) siblings.push(field)
    else children.set(field.parentId, [field])
  }
  const level = (parentId: number | null): ElementNode[] =>
    (children.get(parentId) ?? [])
      .toSorted((left, right) => left.id - right.id)
      .flatMap(field => (field.isUsed ? [{ field, content: level(field.id) }] : level(field.id)))
  return level(null)
}

const exportElements = (tracker: Tracker, nodes: readonly ElementNode[], context: TrackerExportContext): XmlElement[] =>
  nodes.map(({ field, content }) => exportElement(tracker, inArchive(field), content, context))

const exportElement = (
  tracker: Tracker,
  field: Field,
  content: readonly ElementNode[],
  context: TrackerExportContext,
): XmlElement => {
  const type = fieldType(field.type)
  const properties = type.exportSettings(field)
  return {
    name: type.family === 'external' ? 'externalField' : 'formElement',
    attributes: {
      type: field.type,
      ID: fieldKey(field.id),
      rank: field.rank,
      required: field.isRequired ? '1' : undefined,
      notifications: field.hasNotifications ? '1' : undefined,
    },
    children: [
      textElement('name', field.name),
      textElement('label', field.label),
      ...optionalText('description', field.description),
      ...(Object.keys(properties).length > 0 ? [{ name: 'properties', attributes: properties }] : []),
      ...(field.bind ? [exportBind(field, field.bind, context)] : []),
      ...optional('formElements', exportElements(tracker, content, context)),
    ],
  }
}

const exportBind = (field: Field, bind: NonNullable<Field['bind']>, context: TrackerExportContext): XmlElement => {
  const none = decorator(undefined, field.noneColorName, field.noneLegacyColor)
  switch (bind.type) {
    case 'static':
      return bindElement(
        { type: 'static', is_rank_alpha: bind.isRankAlpha ? '1' : '0' },
        bind.values.map(({ id, label, description, isHidden }) => ({
          name: 'item',
          attributes: { ID: valueKey(id), label, is_hidden: isHidden ? '1' : undefined },
          children: optionalText('description', description),
        })),
        [...none, ...bind.values.flatMap(value => decorator(value.id, value.colorName, value.legacyColor))],
        bind.values.filter(value => value.isDefault).map(value => valueRef('value', value.id)),
      )
    case 'users':
      return bindElement(
        { type: 'users' },
        bind.functions.map(label => ({ name: 'item', attributes: { label } })),
        none,
        bind.defaultUserIds.map(id => ({ ...context.userReference(id), name: 'value' })),
      )
    case 'ugroups':
      return bindElement(
        { type: 'ugroups' },
        bind.values.map(({ id, groupId, isHidden }) => ({
          name: 'item',
          attributes: { ID: valueKey(id), label: context.groups.of(groupId), is_hidden: isHidden ? '1' : undefined },
        })),
        none,
        bind.values.filter(value => value.isDefault).map(value => valueRef('value', value.id)),
      )
  }
}

const bindElement = (
  attributes: Readonly<Record<string, string>>,
  items: readonly XmlElement[],
  decorators: readonly XmlElement[],
  defaults: readonly XmlElement[],
): XmlElement => ({
  name: 'bind',
  attributes,
  children: [
    ...optional('items', items),
    ...optional('decorators', decorators),
    ...optional('default_values', defaults),
  ],
})

/** Without a value it is the colour of None. */
const decorator = (
  valueId: number | undefined,
  colorName: string | null,
  legacyColor: LegacyColor | null,
): XmlElement[] => {
  const REF = valueId === undefined ? undefined : valueKey(valueId)
  if (colorName !== null) return [{ name: 'decorator', attributes: { REF, tlp_color_name: colorName } }]
  return legacyColor ? [{ name: 'decorator', attributes: { REF, ...legacyColor } }] : []
}

// Semantics

/** Content of `<semantic type="…">` by type; undefined = there is nothing to say. */
const semanticContents: readonly (readonly [
  type: string,
  shortName: string,
  content: (semantics: Semantics, tracker: Tracker, context: TrackerExportContext) => readonly XmlElement[] | undefined,
])[] = [
  ['title', 'title', ({ title }, tracker) => title && ofField(tracker, title.fieldId)],
  ['description', 'description', ({ description }, tracker) => description && ofField(tracker, description.fieldId)],
  [
    'status',
    'status',
    ({ status }, tracker) =>
      status &&
      ofField(tracker, status.fieldId, {
        name: 'open_values',
        children: status.openValueIds.map(id => valueRef('open_value', id)),
      }),
  ],
  [
    'done',
    'done',
    // It is said of the values of the status.
    ({ done, status }, tracker) =>
      done && status && isUsed(tracker, status.fieldId)
        ? [{ name: 'closed_values', children: done.closedValueIds.map(id => valueRef('closed_value', id)) }]
        : undefined,
  ],
  ['contributor', 'contributor', ({ contributor }, tracker) => contributor && ofField(tracker, contributor.fieldId)],
  [
    'initial_effort',
    'initial_effort',
    ({ initialEffort }, tracker) => initialEffort && ofField(tracker, initialEffort.fieldId),
  ],
  ['velocity', 'velocity', ({ velocity }, tracker) => velocity && ofField(tracker, velocity.fieldId)],
  [
    'tooltip',
    'tooltip',
    ({ tooltip }, tracker) => tooltip && usedFields(tracker, tooltip.fieldIds).map(id => fieldRef('field', id)),
  ],
  [
    'plugin_cardwall_card_fields',
    'card_fields',
    ({ cardFields }, tracker) =>
      cardFields && [
        ...usedFields(tracker, cardFields.fieldIds).map(id => fieldRef('field', id)),
        ...(cardFields.backgroundColorFieldId !== null && isUsed(tracker, cardFields.backgroundColorFieldId)
          ? [fieldRef('background-color', cardFields.backgroundColorFieldId)]
          : []),
      ],
  ],
  ['timeframe', 'timeframe', (_semantics, tracker, context) => timeframe(tracker, context)],
  ['progress', 'progress', ({ progress }, tracker) => progress && progressContent(progress, tracker)],
]

const ofField = (tracker: Tracker, fieldId: number, ...more: readonly XmlElement[]): XmlElement[] | undefined =>
  isUsed(tracker, fieldId) ? [fieldRef('field', fieldId), ...more] : undefined

const timeframe = (tracker: Tracker, context: TrackerExportContext): readonly XmlElement[] | undefined => {
  const { timeframe: given } = tracker.semantics
  if (!given) return undefined
  if ('impliedFromTrackerId' in given)
    return context.isExported(given.impliedFromTrackerId)
      ? [{ name: 'inherited_from_tracker', attributes: { id: trackerKey(given.impliedFromTrackerId) } }]
      : undefined
  const [end, endFieldId] =
    'durationFieldId' in given
      ? (['duration_field', given.durationFieldId] as const)
      : (['end_date_field', given.endDateFieldId] as const)
  return isUsed(tracker, given.startDateFieldId) && isUsed(tracker, endFieldId)
    ? [fieldRef('start_date_field', given.startDateFieldId), fieldRef(end, endFieldId)]
    : undefined
}

const progressContent = (
  progress: NonNullable<Semantics['progress']>,
  tracker: Tracker,
): readonly XmlElement[] | undefined => {
  if ('linkType' in progress) return [{ name: 'artifact_link_type', attributes: { shortname: progress.linkType } }]
  const { totalEffortFieldId: total, remainingEffortFieldId: remaining } = progress
  return isUsed(tracker, total) && isUsed(tracker, remaining)
    ? [fieldRef('total_effort_field', total), fieldRef('remaining_effort_field', remaining)]
    : undefined
}

const exportSemantics = (tracker: Tracker, context: TrackerExportContext): XmlElement[] =>
  semanticContents.flatMap(([type, shortName, contentOf]) => {
    const content = contentOf(tracker.semantics, tracker, context)
    return content
      ? [{ name: 'semantic', attributes: { type }, children: [textElement('shortname', shortName), ...content] }]
      : []
  })

// Rules

const NONE_VALUE_ID = 100

const exportRules = (tracker: Tracker): XmlElement => {
  const isWhole = (rule: { readonly sourceFieldId: number; readonly targetFieldId: number }): boolean =>
    isUsed(tracker, rule.sourceFieldId) && isUsed(tracker, rule.targetFieldId)
  const value = (name: string, id: number): XmlElement =>
    id === NONE_VALUE_ID ? { name, attributes: { is_none: '1' } } : valueRef(name, id)
  return {
    name: 'rules',
    children: [
      {
        name: 'date_rules',
        children: tracker.dateRules.filter(isWhole).map(rule => ({
          name: 'rule',
          children: [
            fieldRef('source_field', rule.sourceFieldId),
            fieldRef('target_field', rule.targetFieldId),
            { name: 'comparator', attributes: { type: rule.comparator } },
          ],
        })),
      },
      {
        name: 'list_rules',
        children: tracker.listRules.filter(isWhole).map(rule => ({
          name: 'rule',
          children: [
            fieldRef('source_field', rule.sourceFieldId),
            fieldRef('target_field', rule.targetFieldId),
            value('source_value', rule.sourceValueId),
            value('target_value', rule.targetValueId),
          ],
        })),
      },
    ],
  }
}

// Reports

const exportReport = (report: ReportRow, tracker: Tracker, extras: ExtraRows): XmlElement => ({
  name: 'report',
  attributes: {
    id: `REPORT_${report.id}`,
    is_default: report.is_default ? '1' : undefined,
    is_query_displayed: report.is_query_displayed ? undefined : '0',
    is_in_expert_mode: report.is_in_expert_mode ? '1' : undefined,
    expert_query: report.expert_query === '' ? undefined : report.expert_query,
  },
  children: [
    textElement('name', report.name),
    ...optionalText('description', report.description),
    {
      name: 'criterias',
      children: report.criteria
        .filter(criterion => isUsed(tracker, criterion.field_id))
        .map((criterion, rank) => ({
          name: 'criteria',
          attributes: { rank, is_advanced: criterion.is_advanced ? '1' : undefined },
          children: [fieldRef('field', criterion.field_id), ...criterionValue(criterion.value)],
        })),
    },
    {
      name: 'renderers',
      children: extras.report_renderer
        .filter(renderer => renderer.report_id === report.id)
        .map((renderer, rank) => ({
          name: 'renderer',
          attributes: {
            ID: `R${renderer.id}`,
            type: renderer.type,
            rank,
            chunksz: renderer.definition.chunk_size,
            multisort: renderer.definition.multisort ? '1' : undefined,
          },
          children: [
            textElement('name', renderer.name),
            ...optionalText('description', renderer.description),
            {
              name: 'columns',
              children: renderer.definition.columns
                .filter(column => isUsed(tracker, column.field_id))
                .map(column => ({
                  name: 'field',
                  attributes: {
                    REF: fieldKey(column.field_id),
                    'artlink-nature': column.link_type,
                    'artlink-nature-format': column.link_format,
                  },
                })),
            },
            ...optional(
              'sort',
              renderer.definition.sort
                .filter(sort => isUsed(tracker, sort.field_id))
                .map(sort => fieldRef('field', sort.field_id)),
            ),
          ],
        })),
    },
  ],
})

const criterionValue = (value: CriterionRow['value']): XmlElement[] => {
  if (value === null) return []
  if (typeof value === 'string') return [{ name: 'criteria_value', attributes: { type: 'text' }, text: value }]
  // Archives have no form for operators (import.md §5.9): the criterion is kept, without its value.
  if ('operator' in value) return []
  return [
    {
      name: 'criteria_value',
      attributes: { type: 'list' },
      children: [
        ...(value.none ? [{ name: 'none_value' }] : []),
        ...value.value_ids.map(id => valueRef('selected_value', id)),
      ],
    },
  ]
}

// Workflow

const exportWorkflow = (tracker: Tracker, context: TrackerExportContext): XmlElement[] => {
  const { workflow } = tracker
  if (!workflow || !isUsed(tracker, workflow.fieldId)) return []
  const { isAdvanced, transitions } = workflow
  return [
    {
      name: isAdvanced ? 'workflow' : 'simple_workflow',
      children: [
        fieldRef('field_id', workflow.fieldId),
        textElement('is_used', workflow.isUsed ? '1' : '0'),
        isAdvanced
          ? {
              name: 'transitions',
              children: transitions.map(transition => exportTransition(transition, tracker, context)),
            }
          : { name: 'states', children: exportStates(workflow, tracker, context) },
      ],
    },
  ]
}

const exportTransition = (
  transition: WorkflowTransition,
  tracker: Tracker,
  context: TrackerExportContext,
): XmlElement => ({
  name: 'transition',
  children: [
    origin(transition),
    valueRef('to_id', transition.toValueId),
    ...transitionSettings(transition, tracker, context),
  ],
})

/** trackers.md §6.1: in simple mode the transitions to a state share the settings of one of them. */
const exportStates = ({ transitions }: Workflow, tracker: Tracker, context: TrackerExportContext): XmlElement[] =>
  [...new Set(transitions.map(transition => transition.toValueId))].map(state => {
    const ofState = transitions.filter(transition => transition.toValueId === state)
    const reference = referenceTransition(ofState)
    return {
      name: 'state',
      children: [
        valueRef('to_id', state),
        {
          name: 'transitions',
          children: ofState.map(transition => ({ name: 'transition', children: [origin(transition)] })),
        },
        ...(reference ? transitionSettings(reference, tracker, context) : []),
      ],
    }
  })

const origin = ({ fromValueId }: WorkflowTransition): XmlElement =>
  refElement('from_id', fromValueId === null ? 'null' : valueKey(fromValueId))

const transitionSettings = (
  transition: WorkflowTransition,
  tracker: Tracker,
  context: TrackerExportContext,
): XmlElement[] => {
  const notEmpty = usedFields(tracker, transition.notEmptyFieldIds)
  const condition = (type: string, children: readonly XmlElement[], attributes = {}): XmlElement => ({
    name: 'condition',
    attributes: { type, ...attributes },
    children,
  })
  return [
    ...optional(
      'postactions',
      transition.actions.flatMap(action => exportAction(action, tracker)),
    ),
    {
      name: 'conditions',
      children: [
        condition('perms', [
          {
            name: 'permissions',
            children: transition.authorizedUserGroupIds.map(groupId => ({
              name: 'permission',
              attributes: { ugroup: context.groups.ofRight(groupId) },
            })),
          },
        ]),
        ...(notEmpty.length > 0
          ? [
              condition(
                'notempty',
                notEmpty.map(id => fieldRef('field', id)),
              ),
            ]
          : []),
        ...(transition.isCommentRequired ? [condition('commentnotempty', [], { is_comment_required: '1' })] : []),
      ],
    },
  ]
}

const exportAction = ({ type, definition }: WorkflowAction, tracker: Tracker): XmlElement[] => {
  switch (type) {
    case 'set_field_value': {
      const { field_id, field_type, value } = definition as {
        field_id: number
        field_type: 'date' | 'int' | 'float'
        value: number | '' | 'current'
      }
      if (!isUsed(tracker, field_id)) return []
      const attributes = field_type === 'date' ? { valuetype: value === 'current' ? '2' : '1' } : { value }
      return [{ name: `postaction_field_${field_type}`, attributes, children: [fieldRef('field_id', field_id)] }]
    }
    case 'run_job':
      return [{ name: 'postaction_ci_build', attributes: { job_url: definition['job_url'] as string } }]
    case 'frozen_fields':
      return optional(
        'postaction_frozen_fields',
        usedFields(tracker, definition['field_ids'] as number[]).map(id => fieldRef('field_id', id)),
      )
    case 'hidden_fieldsets':
      return optional(
        'postaction_hidden_fieldsets',
        usedFields(tracker, definition['fieldset_ids'] as number[]).map(id => fieldRef('fieldset_id', id)),
      )
  }
}

// Permissions

const trackerRights: Readonly<Record<TrackerPermission, string>> = {
  admin: 'PLUGIN_TRACKER_ADMIN',
  full: 'PLUGIN_TRACKER_ACCESS_FULL',
  assignee: 'PLUGIN_TRACKER_ACCESS_ASSIGNEE',
  submitter: 'PLUGIN_TRACKER_ACCESS_SUBMITTER',
  submitter_only: 'PLUGIN_TRACKER_ACCESS_SUBMITTER_ONLY',
}

const trackerPermissions = (tracker: Tracker, context: TrackerExportContext): XmlElement[] => {
  const line = (right: TrackerPermission, groupId: UserGroupId): XmlElement => ({
    name: 'permission',
    attributes: { scope: 'tracker', ugroup: context.groups.ofRight(groupId), type: trackerRights[right] },
  })
  const lines = (Object.keys(trackerRights) as TrackerPermission[]).flatMap(right =>
    inOrder(tracker.permissions[right]).map(groupId => line(right, groupId)),
  )
  // Without any line a reader would open the tracker to everybody (§5.5).
  return lines.length > 0 ? lines : [line('full', NOBODY_GROUP)]
}

/** §5.5: only what takes values has more to grant than reading, containers and static elements not even that. */
const fieldPermissions = (tracker: Tracker, context: TrackerExportContext): XmlElement[] =>
  tracker.fields
    .filter(field => field.isUsed)
    .toSorted((left, right) => left.id - right.id)
    .flatMap(field => {
      const { family } = fieldType(field.type)
      const { read, submit, update } = field.permissions
      const line = (type: string, groupId: UserGroupId): XmlElement => ({
        name: 'permission',
        attributes: {
          scope: 'field',
          REF: fieldKey(field.id),
          ugroup: context.groups.ofRight(groupId),
          type: `PLUGIN_TRACKER_FIELD_${type}`,
        },
      })
      const reading = inOrder(read).map(groupId => line('READ', groupId))
      if (family === 'container' || family === 'static') return []
      if (family === 'readOnly') return reading
      return [
        ...reading,
        ...inOrder(submit).map(groupId => line('SUBMIT', groupId)),
        ...inOrder(update).map(groupId => line('UPDATE', groupId)),
      ]
    })

const inOrder = (groupIds: ReadonlySet<UserGroupId>): UserGroupId[] => [...groupIds].toSorted((a, b) => a - b)

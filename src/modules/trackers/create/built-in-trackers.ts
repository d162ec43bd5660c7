import type { FieldTypeName } from '../../fields/index.ts'
import { ANONYMOUS_GROUP, MEMBERS_GROUP } from '../../projects/index.ts'
import { defaultReport } from '../model/default-report.ts'
import type { NewBind, NewFormElement, NewTracker } from '../model/new-tracker.ts'

/** A tracker that the platform provides, in its own words. */
export interface BuiltInTracker {
  readonly name: string
  readonly itemName: string
  readonly description: string
  readonly color: string
  /** The open states; the first one is the default. */
  readonly open: readonly string[]
  readonly closed: readonly string[]
  /** Fields beside the common ones: title, description, status, assigned_to, attachments, links. */
  readonly extraFields: readonly ExtraField[]
  /** Names of the fields with the first day and the number of days. */
  readonly timeframe?: { readonly start: string; readonly duration: string }
  /** Name of the field with the effort that was estimated at first. */
  readonly initialEffort?: string
  /** Name of the field with the effort that was done in the end. */
  readonly velocity?: string
  readonly charts?: readonly ExtraField[]
}

export interface ExtraField {
  readonly type: FieldTypeName
  readonly name: string
  readonly label: string
  readonly values?: readonly string[]
  /** Whether the platform alone fills the field. */
  readonly isFilled?: true
}

const READ = { read: [ANONYMOUS_GROUP] } as const

/** Dates start empty here: a new artifact should not be due today. */
const NO_DATE = { default_value_type: 1, default_value: '' } as const

const keyIn =
  (tracker: BuiltInTracker) =>
  (name: string): string =>
    `${tracker.itemName} ${name}`

const elementsOf = (tracker: BuiltInTracker): NewFormElement[] => {
  const { field, filled, choices, box } = elementBuilders(tracker)
  return rankInOrder([
    box('details', 'Details', [
      field('string', 'title', 'Title', { isRequired: true }),
      field('text', 'description', 'Description'),
      field('sb', 'status', 'Status', {
        bind: choices('status', [...tracker.open, ...tracker.closed], tracker.open[0]),
      }),
      field('msb', 'assigned_to', 'Assigned to', {
        hasNotifications: true,
        bind: { type: 'users', functions: ['group_members'], defaultUserIds: [] },
      }),
      ...tracker.extraFields.map(extra =>
        field(extra.type, extra.name, extra.label, {
          bind: extra.values ? choices(extra.name, extra.values) : null,
          ...(extra.type === 'date' && { settings: NO_DATE }),
          ...(extra.isFilled && { permissions: READ }),
        }),
      ),
    ]),
    ...(tracker.charts
      ? [
          box(
            'charts',
            'Charts',
            tracker.charts.map(({ type, name, label }) => filled(type, name, label)),
          ),
        ]
      : []),
    box('attached', 'Attachments and links', [
      field('file', 'attachments', 'Attachments'),
      field('art_link', 'links', 'Links'),
    ]),
    box('history', 'History', [
      filled('aid', 'id', 'Id'),
      filled('subby', 'submitted_by', 'Submitted by'),
      filled('subon', 'submitted_on', 'Submitted on'),
      filled('lud', 'last_update', 'Last update'),
      filled('cross', 'references', 'References'),
    ]),
  ])
}

/** Functions that make form elements: written by members, filled by the platform, in a box. */
const elementBuilders = (tracker: BuiltInTracker) => {
  const key = keyIn(tracker)
  const element = (type: FieldTypeName, name: string, label: string, rest: Partial<NewFormElement> = {}) => ({
    key: key(name),
    type,
    name,
    label,
    description: '',
    rank: 0,
    isRequired: false,
    isUsed: true,
    hasNotifications: false,
    settings: {},
    bind: null,
    permissions: {},
    children: [],
    ...rest,
  })
  const written = { read: [ANONYMOUS_GROUP], submit: [MEMBERS_GROUP], update: [MEMBERS_GROUP] }
  const field = (type: FieldTypeName, name: string, label: string, rest: Partial<NewFormElement> = {}) =>
    element(type, name, label, { permissions: written, ...rest })
  const filled = (type: FieldTypeName, name: string, label: string) => element(type, name, label, { permissions: READ })
  const choices = (name: string, labels: readonly string[], defaultLabel?: string): NewBind => ({
    type: 'static',
    isRankAlpha: false,
    values: labels.map(label => ({
      key: key(`${name} ${label}`),
      label,
      description: '',
      isHidden: false,
      isDefault: label === defaultLabel,
      colorName: null,
      legacyColor: null,
    })),
  })
  const box = (name: string, label: string, children: readonly NewFormElement[]) =>
    element('fieldset', name, label, { children: rankInOrder(children) })
  return { field, filled, choices, box }
}

/**
 * A built-in tracker for one project. Only the title is required; all users who see the project read, and members write (projects.md §3.7).
 */
export const newBuiltInTracker = (tracker: BuiltInTracker, projectId: number): NewTracker => {
  const key = keyIn(tracker)
  const elements = elementsOf(tracker)
  const semantics: NewTracker['semantics'] = {
    title: { field: key('title') },
    description: { field: key('description') },
    status: { field: key('status'), openValues: tracker.open.map(label => key(`status ${label}`)) },
    contributor: { field: key('assigned_to') },
    ...(tracker.timeframe && {
      timeframe: { startDateField: key(tracker.timeframe.start), durationField: key(tracker.timeframe.duration) },
    }),
    ...(tracker.initialEffort !== undefined && { initialEffort: { field: key(tracker.initialEffort) } }),
    ...(tracker.velocity !== undefined && { velocity: { field: key(tracker.velocity) } }),
  }
  return {
    key: tracker.itemName,
    projectId,
    name: tracker.name,
    itemName: tracker.itemName,
    description: tracker.description,
    color: tracker.color,
    submitInstructions: '',
    browseInstructions: '',
    instantiateForNewProjects: true,
    allowCopy: true,
    enableEmailGateway: false,
    logPriorityChanges: false,
    notificationsLevel: 0,
    isDisplayedInNewDropdown: true,
    usePrivateComments: true,
    enableMoveArtifacts: true,
    shouldSendEventInNotification: false,
    cannedResponses: [],
    elements,
    semantics,
    dateRules: [],
    listRules: [],
    workflow: null,
    reports: [defaultReport({ elements, semantics }, key('report'))],
    webhooks: [],
    // All users who see the project see its artifacts.
    permissions: { full: [ANONYMOUS_GROUP] },
  }
}

const rankInOrder = (elements: readonly NewFormElement[]): NewFormElement[] =>
  elements.map((element, rank) => ({ ...element, rank }))

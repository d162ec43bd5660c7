import type { FieldTypeName } from '../fields/index.ts'
import { ANONYMOUS_GROUP, MEMBERS_GROUP, SITE_TEMPLATE_ID } from '../projects/index.ts'
import { defaultReport } from './default-report.ts'
import type { NewBind, NewFormElement, NewTracker } from './new-tracker.ts'

interface SiteTracker {
  readonly name: string
  readonly itemName: string
  readonly description: string
  readonly color: string
  /** The first ones mean that the artifact is open; the very first is the default. */
  readonly open: readonly string[]
  readonly closed: readonly string[]
  /** Fields beside those that all four have. */
  readonly extra: readonly Extra[]
}

interface Extra {
  readonly type: FieldTypeName
  readonly name: string
  readonly label: string
  readonly values?: readonly string[]
}

const siteTrackers: readonly SiteTracker[] = [
  {
    name: 'Bugs',
    itemName: 'bug',
    description: 'What does not work as it should',
    color: 'fiesta-red',
    open: ['New', 'Confirmed', 'In progress'],
    closed: ['Fixed', 'Rejected'],
    extra: [
      { type: 'msb', name: 'platforms', label: 'Platforms', values: ['Linux', 'macOS', 'Windows', 'Android', 'iOS'] },
      { type: 'int', name: 'reports', label: 'Times reported' },
      { type: 'float', name: 'effort', label: 'Effort in days' },
      { type: 'date', name: 'due_date', label: 'Due date' },
    ],
  },
  {
    name: 'User stories',
    itemName: 'story',
    description: 'What users shall be able to do',
    color: 'acid-green',
    open: ['To do', 'In progress', 'In review'],
    closed: ['Done', 'Dropped'],
    extra: [
      { type: 'rb', name: 'priority', label: 'Priority', values: ['Must', 'Should', 'Could'] },
      { type: 'tbl', name: 'labels', label: 'Labels', values: [] },
      { type: 'computed', name: 'remaining_effort', label: 'Remaining effort' },
    ],
  },
  {
    name: 'Tasks',
    itemName: 'task',
    description: 'Work to be done',
    color: 'deep-blue',
    open: ['To do', 'In progress'],
    closed: ['Done', 'Dropped'],
    extra: [
      { type: 'float', name: 'remaining_effort', label: 'Remaining effort' },
      { type: 'cb', name: 'skills', label: 'Skills', values: ['Analysis', 'Design', 'Code', 'Tests', 'Documentation'] },
      { type: 'perm', name: 'visible_to', label: 'Visible to' },
    ],
  },
  {
    name: 'Test cases',
    itemName: 'test_case',
    description: 'How to see that it works',
    color: 'plum-crazy',
    open: ['Draft', 'Ready'],
    closed: ['Retired'],
    extra: [{ type: 'ttmstepdef', name: 'steps', label: 'Steps' }],
  },
]

/** The trackers of a fresh server's site template (projects.md §3.7): a project made from it can be used at once. */
export const newSiteTrackers = (): NewTracker[] => siteTrackers.map(toNewTracker)

const toNewTracker = (tracker: SiteTracker): NewTracker => {
  const key = (name: string): string => `${tracker.itemName} ${name}`
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
  const filled = (type: FieldTypeName, name: string, label: string) =>
    element(type, name, label, { permissions: { read: [ANONYMOUS_GROUP] } })
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
    element('fieldset', name, label, { children: inTheirOrder(children) })

  const elements = inTheirOrder([
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
      ...tracker.extra.map(extra =>
        field(extra.type, extra.name, extra.label, { bind: extra.values ? choices(extra.name, extra.values) : null }),
      ),
    ]),
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
  const semantics: NewTracker['semantics'] = {
    title: { field: key('title') },
    description: { field: key('description') },
    status: { field: key('status'), openValues: tracker.open.map(label => key(`status ${label}`)) },
    contributor: { field: key('assigned_to') },
  }
  return {
    key: tracker.itemName,
    projectId: SITE_TEMPLATE_ID,
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
    // Whoever sees the project sees its artifacts.
    permissions: { full: [ANONYMOUS_GROUP] },
  }
}

const inTheirOrder = (elements: readonly NewFormElement[]): NewFormElement[] =>
  elements.map((element, rank) => ({ ...element, rank }))

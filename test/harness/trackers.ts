import type { FieldTypeName } from '../../src/modules/fields/index.ts'
import type {
  CreatedTrackers,
  NewBindValue,
  NewFormElement,
  NewTracker,
  Tracker,
} from '../../src/modules/trackers/index.ts'
import { inTransaction } from '../../src/platform/db/db.ts'
import type { TestApp } from './app.ts'

/** A form element with what a test says of it. Its key and label are its name unless told. */
export const anElement = (type: FieldTypeName, name: string, given: Partial<NewFormElement> = {}): NewFormElement => ({
  key: name,
  type,
  name,
  label: name,
  description: '',
  rank: 0,
  isRequired: false,
  isUsed: true,
  hasNotifications: false,
  settings: {},
  bind: null,
  permissions: { read: [1], submit: [3], update: [3] },
  children: [],
  ...given,
})

export const aValue = (key: string, given: Partial<NewBindValue> = {}): NewBindValue => ({
  key,
  label: key,
  description: '',
  isHidden: false,
  isDefault: false,
  colorName: null,
  legacyColor: null,
  ...given,
})

export const aTracker = (projectId: number, itemName: string, given: Partial<NewTracker> = {}): NewTracker => ({
  key: itemName,
  projectId,
  name: `All ${itemName}`,
  itemName,
  description: '',
  color: 'inca-silver',
  submitInstructions: '',
  browseInstructions: '',
  instantiateForNewProjects: false,
  allowCopy: true,
  enableEmailGateway: false,
  logPriorityChanges: false,
  notificationsLevel: 0,
  isDisplayedInNewDropdown: false,
  usePrivateComments: true,
  enableMoveArtifacts: true,
  shouldSendEventInNotification: false,
  cannedResponses: [],
  elements: [],
  semantics: {},
  dateRules: [],
  listRules: [],
  workflow: null,
  reports: [],
  webhooks: [],
  permissions: { full: [1] },
  ...given,
})

/** A tracker that has everything a tracker can have. `groups`: two static user groups of its project. */
export const aRichTracker = (
  projectId: number,
  itemName: string,
  [group, otherGroup]: readonly [number, number],
  given: Partial<NewTracker> = {},
): NewTracker => {
  const key = (name: string): string => `${itemName}.${name}`
  const element = (type: FieldTypeName, name: string, rest: Partial<NewFormElement> = {}) =>
    anElement(type, name, { key: key(name), ...rest })
  return aTracker(projectId, itemName, {
    description: 'Everything',
    color: 'deep-blue',
    submitInstructions: 'Say what happened',
    browseInstructions: 'Look first',
    instantiateForNewProjects: true,
    allowCopy: false,
    enableEmailGateway: true,
    logPriorityChanges: true,
    notificationsLevel: 2,
    isDisplayedInNewDropdown: true,
    usePrivateComments: false,
    enableMoveArtifacts: false,
    shouldSendEventInNotification: true,
    cannedResponses: [{ title: 'Thanks', body: 'Noted.' }],
    elements: [
      element('fieldset', 'late', {
        rank: 5,
        permissions: {},
        children: [
          element('int', 'effort', { rank: 2, settings: { default_value: '3' } }),
          element('column', 'left', {
            rank: 1,
            permissions: {},
            children: [element('date', 'start'), element('date', 'end', { rank: 1 })],
          }),
        ],
      }),
      element('string', 'title', { rank: 1, isRequired: true, description: 'One line', settings: { maxchars: 80 } }),
      element('text', 'story', { rank: 2 }),
      element('sb', 'state', {
        rank: 3,
        noneColorName: 'fiesta-red',
        bind: {
          type: 'static',
          isRankAlpha: false,
          values: [
            aValue(key('Open'), { isDefault: true, colorName: 'acid-green' }),
            aValue(key('Busy'), { description: 'Somebody is at it', legacyColor: { r: 1, g: 2, b: 3 } }),
            aValue(key('Closed')),
            aValue(key('Gone'), { isHidden: true }),
          ],
        },
      }),
      element('msb', 'who', {
        rank: 4,
        hasNotifications: true,
        bind: {
          type: 'users',
          functions: ['group_members', `ugroup_${group}`, 'artifact_submitters'],
          defaultUserIds: [101],
        },
      }),
      element('cb', 'teams', {
        rank: 6,
        bind: {
          type: 'ugroups',
          values: [
            { key: key('members'), groupId: 3, isHidden: false, isDefault: true },
            { key: key('team'), groupId: group, isHidden: false, isDefault: false },
          ],
        },
      }),
      element('tbl', 'tags', {
        rank: 7,
        isUsed: false,
        bind: {
          type: 'static',
          isRankAlpha: true,
          values: [aValue(key('b 10')), aValue(key('B 2')), aValue(key('a'))],
        },
      }),
      element('string', 'secret', { rank: 8, permissions: { read: [group], update: [otherGroup] } }),
    ],
    semantics: {
      title: { field: key('title') },
      description: { field: key('story') },
      status: { field: key('state'), openValues: [key('Open'), key('Busy')] },
      done: { closedValues: [key('Closed')] },
      contributor: { field: key('who') },
      initialEffort: { field: key('effort') },
      velocity: { field: key('effort') },
      tooltip: { fields: [key('title'), key('state')] },
      timeframe: { startDateField: key('start'), endDateField: key('end') },
      progress: { linkType: '_is_child' },
      cardFields: { fields: [key('story')], backgroundColorField: key('state') },
    },
    dateRules: [{ sourceField: key('start'), targetField: key('end'), comparator: '≤' }],
    listRules: [
      { sourceField: key('state'), sourceValue: null, targetField: key('tags'), targetValue: key('a') },
      { sourceField: key('state'), sourceValue: key('Busy'), targetField: key('tags'), targetValue: null },
    ],
    workflow: {
      field: key('state'),
      isUsed: true,
      isLegacy: false,
      isAdvanced: false,
      transitions: [
        {
          fromValue: null,
          toValue: key('Open'),
          authorizedUserGroupIds: [3],
          notEmptyFields: [],
          isCommentRequired: false,
          actions: [],
        },
        {
          fromValue: key('Open'),
          toValue: key('Closed'),
          authorizedUserGroupIds: [4, group],
          notEmptyFields: [key('story')],
          isCommentRequired: true,
          actions: [
            { type: 'set_field_value', field: key('end'), fieldType: 'date', value: 'current' },
            { type: 'run_job', jobUrl: 'https://ci.example/job' },
            { type: 'frozen_fields', fields: [key('title')] },
            { type: 'hidden_fieldsets', fieldsets: [key('late')] },
          ],
        },
      ],
    },
    reports: [
      {
        key: key('report'),
        name: 'All',
        description: 'Of them',
        isDefault: true,
        isQueryDisplayed: false,
        isInExpertMode: true,
        expertQuery: "title = 'x'",
        criteria: [
          { field: key('title'), isAdvanced: true, value: 'lamp' },
          { field: key('state'), isAdvanced: false, value: { none: true, values: [key('Open')] } },
          { field: key('who'), isAdvanced: false, value: null },
        ],
        renderers: [
          {
            key: key('table'),
            type: 'table',
            name: 'Table',
            description: '',
            chunkSize: 50,
            isMultisort: true,
            columns: [{ field: key('title') }, { field: key('story'), linkType: '_is_child', linkFormat: '%id' }],
            sort: [{ field: key('title') }],
          },
        ],
      },
    ],
    webhooks: ['https://hooks.example/one'],
    permissions: { full: [3], admin: [group], submitter: [otherGroup], assignee: [2], submitter_only: [1] },
    ...given,
  })
}

const actor = { userId: 101, means: 'command' } as const

export const createTrackersOf = (crocus: TestApp, ...trackers: NewTracker[]): Promise<CreatedTrackers> =>
  inTransaction(crocus.db, tx => crocus.app.modules.trackers.createTrackers(tx, trackers, actor))

export interface GivenTracker {
  readonly tracker: Tracker
  readonly made: CreatedTrackers
  readonly field: (name: string) => number
  /** Id of a value of a list. */
  readonly value: (field: string, label: string) => number
}

/** One tracker, as the application knows it, for tests below HTTP. */
export const givenTracker = async (crocus: TestApp, asked: NewTracker): Promise<GivenTracker> => {
  const made = await createTrackersOf(crocus, asked)
  const tracker = await crocus.app.modules.trackers.get([...made.trackerIds.values()][0] ?? 0)
  if (!tracker) throw new Error('The tracker is not there')
  return {
    tracker,
    made,
    field: name => tracker.fieldByName.get(name)?.id ?? 0,
    value: (name, label) => {
      const bind = tracker.fieldByName.get(name)?.bind
      const values = bind?.type === 'static' ? [...bind.byId.values()] : []
      return values.find(value => value.label === label)?.id ?? 0
    },
  }
}

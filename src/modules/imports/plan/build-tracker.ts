import type { Bind, Field } from '../../fields/index.ts'
import type { UserGroupId } from '../../projects/index.ts'
import type {
  CreatedTrackers,
  NewFormElement,
  NewSemantics,
  Semantics,
  Tracker,
  NewTracker,
} from '../../trackers/index.ts'

/** Ids for the keys of a plan: created ids, or provisional ones while the archive is only checked. */
export interface PlanIds {
  readonly created: Pick<CreatedTrackers, 'trackerIds' | 'fieldIds' | 'valueIds' | 'groupValues'>
  readonly projectId: number
  readonly user: (id: number) => number
  readonly group: (id: UserGroupId) => UserGroupId
  /** Open values by field key. */
  readonly openValues: ReadonlyMap<string, readonly { readonly id: number; readonly label: string }[]>
}

const required = (map: ReadonlyMap<string, number>, key: string): number => {
  const id = map.get(key)
  if (id === undefined) throw new Error(`no number was given to ${key}`)
  return id
}

/** A new tracker in the form of the module of trackers, built from the plan: the import reads nothing back from the database. */
export const buildTracker = (plan: Omit<NewTracker, 'projectId'>, numbers: PlanIds): Tracker => {
  const id = required(numbers.created.trackerIds, plan.key)
  const fields = inFormOrder(plan.elements, null).map(({ element, parent }) => buildField(element, parent, id, numbers))
  const groups = (ids: readonly UserGroupId[] | undefined): ReadonlySet<UserGroupId> =>
    new Set((ids ?? []).map(numbers.group))
  const field = (key: string): number => required(numbers.created.fieldIds, key)
  const value = (key: string | null): number => (key === null ? 100 : required(numbers.created.valueIds, key))
  return {
    id,
    version: 1,
    projectId: numbers.projectId,
    name: plan.name,
    itemName: plan.itemName,
    description: plan.description,
    color: plan.color,
    parentId: null,
    isDeleted: false,
    submitInstructions: plan.submitInstructions,
    browseInstructions: plan.browseInstructions,
    instantiateForNewProjects: plan.instantiateForNewProjects,
    allowCopy: plan.allowCopy,
    enableEmailGateway: plan.enableEmailGateway,
    logPriorityChanges: plan.logPriorityChanges,
    notificationsLevel: plan.notificationsLevel,
    isDisplayedInNewDropdown: plan.isDisplayedInNewDropdown,
    usePrivateComments: plan.usePrivateComments,
    enableMoveArtifacts: plan.enableMoveArtifacts,
    shouldSendEventInNotification: plan.shouldSendEventInNotification,
    fields,
    fieldById: new Map(fields.map(one => [one.id, one])),
    fieldByName: new Map(fields.filter(one => one.isUsed).map(one => [one.name, one])),
    permissions: {
      full: groups(plan.permissions.full),
      assignee: groups(plan.permissions.assignee),
      submitter: groups(plan.permissions.submitter),
      submitter_only: groups(plan.permissions.submitter_only),
      admin: groups(plan.permissions.admin),
    },
    semantics: buildSemantics(plan.semantics, field, value, key => required(numbers.created.trackerIds, key)),
    // An import does not use workflow, rules or triggers (import.md §6.1), and no other code sees this value.
    workflow: null,
    dateRules: [],
    listRules: [],
    triggers: [],
  }
}

const inFormOrder = (
  elements: readonly NewFormElement[],
  parent: string | null,
): { element: NewFormElement; parent: string | null }[] =>
  [...elements]
    .sort((one, other) => one.rank - other.rank)
    .flatMap(element => [{ element, parent }, ...inFormOrder(element.children, element.key)])

const buildField = (element: NewFormElement, parent: string | null, trackerId: number, numbers: PlanIds): Field => {
  const groups = (ids: readonly UserGroupId[] | undefined): ReadonlySet<UserGroupId> =>
    new Set((ids ?? []).map(numbers.group))
  return {
    id: required(numbers.created.fieldIds, element.key),
    trackerId,
    projectId: numbers.projectId,
    parentId: parent === null ? null : required(numbers.created.fieldIds, parent),
    type: element.type,
    name: element.name,
    label: element.label,
    description: element.description,
    rank: element.rank,
    isRequired: element.isRequired,
    isUsed: element.isUsed,
    hasNotifications: element.hasNotifications,
    settings: element.settings,
    bind: buildBind(element, numbers),
    noneColorName: element.noneColorName ?? null,
    noneLegacyColor: element.noneLegacyColor ?? null,
    permissions: {
      read: groups(element.permissions.read),
      submit: groups(element.permissions.submit),
      update: groups(element.permissions.update),
    },
  }
}

const buildBind = ({ key, bind }: NewFormElement, numbers: PlanIds): Bind | null => {
  switch (bind?.type) {
    case undefined:
      return null
    case 'users':
      return { type: 'users', functions: bind.functions, defaultUserIds: bind.defaultUserIds.map(numbers.user) }
    case 'ugroups': {
      const values = bind.values.map(value => ({
        id: numbers.created.groupValues.get(value.key)?.id ?? 0,
        groupId: numbers.group(value.groupId),
        isHidden: value.isHidden,
        isDefault: value.isDefault,
      }))
      return { type: 'ugroups', values, byGroupId: new Map(values.map(value => [value.groupId, value])) }
    }
    case 'static': {
      const values = bind.values.map(({ key: valueKey, ...value }) => ({
        id: required(numbers.created.valueIds, valueKey),
        ...value,
      }))
      const openValues = (numbers.openValues.get(key) ?? []).map(value => ({ ...value, isHidden: false }))
      return {
        type: 'static',
        isRankAlpha: bind.isRankAlpha,
        values,
        byId: new Map(values.map(value => [value.id, value])),
        openValues,
        openById: new Map(openValues.map(value => [value.id, value])),
      }
    }
  }
}

const buildSemantics = (
  plan: NewSemantics,
  field: (key: string) => number,
  value: (key: string) => number,
  tracker: (key: string) => number,
): Semantics => {
  const ofField = (one: { readonly field: string } | undefined): { fieldId: number } | undefined =>
    one && { fieldId: field(one.field) }
  const { title, description, contributor, status, done, initialEffort, velocity, tooltip, cardFields } = plan
  const semantics: { [Key in keyof Semantics]: Semantics[Key] | undefined } = {
    title: ofField(title),
    description: ofField(description),
    contributor: ofField(contributor),
    initialEffort: ofField(initialEffort),
    velocity: ofField(velocity),
    status: status && { fieldId: field(status.field), openValueIds: status.openValues.map(value) },
    done: done && { closedValueIds: done.closedValues.map(value) },
    tooltip: tooltip && { fieldIds: tooltip.fields.map(field) },
    timeframe: plan.timeframe && buildTimeframe(plan.timeframe, field, tracker),
    progress:
      plan.progress &&
      ('linkType' in plan.progress
        ? plan.progress
        : {
            totalEffortFieldId: field(plan.progress.totalEffortField),
            remainingEffortFieldId: field(plan.progress.remainingEffortField),
          }),
    cardFields: cardFields && {
      fieldIds: cardFields.fields.map(field),
      backgroundColorFieldId: cardFields.backgroundColorField === null ? null : field(cardFields.backgroundColorField),
    },
  }
  return Object.fromEntries(Object.entries(semantics).filter(([, one]) => one !== undefined))
}

const buildTimeframe = (
  plan: NonNullable<NewSemantics['timeframe']>,
  field: (key: string) => number,
  tracker: (key: string) => number,
): NonNullable<Semantics['timeframe']> => {
  if ('impliedFromTracker' in plan) return { impliedFromTrackerId: tracker(plan.impliedFromTracker) }
  if ('durationField' in plan)
    return { startDateFieldId: field(plan.startDateField), durationFieldId: field(plan.durationField) }
  return { startDateFieldId: field(plan.startDateField), endDateFieldId: field(plan.endDateField) }
}

/** Provisional ids in the order of the later ids, so that values can be parsed before anything is written. */
export const standInIds = (trackers: readonly Omit<NewTracker, 'projectId'>[]): PlanIds['created'] => {
  let last = 1_000_000
  const trackerIds = new Map<string, number>()
  const fieldIds = new Map<string, number>()
  const valueIds = new Map<string, number>()
  const groupValues = new Map<string, { id: number; groupId: UserGroupId }>()
  const number = (elements: readonly NewFormElement[]): void => {
    for (const element of elements) {
      fieldIds.set(element.key, ++last)
      if (element.bind?.type === 'static') for (const value of element.bind.values) valueIds.set(value.key, ++last)
      if (element.bind?.type === 'ugroups')
        for (const value of element.bind.values) groupValues.set(value.key, { id: ++last, groupId: value.groupId })
      number(element.children)
    }
  }
  for (const tracker of trackers) {
    trackerIds.set(tracker.key, ++last)
    number(tracker.elements)
  }
  return { trackerIds, fieldIds, valueIds, groupValues }
}

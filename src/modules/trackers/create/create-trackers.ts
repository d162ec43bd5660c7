import { invalidateMany, type Tx } from '../../../platform/db/db.ts'
import { Invalid, faultsOf } from '../../../platform/errors.ts'
import { appendEvents } from '../../../platform/events/event-log.store.ts'
import type { Actor } from '../../users/index.ts'
import { checkNewTrackers, withContent } from '../model/check-new-trackers.ts'
import { get, toRows, type NextId } from './new-tracker-rows.ts'
import type { CreatedTrackers, Key, NewBind, NewFormElement, NewTracker, NewTrigger } from '../model/new-tracker.ts'
import type { Ids, NumberedTable } from '../model/tracker-tables.ts'
import { lockProjects, listTrackerNames, writeParents } from '../store/trackers.store.ts'
import { insertTriggers } from '../store/workflow.store.ts'
import { allocateIds, allocateSiteIds, insertFirstVersions, insertTrackers } from '../store/write-trackers.store.ts'

export interface CreateOptions {
  /** `site`: ids from the range of the site trackers, without using the ordinary sequences. */
  readonly numbering?: 'ordinary' | 'site'
}

/**
 * Creates trackers with all their parts, in the order of the list (ids: import.md §11). Returns the id of each key. Callers add hierarchy
 * and triggers afterwards (`setParents`, `addTriggers`).
 */
export const createTrackers = async (
  tx: Tx,
  trackers: readonly NewTracker[],
  actor: Actor,
  options: CreateOptions = {},
): Promise<CreatedTrackers> => {
  const projectIds = [...new Set(trackers.map(tracker => tracker.projectId))]
  await lockProjects(tx, projectIds)
  const faults = checkNewTrackers(trackers, await listTrackerNames(tx, projectIds))
  if (faults.length > 0)
    throw new Invalid(
      faultsOf(
        faults.map(fault => fault.message),
        { reason: 'parameter.range' },
      ),
    )

  const allocate = options.numbering === 'site' ? allocateSiteIds : allocateIds
  const numbers = createIdDispenser(await allocate(tx, countRows(trackers)))
  const created = assignKeys(trackers, numbers)
  await insertTrackers(tx, toRows(trackers, created, numbers))

  await insertFirstVersions(tx, [...created.trackerIds.values()], actor.userId)

  await appendEvents(
    tx,
    trackers.map(tracker => ({
      kind: 'tracker.created',
      actorId: actor.userId,
      means: actor.means,
      projectId: tracker.projectId,
      trackerId: get(created.trackerIds, tracker.key),
      payload: { name: tracker.name, item_name: tracker.itemName },
    })),
  )
  await invalidateMany(tx, 'project_trackers', projectIds)
  return created
}

/** Sets the parents of trackers in the hierarchy; null removes a tracker from the hierarchy. */
export const setParents = async (
  tx: Tx,
  parents: readonly { readonly trackerId: number; readonly parentId: number | null }[],
): Promise<void> => {
  if (parents.length === 0) return
  await writeParents(tx, parents)
  await invalidateMany(
    tx,
    'tracker',
    parents.map(pair => pair.trackerId),
  )
}

export const addTriggers = async (tx: Tx, triggers: readonly NewTrigger[]): Promise<void> => {
  if (triggers.length === 0) return
  await insertTriggers(
    tx,
    triggers.map(trigger => ({
      target_tracker_id: trigger.targetTrackerId,
      target_field_id: trigger.targetFieldId,
      target_value_id: trigger.targetValueId,
      direction: trigger.direction ?? 'up',
      condition: trigger.condition,
      sources: trigger.sources.map(source => ({
        tracker_id: source.trackerId,
        field_id: source.fieldId,
        value_id: source.valueId,
      })),
    })),
  )
  await invalidateMany(tx, 'tracker', trackersOf(triggers))
}

const trackersOf = (triggers: readonly NewTrigger[]): number[] => [
  ...new Set(
    triggers.flatMap(({ targetTrackerId, sources }) => [targetTrackerId, ...sources.map(one => one.trackerId)]),
  ),
]

const sum = <Item>(items: readonly Item[], count: (item: Item) => number): number =>
  items.reduce((total, item) => total + count(item), 0)

const valueCount = (element: NewFormElement, type: NewBind['type']): number =>
  element.bind?.type === type && element.bind.type !== 'users' ? element.bind.values.length : 0

const countRows = (trackers: readonly NewTracker[]): Record<NumberedTable, number> => {
  const elements = trackers.flatMap(tracker => withContent(tracker.elements))
  const transitions = trackers.flatMap(tracker => tracker.workflow?.transitions ?? [])
  const reports = trackers.flatMap(tracker => tracker.reports)
  return {
    tracker: trackers.length,
    form_element: elements.length,
    bind_value: sum(elements, element => valueCount(element, 'static')),
    group_bind_value: sum(elements, element => valueCount(element, 'ugroups')),
    date_rule: sum(trackers, tracker => tracker.dateRules.length),
    list_rule: sum(trackers, tracker => tracker.listRules.length),
    workflow_transition: transitions.length,
    workflow_action: sum(transitions, transition => transition.actions.length),
    report: reports.length,
    report_renderer: sum(reports, report => report.renderers.length),
    canned_response: sum(trackers, tracker => tracker.cannedResponses.length),
    tracker_webhook: sum(trackers, tracker => tracker.webhooks.length),
  }
}

/** Returns the ids of each table one after the other. */
const createIdDispenser = (ids: Ids): NextId => {
  const next = new Map<NumberedTable, number>()
  return table => {
    const index = next.get(table) ?? 0
    next.set(table, index + 1)
    const id = ids[table][index]
    if (id === undefined) throw new Error(`more rows of ${table} than were counted`)
    return id
  }
}

/** Assigns all keys first, so that any part may refer to any other, also to a later one. */
const assignKeys = (trackers: readonly NewTracker[], number: NextId): CreatedTrackers => {
  const assigned = {
    trackerIds: new Map<Key, number>(),
    fieldIds: new Map<Key, number>(),
    valueIds: new Map<Key, number>(),
    groupValues: new Map<Key, { id: number; groupId: number }>(),
    reportIds: new Map<Key, number>(),
    rendererIds: new Map<Key, number>(),
  }
  const put = <Value>(map: Map<Key, Value>, key: Key, value: Value): void => {
    if (map.has(key)) throw new Error(`the key "${key}" stands for two parts of the new trackers`)
    map.set(key, value)
  }
  for (const tracker of trackers) {
    put(assigned.trackerIds, tracker.key, number('tracker'))
    for (const element of withContent(tracker.elements)) {
      put(assigned.fieldIds, element.key, number('form_element'))
      if (element.bind?.type === 'static')
        for (const value of element.bind.values) put(assigned.valueIds, value.key, number('bind_value'))
      if (element.bind?.type === 'ugroups')
        for (const { key, groupId } of element.bind.values)
          put(assigned.groupValues, key, { id: number('group_bind_value'), groupId })
    }
    for (const report of tracker.reports) {
      put(assigned.reportIds, report.key, number('report'))
      for (const renderer of report.renderers) put(assigned.rendererIds, renderer.key, number('report_renderer'))
    }
  }
  return assigned
}

import { mapReportView } from '../model/report-view.ts'
import { isDeepStrictEqual } from 'node:util'
import type { Tx } from '../../../platform/db/db.ts'
import { NotFound } from '../../../platform/errors.ts'
import { isStaticGroup, type UserGroupId } from '../../projects/index.ts'
import { withContent } from '../model/check-new-trackers.ts'
import { buildTrackers } from '../store/load-trackers.ts'
import type { CreatedTrackers, Key, NewReport, NewTracker, NewTrigger } from '../model/new-tracker.ts'
import { fieldKey, toNewTracker, valueKey } from '../model/to-new-trackers.ts'
import type { Tracker } from '../model/tracker.ts'
import { lockTracker, listExtras, loadTrackerRows } from '../store/trackers.store.ts'
import { listTriggers, listTriggerSources, type TriggerSource } from '../store/workflow.store.ts'

/** A trigger whose target is in the tracker (import.md §5.8). It names parts of this tracker by key and parts of other trackers by id. */
export interface StateTrigger {
  readonly direction: 'up' | 'down'
  readonly condition: NewTrigger['condition']
  readonly target: { readonly field: Key; readonly value: Key }
  readonly sources: NewTrigger['sources']
}

/**
 * The whole configuration of a tracker, as one plain value. Existing parts have keys made from their ids (`F12`, `V101`); a part with
 * another key is new. So a change of a tracker is the difference of two states.
 */
export interface TrackerState {
  readonly id: number
  readonly value: NewTracker
  readonly parentId: number | null
  readonly triggers: readonly StateTrigger[]
}

/** The state in the database, with the ids that its keys do not contain. */
export interface PresentState extends TrackerState {
  readonly tracker: Tracker
  readonly created: CreatedTrackers
  /** Ids of rows without key, in the order of the state. */
  readonly ids: {
    readonly dateRules: readonly number[]
    readonly listRules: readonly number[]
    readonly cannedResponses: readonly number[]
    readonly webhooks: readonly number[]
    readonly transitions: readonly { readonly id: number; readonly actions: readonly number[] }[]
  }
  /** Fields and values of this tracker that triggers of its parents read. */
  readonly triggerSources: readonly TriggerSource[]
}

/** Reads a tracker and locks it against other changes until the transaction ends. Deleted groups are left out. */
export const readTrackerState = async (
  tx: Tx,
  id: number,
  groups: { isThere(groupId: UserGroupId): boolean },
): Promise<PresentState> => {
  if (!(await lockTracker(tx, id))) throw new NotFound('Tracker does not exist')
  const rows = await loadTrackerRows(tx, [id])
  const extras = await listExtras(tx, [id])
  const triggers = await listTriggers(tx, [id])
  const tracker = buildTrackers(rows).get(id)
  if (!tracker) throw new NotFound('Tracker does not exist')
  const value = withoutLostReferences(
    toNewTracker(tracker, extras, {
      projectId: tracker.projectId,
      groups: ids => [...ids].filter(groupId => !isStaticGroup(groupId) || groups.isThere(groupId)),
      isThere: () => true,
    }),
  )
  return {
    id,
    tracker,
    value,
    parentId: tracker.parentId,
    triggers: triggers.map(trigger => ({
      direction: trigger.direction,
      condition: trigger.condition,
      target: { field: fieldKey(trigger.target_field_id), value: valueKey(trigger.target_value_id) },
      sources: trigger.sources.map(source => ({
        trackerId: source.tracker_id,
        fieldId: source.field_id,
        valueId: source.value_id,
      })),
    })),
    created: createdOf(value),
    ids: {
      dateRules: rows.date_rule.map(row => row.id),
      listRules: rows.list_rule.map(row => row.id),
      cannedResponses: extras.canned_response.map(row => row.id),
      webhooks: extras.tracker_webhook.map(row => row.id),
      transitions: rows.workflow_transition.map(transition => ({
        id: transition.id,
        actions: rows.workflow_action.filter(row => row.transition_id === transition.id).map(row => row.id),
      })),
    },
    triggerSources: await listTriggerSources(tx, id),
  }
}

/** The id in a key; undefined for the key of a new part. */
export const idOfKey = (key: Key): number | undefined => {
  const digits = /^[TFVGRD](\d+)$/.exec(key)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

const createdOf = (value: NewTracker): CreatedTrackers => {
  const own = (key: Key): [Key, number] => [key, idOfKey(key) ?? 0]
  const elements = withContent(value.elements)
  const { timeframe } = value.semantics
  return {
    trackerIds: new Map([
      own(value.key),
      ...(timeframe && 'impliedFromTracker' in timeframe ? [own(timeframe.impliedFromTracker)] : []),
    ]),
    fieldIds: new Map(elements.map(element => own(element.key))),
    valueIds: new Map(
      elements.flatMap(({ bind }) => (bind?.type === 'static' ? bind.values.map(one => own(one.key)) : [])),
    ),
    groupValues: new Map(
      elements.flatMap(({ bind }) =>
        bind?.type === 'ugroups'
          ? bind.values.map(one => [one.key, { id: idOfKey(one.key) ?? 0, groupId: one.groupId }] as const)
          : [],
      ),
    ),
    reportIds: new Map(value.reports.map(report => own(report.key))),
    rendererIds: new Map(value.reports.flatMap(report => report.renderers.map(renderer => own(renderer.key)))),
  }
}

/** Reports outlive the fields that they name, because a criterion is JSON of its report. References to deleted parts are left out. */
const withoutLostReferences = (value: NewTracker): NewTracker => {
  const elements = withContent(value.elements)
  const fields = new Set(elements.map(element => element.key))
  const values = new Set(
    elements.flatMap(({ bind }) => (bind?.type === 'static' ? bind.values.map(one => one.key) : [])),
  )
  const report = (one: NewReport): NewReport => {
    const clean: NewReport = {
      ...one,
      criteria: one.criteria
        .filter(criterion => fields.has(criterion.field))
        .map(criterion => ({
          ...criterion,
          value:
            criterion.value === null || typeof criterion.value === 'string' || 'operator' in criterion.value
              ? criterion.value
              : { none: criterion.value.none, values: criterion.value.values.filter(key => values.has(key)) },
        })),
      renderers: one.renderers.map(renderer => ({
        ...renderer,
        columns: renderer.columns.filter(column => fields.has(column.field)),
        sort: renderer.sort.filter(sort => fields.has(sort.field)),
      })),
      ...(one.view && {
        view: mapReportView(
          one.view,
          key => (fields.has(key) ? key : undefined),
          key => (values.has(key) ? key : undefined),
        ),
      }),
    }
    return isDeepStrictEqual(clean, one) ? one : clean
  }
  return { ...value, reports: value.reports.map(report) }
}

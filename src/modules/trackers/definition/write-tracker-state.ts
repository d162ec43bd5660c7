import { isDeepStrictEqual } from 'node:util'
import { invalidateMany, type Tx } from '../../../platform/db/db.ts'
import { withContent } from '../model/check-new-trackers.ts'
import { toRows, type NextId } from '../create/new-tracker-rows.ts'
import type { CreatedTrackers, Key, NewTransition } from '../model/new-tracker.ts'
import { idOfKey, type PresentState, type TrackerState } from './tracker-state.ts'
import type { NumberedTable, TrackerTables } from '../model/tracker-tables.ts'
import { cleanOwnReports } from '../store/trackers.store.ts'
import { deleteTriggers, insertTriggers } from '../store/workflow.store.ts'
import {
  allocateIds,
  deleteRows,
  freeElementNames,
  identities,
  insertRows,
  updateRows,
  writtenTables,
  type WrittenTable,
} from '../store/write-trackers.store.ts'

/**
 * Turns the state that was read into the wanted one. Only rows that differ are written. Returns the ids of all parts, including new ones.
 */
export const writeTrackerState = async (
  tx: Tx,
  present: PresentState,
  wanted: TrackerState,
): Promise<CreatedTrackers> => {
  const plan = planIds(present, wanted)
  const ids = await allocateIds(tx, plan.counts)
  const { created, numbers } = plan.resolve(table => ids[table])
  const before = rowsOf(present, present.created, presentNumbers(present))
  const after = rowsOf(wanted, created, numbers)

  const changes = writtenTables.map(table => ({ table, ...difference(table, before[table], after[table]) }))
  const elements = changes.find(change => change.table === 'form_element')
  await freeElementNames(tx, idsOf([...(elements?.deleted ?? []), ...(elements?.updated ?? [])]))
  for (const { table, inserted } of changes) await insertRows(tx, table, inserted)
  for (const { table, updated } of changes) await updateRows(tx, table, updated)
  for (const { table, deleted } of changes.toReversed()) await deleteRows(tx, table, deleted)

  const gone = idsOf(elements?.deleted ?? [])
  if (gone.length > 0) await cleanOwnReports(tx, present.id, gone)
  await writeTriggers(tx, present, wanted, created)
  return created
}

const idsOf = (rows: readonly object[]): number[] => rows.map(row => (row as { id: number }).id)

const rowsOf = (state: TrackerState, created: CreatedTrackers, numbers: NextId): TrackerTables => {
  const rows = toRows([state.value], created, numbers)
  return { ...rows, tracker: rows.tracker.map(row => ({ ...row, parent_id: state.parentId })) }
}

/** Rows in the order of a state get their ids one after the other. */
const createIdDispenser = (ids: Partial<Record<NumberedTable, readonly number[]>>): NextId => {
  const next = new Map<NumberedTable, number>()
  return table => {
    const index = next.get(table) ?? 0
    next.set(table, index + 1)
    const id = ids[table]?.[index]
    if (id === undefined) throw new Error(`no id for row ${index} of ${table}`)
    return id
  }
}

const presentNumbers = ({ ids }: PresentState): NextId =>
  createIdDispenser({
    date_rule: ids.dateRules,
    list_rule: ids.listRules,
    canned_response: ids.cannedResponses,
    tracker_webhook: ids.webhooks,
    workflow_transition: ids.transitions.map(transition => transition.id),
    workflow_action: ids.transitions.flatMap(transition => transition.actions),
  })

/** Ids of the wanted rows without key. A row keeps the id of an equal present row if the order allows it; undefined = a new id. */
const keepIds = <Item>(
  present: readonly Item[],
  ids: readonly number[],
  wanted: readonly Item[],
): (number | undefined)[] => {
  let from = 0
  return wanted.map(item => {
    const found = present.findIndex((one, index) => index >= from && isDeepStrictEqual(one, item))
    // Rows are shown by id, so a row after a new one cannot keep its old id.
    from = found < 0 ? present.length : found + 1
    return found < 0 ? undefined : ids[found]
  })
}

const pairOf = ({ fromValue, toValue }: NewTransition): string => `${fromValue ?? ''} ${toValue}`

const planIds = (present: PresentState, wanted: TrackerState) => {
  const { value, ids } = present
  const before = new Map(
    (value.workflow?.transitions ?? []).map((transition, index) => [
      pairOf(transition),
      { transition, ids: ids.transitions[index] },
    ]),
  )
  const transitions = wanted.value.workflow?.transitions ?? []
  const kept: Partial<Record<NumberedTable, readonly (number | undefined)[]>> = {
    date_rule: keepIds(value.dateRules, ids.dateRules, wanted.value.dateRules),
    list_rule: keepIds(value.listRules, ids.listRules, wanted.value.listRules),
    canned_response: keepIds(value.cannedResponses, ids.cannedResponses, wanted.value.cannedResponses),
    tracker_webhook: keepIds(value.webhooks, ids.webhooks, wanted.value.webhooks),
    workflow_transition: transitions.map(transition => before.get(pairOf(transition))?.ids?.id),
    workflow_action: transitions.flatMap(transition => {
      const old = before.get(pairOf(transition))
      return keepIds(old?.transition.actions ?? [], old?.ids?.actions ?? [], transition.actions)
    }),
  }
  const elements = withContent(wanted.value.elements)
  const { created } = present
  const unknown = (keys: readonly Key[], known: ReadonlyMap<Key, unknown>): Key[] => keys.filter(key => !known.has(key))
  const keys = {
    form_element: unknown(
      elements.map(element => element.key),
      created.fieldIds,
    ),
    bind_value: unknown(
      elements.flatMap(({ bind }) => (bind?.type === 'static' ? bind.values.map(one => one.key) : [])),
      created.valueIds,
    ),
    group_bind_value: unknown(
      elements.flatMap(({ bind }) => (bind?.type === 'ugroups' ? bind.values.map(one => one.key) : [])),
      created.groupValues,
    ),
    report: unknown(
      wanted.value.reports.map(report => report.key),
      created.reportIds,
    ),
    report_renderer: unknown(
      wanted.value.reports.flatMap(report => report.renderers.map(renderer => renderer.key)),
      created.rendererIds,
    ),
  }
  const news = (table: NumberedTable): number => (kept[table] ?? []).filter(id => id === undefined).length
  const counts: Record<NumberedTable, number> = {
    tracker: 0,
    form_element: keys.form_element.length,
    bind_value: keys.bind_value.length,
    group_bind_value: keys.group_bind_value.length,
    report: keys.report.length,
    report_renderer: keys.report_renderer.length,
    date_rule: news('date_rule'),
    list_rule: news('list_rule'),
    workflow_transition: news('workflow_transition'),
    workflow_action: news('workflow_action'),
    canned_response: news('canned_response'),
    tracker_webhook: news('tracker_webhook'),
  }
  return {
    counts,
    resolve: (allocated: (table: NumberedTable) => readonly number[]) => {
      const groupOf = new Map(
        elements.flatMap(({ bind }) =>
          bind?.type === 'ugroups' ? bind.values.map(one => [one.key, one.groupId] as const) : [],
        ),
      )
      const added = (table: keyof typeof keys): [Key, number][] =>
        keys[table].map((key, index) => [key, allocated(table)[index] ?? 0])
      const { timeframe } = wanted.value.semantics
      const implied = timeframe && 'impliedFromTracker' in timeframe ? timeframe.impliedFromTracker : undefined
      const resolved: CreatedTrackers = {
        trackerIds: new Map([
          ...created.trackerIds,
          ...(implied === undefined ? [] : ([[implied, idOfKey(implied) ?? 0]] as const)),
        ]),
        fieldIds: new Map([...created.fieldIds, ...added('form_element')]),
        valueIds: new Map([...created.valueIds, ...added('bind_value')]),
        groupValues: new Map([
          ...created.groupValues,
          ...added('group_bind_value').map(([key, id]) => [key, { id, groupId: groupOf.get(key) ?? 0 }] as const),
        ]),
        reportIds: new Map([...created.reportIds, ...added('report')]),
        rendererIds: new Map([...created.rendererIds, ...added('report_renderer')]),
      }
      const filled = (table: NumberedTable): number[] => {
        const fresh = [...allocated(table)]
        return (kept[table] ?? []).map(id => id ?? fresh.shift() ?? 0)
      }
      return {
        created: resolved,
        numbers: createIdDispenser(
          Object.fromEntries(Object.keys(kept).map(name => [name, filled(name as NumberedTable)])),
        ),
      }
    },
  }
}

/** Tables in which a column holds the position in a list: one change in the list writes all rows of the list. */
const listOf: Partial<Record<WrittenTable, string>> = {
  bind_value: 'field_id',
  group_bind_value: 'field_id',
  report_renderer: 'report_id',
}

type Row = Readonly<Record<string, unknown>>

const difference = (
  table: WrittenTable,
  before: readonly object[],
  after: readonly object[],
): { inserted: Row[]; updated: Row[]; deleted: Row[] } => {
  const identity = (row: Row): string => identities[table].map(column => String(row[column])).join(' ')
  const old = new Map((before as readonly Row[]).map(row => [identity(row), row]))
  const wanted = new Map((after as readonly Row[]).map(row => [identity(row), row]))
  const isOther = (row: Row): boolean => !isDeepStrictEqual(old.get(identity(row)), row)
  const list = listOf[table]
  const touched = new Set(
    list === undefined
      ? []
      : [
          ...[...wanted.values()].filter(isOther),
          ...[...old].filter(([key]) => !wanted.has(key)).map(([, row]) => row),
        ].map(row => row[list]),
  )
  return {
    inserted: [...wanted].filter(([key]) => !old.has(key)).map(([, row]) => row),
    updated: [...wanted]
      .filter(([key, row]) => old.has(key) && (isOther(row) || (list !== undefined && touched.has(row[list]))))
      .map(([, row]) => row),
    deleted: [...old].filter(([key]) => !wanted.has(key)).map(([, row]) => row),
  }
}

/** No other part refers to the ids of triggers, so a difference replaces all of them. */
const writeTriggers = async (
  tx: Tx,
  present: PresentState,
  wanted: TrackerState,
  created: CreatedTrackers,
): Promise<void> => {
  if (isDeepStrictEqual(present.triggers, wanted.triggers)) return
  await deleteTriggers(tx, present.id)
  // The trackers of the source artifacts hold the triggers, too.
  const sources = [...present.triggers, ...wanted.triggers].flatMap(trigger => trigger.sources)
  await invalidateMany(tx, 'tracker', [...new Set(sources.map(source => source.trackerId))])
  if (wanted.triggers.length === 0) return
  const required = (map: ReadonlyMap<Key, number>, key: Key): number => {
    const id = map.get(key)
    if (id === undefined) throw new Error(`a trigger refers to "${key}", which is not there`)
    return id
  }
  await insertTriggers(
    tx,
    wanted.triggers.map(trigger => ({
      target_tracker_id: present.id,
      target_field_id: required(created.fieldIds, trigger.target.field),
      target_value_id: required(created.valueIds, trigger.target.value),
      direction: trigger.direction,
      condition: trigger.condition,
      sources: trigger.sources.map(source => ({
        tracker_id: source.trackerId,
        field_id: source.fieldId,
        value_id: source.valueId,
      })),
    })),
  )
}

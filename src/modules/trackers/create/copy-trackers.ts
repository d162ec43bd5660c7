import type { Tx } from '../../../platform/db/db.ts'
import type { Actor } from '../../users/index.ts'
import { addTriggers, createTrackers, setParents } from './create-trackers.ts'
import { loadTrackers } from '../store/load-trackers.ts'
import type { CreatedTrackers, Key } from '../model/new-tracker.ts'
import { fieldKey, toNewTrackers, trackerKey, valueKey } from '../model/to-new-trackers.ts'
import { listExtras, listTrackerIds } from '../store/trackers.store.ts'
import { listTriggers } from '../store/workflow.store.ts'
import type { CopiedIds } from '../model/tracker-hooks.ts'

/** A new project and the project that it copies. */
export interface ProjectCopy {
  readonly templateId: number
  readonly projectId: number
  /** Static user groups of the template → static user groups of the project. */
  readonly groupMap: ReadonlyMap<number, number>
  readonly viewer: Actor
}

/**
 * projects.md §3.2: copies the trackers that the template flags for new projects, with everything but artifacts. Then copies hierarchy and
 * triggers, if all their trackers were copied.
 */
export const copyTrackersOfTemplate = async (tx: Tx, copy: ProjectCopy): Promise<CopiedIds> => {
  const ids = (await listTrackerIds(tx, [copy.templateId])).get(copy.templateId) ?? []
  const trackers = [...(await loadTrackers(tx, ids)).values()].filter(tracker => tracker.instantiateForNewProjects)
  if (trackers.length === 0)
    return { trackerIds: new Map(), fieldIds: new Map(), valueIds: new Map(), reportIds: new Map() }
  const copied = trackers.map(tracker => tracker.id)
  const extras = await listExtras(tx, copied)
  const created = await createTrackers(tx, toNewTrackers(trackers, extras, copy), copy.viewer)

  const trackerId = (id: number): number | undefined => created.trackerIds.get(trackerKey(id))
  await setParents(
    tx,
    trackers.flatMap(tracker => {
      const [child, parent] = [
        trackerId(tracker.id),
        tracker.parentId === null ? undefined : trackerId(tracker.parentId),
      ]
      return child === undefined || parent === undefined ? [] : [{ trackerId: child, parentId: parent }]
    }),
  )
  await copyTriggers(tx, copied, created)
  return {
    trackerIds: byFormerId(created.trackerIds),
    fieldIds: byFormerId(created.fieldIds),
    valueIds: byFormerId(created.valueIds),
    reportIds: byFormerId(created.reportIds),
  }
}

/** Keys of copies are letters with the id in the template. */
const byFormerId = (ids: ReadonlyMap<Key, number>): ReadonlyMap<number, number> =>
  new Map([...ids].map(([key, id]) => [Number(key.slice(1)), id]))

const copyTriggers = async (tx: Tx, trackerIds: readonly number[], created: CreatedTrackers): Promise<void> => {
  const place = (trackerId: number, fieldId: number, valueId: number) => {
    const ids = {
      trackerId: created.trackerIds.get(trackerKey(trackerId)),
      fieldId: created.fieldIds.get(fieldKey(fieldId)),
      valueId: created.valueIds.get(valueKey(valueId)),
    }
    return ids.trackerId === undefined || ids.fieldId === undefined || ids.valueId === undefined
      ? []
      : [{ trackerId: ids.trackerId, fieldId: ids.fieldId, valueId: ids.valueId }]
  }
  await addTriggers(
    tx,
    (await listTriggers(tx, trackerIds)).flatMap(trigger => {
      const [target] = place(trigger.target_tracker_id, trigger.target_field_id, trigger.target_value_id)
      const sources = trigger.sources.flatMap(source => place(source.tracker_id, source.field_id, source.value_id))
      if (!target || sources.length === 0) return []
      return [
        {
          targetTrackerId: target.trackerId,
          targetFieldId: target.fieldId,
          targetValueId: target.valueId,
          direction: trigger.direction,
          condition: trigger.condition,
          sources,
        },
      ]
    }),
  )
}

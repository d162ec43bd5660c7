import type { Tx } from '../../../platform/db/db.ts'
import { isStaticGroup } from '../../projects/index.ts'
import type { TrackersCopied } from '../../trackers/index.ts'
import type { NewCardwall } from '../model/cardwall.ts'
import type { Planning } from '../model/planning.ts'
import { loadProjectPlannings, writeBurnupMode, writeExplicitBacklog } from '../store/plannings.store.ts'
import { addPlannings } from './add-plannings.ts'

/** Copies the plannings of a template whose planning trackers were copied (projects.md §3.2), with the switch of the top backlog. */
export const copyPlannings = async (tx: Tx, copied: TrackersCopied): Promise<void> => {
  const { templateId, projectId, groupMap, trackerIds } = copied
  const found = (await loadProjectPlannings(tx, [templateId])).get(templateId)
  if (!found || found.plannings.length === 0) return
  const plannings = found.plannings.flatMap(planning => {
    const planningTrackerId = trackerIds.get(planning.planningTrackerId)
    if (planningTrackerId === undefined) return []
    return [
      {
        ...planning,
        projectId,
        planningTrackerId,
        backlogTrackerIds: planning.backlogTrackerIds.flatMap(id => trackerIds.get(id) ?? []),
        plannerGroupIds:
          planning.plannerGroupIds?.flatMap(id => (isStaticGroup(id) ? (groupMap.get(id) ?? []) : id)) ?? null,
      },
    ]
  })
  if (plannings.length === 0) return
  const cardwalls = found.plannings.flatMap(planning => copyCardwall(planning, copied))
  await addPlannings(tx, projectId, plannings, cardwalls)
  await writeExplicitBacklog(tx, projectId, found.hasExplicitBacklog)
  await writeBurnupMode(tx, projectId, found.burnupMode)
}

const copyCardwall = (
  { planningTrackerId, cardwall }: Planning,
  { trackerIds, fieldIds, valueIds }: TrackersCopied,
): NewCardwall[] => {
  const copyId = trackerIds.get(planningTrackerId)
  if (!cardwall || copyId === undefined) return []
  return [
    {
      planningTrackerId: copyId,
      columns: cardwall.columns.map(({ label, color, valueIds: ids }) => ({
        label,
        color,
        valueIds: ids.flatMap(id => valueIds.get(id) ?? []),
      })),
      mappings: cardwall.mappings.flatMap(mapping => {
        const [trackerId, fieldId] = [trackerIds.get(mapping.trackerId), fieldIds.get(mapping.fieldId)]
        return trackerId === undefined || fieldId === undefined ? [] : [{ trackerId, fieldId }]
      }),
    },
  ]
}

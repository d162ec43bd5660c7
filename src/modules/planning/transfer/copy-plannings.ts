import type { Tx } from '../../../platform/db/db.ts'
import { isStaticGroup } from '../../projects/index.ts'
import type { TrackersCopied } from '../../trackers/index.ts'
import {
  insertPlannings,
  loadProjectPlannings,
  writeBurnupMode,
  writeExplicitBacklog,
} from '../store/plannings.store.ts'

/** Copies the plannings of a template whose planning trackers were copied (projects.md §3.2), with the switch of the top backlog. */
export const copyPlannings = async (
  tx: Tx,
  { templateId, projectId, groupMap, trackerIds }: TrackersCopied,
): Promise<void> => {
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
  await insertPlannings(tx, plannings)
  await writeExplicitBacklog(tx, projectId, found.hasExplicitBacklog)
  await writeBurnupMode(tx, projectId, found.burnupMode)
}

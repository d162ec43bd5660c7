import type { Tx } from '../../../platform/db/db.ts'
import type { NewCardwall } from '../model/cardwall.ts'
import type { NewPlanning } from '../model/planning.ts'
import { writeCardwalls } from '../store/cardwalls.store.ts'
import { insertPlannings } from '../store/plannings.store.ts'

/** Gives a project plannings with their cardwalls. A cardwall of a tracker without a planning is left out. */
export const addPlannings = async (
  tx: Tx,
  projectId: number,
  plannings: readonly NewPlanning[],
  cardwalls: readonly NewCardwall[],
): Promise<void> => {
  const ids = await insertPlannings(tx, plannings)
  await writeCardwalls(
    tx,
    projectId,
    cardwalls.flatMap(({ planningTrackerId, columns, mappings }) => {
      const planningId = ids.get(planningTrackerId)
      return planningId === undefined ? [] : [{ planningId, columns, mappings }]
    }),
  )
}

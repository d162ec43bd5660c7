import type { Tx } from '../../../platform/db/db.ts'
import type { TrackersCopied } from '../../trackers/index.ts'
import { insertKanbans, listKanbans } from '../store/kanbans.store.ts'

/** View of nobody: what an account has folded is not copied. */
const NOBODY = 0

/** Copies the kanbans of a template whose trackers were copied (projects.md §3.2), with limits and filters. */
export const copyKanbans = async (tx: Tx, { trackerIds, valueIds, reportIds }: TrackersCopied): Promise<void> => {
  const kanbans = await listKanbans(tx, [...trackerIds.keys()], NOBODY)
  await insertKanbans(
    tx,
    kanbans.flatMap(({ trackerId: formerId, name, isPromoted, limits, reports }) => {
      const trackerId = trackerIds.get(formerId)
      if (trackerId === undefined) return []
      return [
        {
          trackerId,
          name,
          isPromoted,
          limits: [...limits].flatMap(([formerColumnId, limit]) => {
            const columnId = valueIds.get(formerColumnId)
            return columnId === undefined ? [] : [{ columnId, limit }]
          }),
          reportIds: reports.flatMap(({ id }) => reportIds.get(id) ?? []),
        },
      ]
    }),
  )
}

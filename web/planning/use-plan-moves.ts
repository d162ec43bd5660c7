import { toastError } from '../design/feedback/toast.tsx'
import { changeOf } from './plan-move.ts'
import { changeList, itemsQuery, planningKey, type Item, type ListKey, type PlanPlace } from './planning-queries.ts'
import { useListMoves, type ListMoves } from './use-list-moves.ts'

export interface PlanMovesOptions {
  readonly place: PlanPlace
  readonly keys: readonly ListKey[]
  readonly nameOf: (list: ListKey) => string
}

/** Moves artifacts between the backlog and milestones. */
export const usePlanMoves = ({ place, keys, nameOf }: PlanMovesOptions): ListMoves<Item, ListKey> =>
  useListMoves({
    keys,
    queryKeyOf: list => itemsQuery(place, list).queryKey,
    allKey: planningKey(place.projectId),
    send: async (lists, moved, to) => {
      const change = changeOf(lists, moved, to)
      if (change) await changeList(place, to.list, change)
    },
    onRefused: (_moved, error) => toastError(error),
    nameOf,
    objectOf: ({ short_type: type, id }) => `${type} #${id}`,
  })

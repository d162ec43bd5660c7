import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { ListPage } from '../api/api.ts'
import { noteChange } from '../commands/undo.ts'
import { toast, toastError } from '../design/feedback/toast.tsx'
import { announce } from '../live/announcer.tsx'
import { afterMove, changeOf, movesBack, type Lists, type Moved, type Place } from './plan-move.ts'
import { changeList, itemsQuery, planningKey, type Item, type ListKey, type PlanPlace } from './planning-queries.ts'

export interface PlanMoves {
  /** Paints the move at once, and writes it after those before it. Resolves to false if the server refused it. */
  readonly move: (moved: readonly Moved[], place: Place) => Promise<boolean>
  /** Reads all lists again, unless moves are on their way: after these they are read anyway. */
  readonly refresh: () => Promise<void>
}

export interface PlanMovesOptions {
  readonly place: PlanPlace
  readonly keys: readonly ListKey[]
  readonly nameOf: (list: ListKey) => string
}

export const usePlanMoves = ({ place, keys, nameOf }: PlanMovesOptions): PlanMoves => {
  const { t } = useLingui()
  const queries = useQueryClient()
  const last = useRef<Promise<unknown>>(Promise.resolve())
  const waiting = useRef(0)
  const presentLists = (): Lists =>
    new Map(
      keys.flatMap(key => {
        const page = queries.getQueryData(itemsQuery(place, key).queryKey)
        return page ? [[key, page] as [ListKey, ListPage<Item>]] : []
      }),
    )
  const readAgain = () => queries.invalidateQueries({ queryKey: planningKey(place.projectId) })

  const write = async (moved: readonly Moved[], to: Place): Promise<boolean> => {
    const before = presentLists()
    // Somebody has moved it since.
    if (moved.some(({ item, from }) => !before.get(from)?.items.some(({ id }) => id === item.id))) return false
    const change = changeOf(before, moved, to)
    if (!change) return true
    // An answer to an older question must not paint over the move.
    await queries.cancelQueries({ queryKey: planningKey(place.projectId) })
    for (const [key, page] of afterMove(before, moved, to)) queries.setQueryData(itemsQuery(place, key).queryKey, page)
    waiting.current++
    const run = last.current.then(() => changeList(place, to.list, change))
    last.current = run.catch(() => undefined)
    try {
      await run
      return true
    } catch (error) {
      toastError(error)
      return false
    } finally {
      waiting.current--
      if (waiting.current === 0) void readAgain()
    }
  }

  const move = async (moved: readonly Moved[], to: Place): Promise<boolean> => {
    const before = presentLists()
    const [first] = moved
    if (!first || !changeOf(before, moved, to)) return true
    const back = movesBack(before, moved, to.list)
    const isDone = await write(moved, to)
    if (!isDone) return false
    const object = moved.length === 1 ? `${first.item.short_type} #${first.item.id}` : t`${moved.length} artifacts`
    const undo = async (): Promise<boolean> => {
      let isBack = true
      for (const one of back) isBack = (await write(one.moved, one.place)) && isBack
      return isBack
    }
    noteChange({ object, undo })
    const items = afterMove(before, moved, to).get(to.list)?.items ?? []
    const position = items.findIndex(({ id }) => id === first.item.id) + 1
    const sentence = t`${object} moved to ${nameOf(to.list)}, position ${position} of ${items.length}`
    if (moved.some(({ from }) => from !== to.list))
      toast(t`${object} moved to ${nameOf(to.list)}`, { action: { label: t`Undo`, run: () => void undo() } })
    announce(sentence)
    return true
  }
  return {
    move,
    refresh: async () => {
      if (waiting.current === 0) await readAgain()
    },
  }
}

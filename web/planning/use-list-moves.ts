import { useLingui } from '@lingui/react/macro'
import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useRef } from 'react'
import type { ListPage } from '../api/api.ts'
import { noteChange } from '../commands/undo.ts'
import { toast } from '../design/feedback/toast.tsx'
import { announce } from '../live/announcer.tsx'
import { afterMove, isInPlace, movesBack, type Lists, type Moved, type Place } from './plan-move.ts'

export interface ListMoves<Listed extends { readonly id: number }, Key> {
  /** Paints the move at once, and writes it after those before it. Resolves to false if the server refused it. */
  readonly move: (moved: readonly Moved<Listed, Key>[], place: Place<Key>) => Promise<boolean>
  /** Reads all lists again, unless moves are on their way: after these they are read anyway. */
  readonly refresh: () => Promise<void>
}

export interface ListMovesOptions<Listed extends { readonly id: number }, Key> {
  readonly keys: readonly Key[]
  /** Key of the query of a list, whose data is a `ListPage`. */
  readonly queryKeyOf: (list: Key) => QueryKey
  /** Of all that is read again after moves. */
  readonly allKey: QueryKey
  /** Writes a move; `lists` are those before it. */
  readonly send: (lists: Lists<Listed, Key>, moved: readonly Moved<Listed, Key>[], to: Place<Key>) => Promise<void>
  /** Called with the refusal; the lists are read again. */
  readonly onRefused: (moved: readonly Moved<Listed, Key>[], error: unknown) => void
  readonly nameOf: (list: Key) => string
  /** "story #12" */
  readonly objectOf: (item: Listed) => string
}

/** Moves artifacts in ordered lists: painted at once, told to screen readers, taken back when refused, and undone on demand. */
export const useListMoves = <Listed extends { readonly id: number }, Key>(
  options: ListMovesOptions<Listed, Key>,
): ListMoves<Listed, Key> => {
  const { keys, queryKeyOf, allKey, send, onRefused, nameOf, objectOf } = options
  const { t } = useLingui()
  const queries = useQueryClient()
  const last = useRef<Promise<unknown>>(Promise.resolve())
  const waiting = useRef(0)
  const presentLists = (): Lists<Listed, Key> =>
    new Map(
      keys.flatMap(key => {
        const page = queries.getQueryData<ListPage<Listed>>(queryKeyOf(key))
        return page ? [[key, page] as [Key, ListPage<Listed>]] : []
      }),
    )
  const readAgain = () => queries.invalidateQueries({ queryKey: allKey })

  const write = async (moved: readonly Moved<Listed, Key>[], to: Place<Key>): Promise<boolean> => {
    const before = presentLists()
    // Somebody has moved it since.
    if (moved.some(({ item, from }) => !before.get(from)?.items.some(({ id }) => id === item.id))) return false
    if (isInPlace(before, moved, to)) return true
    // An answer to an older question must not paint over the move.
    await queries.cancelQueries({ queryKey: allKey })
    for (const [key, page] of afterMove(before, moved, to)) queries.setQueryData(queryKeyOf(key), page)
    waiting.current++
    const run = last.current.then(() => send(before, moved, to))
    last.current = run.catch(() => undefined)
    try {
      await run
      return true
    } catch (error) {
      onRefused(moved, error)
      return false
    } finally {
      waiting.current--
      if (waiting.current === 0) void readAgain()
    }
  }

  const move = async (moved: readonly Moved<Listed, Key>[], to: Place<Key>): Promise<boolean> => {
    const before = presentLists()
    const [first] = moved
    if (!first || isInPlace(before, moved, to)) return true
    const back = movesBack(before, moved, to.list)
    const isDone = await write(moved, to)
    if (!isDone) return false
    const object = moved.length === 1 ? objectOf(first.item) : t`${moved.length} artifacts`
    const undo = async (): Promise<boolean> => {
      let isBack = true
      for (const one of back) isBack = (await write(one.moved, one.place)) && isBack
      return isBack
    }
    noteChange({ object, undo })
    const { items, total } = afterMove(before, moved, to).get(to.list) ?? { items: [], total: 0 }
    const position = items.findIndex(({ id }) => id === first.item.id) + 1
    const sentence = t`${object} moved to ${nameOf(to.list)}`
    if (moved.some(({ from }) => from !== to.list))
      toast(sentence, { action: { label: t`Undo`, run: () => void undo() } })
    // Of a list that is read in part, nobody knows the position.
    if (items.length < total) announce(sentence)
    else announce(t`${object} moved to ${nameOf(to.list)}, position ${position} of ${total}`)
    return true
  }
  return {
    move,
    refresh: async () => {
      if (waiting.current === 0) await readAgain()
    },
  }
}

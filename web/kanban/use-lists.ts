import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { toastError } from '../design/feedback/toast.tsx'
import { PHONE, useMedia } from '../design/use-media.ts'
import { useAccount } from '../session/account.ts'
import { useStable } from '../trackers/use-stable.ts'
import type { KanbanColumn } from './kanban-columns.ts'
import { itemsQuery, kanbanQuery, keepFolded, MOST_ITEMS, PAGE, type ListKey } from './kanban-queries.ts'

/** Folded columns, as the server keeps them for the account. Visitors fold until they leave. */
export const useFolds = (kanbanId: number, columns: readonly KanbanColumn[]) => {
  const account = useAccount()
  const queries = useQueryClient()
  const [changed, setChanged] = useState<ReadonlyMap<ListKey, boolean>>(new Map())
  const isFolded = (list: ListKey): boolean =>
    changed.get(list) ?? columns.find(({ key }) => key === list)?.isOpen === false
  const fold = useStable((list: ListKey): void => {
    const next = !isFolded(list)
    setChanged(known => new Map([...known, [list, next]]))
    if (!account) return
    void keepFolded(kanbanId, list, next)
      .then(() => queries.invalidateQueries({ queryKey: kanbanQuery(kanbanId).queryKey }))
      .catch(toastError)
  })
  return { isFolded, fold }
}

interface ListsOptions {
  readonly kanbanId: number
  readonly report: number | undefined
  readonly columns: readonly KanbanColumn[]
  readonly isFolded: (list: ListKey) => boolean
  readonly filter: string
}

/** The cards of all columns. Of a folded one only the number is read, for a filter everything. */
export const useLists = ({ kanbanId, report, columns, isFolded, filter }: ListsOptions) => {
  const [sizes, setSizes] = useState<ReadonlyMap<ListKey, number>>(new Map())
  const isPhone = useMedia(PHONE)
  const sizeOf = (list: ListKey): number => {
    if (isFolded(list) && !isPhone) return 0
    return filter === '' ? (sizes.get(list) ?? PAGE) : MOST_ITEMS
  }
  const found = useQueries({
    queries: columns.map(({ key }) => itemsQuery({ kanbanId, list: key, report, size: sizeOf(key) })),
  })
  const at = (list: ListKey) => found[columns.findIndex(({ key }) => key === list)]
  const wanted = columns.map(({ key }) => sizeOf(key)).join()
  const readMore = useEffectEvent(() => {
    for (const { key } of columns) {
      const list = at(key)
      if (list?.data && list.data.items.length < Math.min(sizeOf(key), list.data.total)) void list.refetch()
    }
  })
  useEffect(() => readMore(), [wanted])
  return {
    pageOf: (list: ListKey) => at(list)?.data,
    errorOf: (list: ListKey) => at(list)?.error ?? null,
    isReading: (list: ListKey) => at(list)?.isFetching === true,
    onMore: useStable((list: ListKey) =>
      setSizes(known => new Map([...known, [list, Math.min(MOST_ITEMS, sizeOf(list) + PAGE)]])),
    ),
  }
}

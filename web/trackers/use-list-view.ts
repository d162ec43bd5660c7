import { useCallback, useMemo } from 'react'
import { writeView } from '../drafts/views.ts'
import { useAccount } from '../session/account.ts'
import { formatSort } from './table/columns.ts'
import { PAGE_SIZE, type Row, type RowsQuery } from './table/rows.ts'

export interface ListViewOf {
  /** The list in the addresses of its artifacts: their pages find the previous and the next one by it. */
  readonly key: string
  /** Stores the rows around one that the reader opens. */
  readonly keep: (around: number, total: number, rowAt: (index: number) => Row | undefined) => void
}

export const useListView = ({ trackerId, tql, criteria, sort }: RowsQuery): ListViewOf => {
  const accountId = useAccount()?.user.id
  const order = formatSort(sort)
  const key = useMemo(
    () => `t${trackerId}-${shortHash([tql, criteria, order].join('\n'))}`,
    [trackerId, tql, criteria, order],
  )
  const keep = useCallback(
    (around: number, total: number, rowAt: (index: number) => Row | undefined): void => {
      let first = around
      while (first > 0 && around - first < PAGE_SIZE && rowAt(first - 1)) first--
      const ids: number[] = []
      for (let index = first; index - around < PAGE_SIZE; index++) {
        const row = rowAt(index)
        if (!row) break
        ids.push(row.id)
      }
      const { pathname, search } = window.location
      void writeView(accountId, {
        key,
        ids,
        first,
        total,
        href: pathname + search,
        trackerId,
        tql,
        criteria,
        sort: order,
      })
    },
    [accountId, key, trackerId, tql, criteria, order],
  )
  return useMemo(() => ({ key, keep }), [key, keep])
}

/** Tells lists of one tracker apart; two lists with the same hash only overwrite each other. */
const shortHash = (text: string): string => {
  let hash = 5381
  for (let index = 0; index < text.length; index++) hash = (Math.imul(hash, 33) ^ text.charCodeAt(index)) >>> 0
  return hash.toString(36)
}

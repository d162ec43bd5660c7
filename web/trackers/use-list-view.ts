import { writeView } from '../drafts/views.ts'
import { useAccount } from '../session/account.ts'
import { formatSort } from './table/columns.ts'
import { PAGE_SIZE, type Row } from './rows/rows.ts'
import type { RowsQuery } from './rows/rows-query.ts'
import { useStable } from './use-stable.ts'

export interface KeptRows {
  /** Index in the list of the row that the reader opens. */
  readonly around: number
  /** Length of the list. */
  readonly total: number
  readonly rowAt: (index: number) => Row | undefined
}

/** Stores the rows around one that the reader opens: the page of the artifact finds the previous and the next one by them. */
export type KeepList = (query: RowsQuery, rows: KeptRows) => void

/** The list in the addresses of its artifacts. */
export const keyOfList = ({ trackerId, tql, criteria, sort }: RowsQuery): string =>
  `t${trackerId}-${shortHash([tql, criteria, formatSort(sort)].join('\n'))}`

export const useKeepList = (): KeepList => {
  const accountId = useAccount()?.user.id
  return useStable((query: RowsQuery, { around, total, rowAt }: KeptRows): void => {
    let first = around
    while (first > 0 && around - first < PAGE_SIZE && rowAt(first - 1)) first--
    const ids: number[] = []
    for (let index = first; index < total && index - around < PAGE_SIZE; index++) {
      const row = rowAt(index)
      if (!row) break
      ids.push(row.id)
    }
    const { pathname, search } = window.location
    const { trackerId, tql, criteria, sort } = query
    void writeView(accountId, {
      key: keyOfList(query),
      ids,
      first,
      total,
      href: pathname + search,
      trackerId,
      tql,
      criteria,
      sort: formatSort(sort),
    })
  })
}

/** Tells lists of one tracker apart; two lists with the same hash only overwrite each other. */
const shortHash = (text: string): string => {
  let hash = 5381
  for (let index = 0; index < text.length; index++) hash = (Math.imul(hash, 33) ^ text.charCodeAt(index)) >>> 0
  return hash.toString(36)
}

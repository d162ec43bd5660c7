import { useState } from 'react'
import { api, responseOf } from '../../api/api.ts'
import type { Tracker } from '../tracker-queries.ts'
import { useStable } from '../use-stable.ts'
import type { RowsQuery } from './rows-query.ts'

const NOBODY: ReadonlySet<number> = new Set()

export interface LeftRows {
  /** Artifacts that the query finds no longer since the reader changed them here. */
  readonly ids: ReadonlySet<number>
  /** Asks whether the query of the artifact's list still finds it. */
  readonly check: (id: number, tql: string) => Promise<void>
}

/** A row that the reader's own change takes out of the result stays until the list is read again; it says so. */
export const useLeftRows = (tracker: Tracker, query: RowsQuery): LeftRows => {
  const [known, setKnown] = useState({ query, ids: NOBODY })
  const ids = known.query === query ? known.ids : NOBODY
  const idField = tracker.fields.find(field => field.type === 'aid' && field.is_used)?.name
  const check = useStable(async (id: number, tql: string): Promise<void> => {
    if (tql === '' || idField === undefined) return
    const { response } = await responseOf(
      api.GET('/trackers/{id}/artifacts', {
        params: { path: { id: tracker.id }, query: { tql: `(${tql}) AND ${idField} = ${id}`, limit: 1 } },
      }),
    )
    const isFound = response.headers.get('X-PAGINATION-SIZE') !== '0'
    setKnown(before => {
      const next = new Set(before.query === query ? before.ids : NOBODY)
      if (isFound) next.delete(id)
      else next.add(id)
      return { query, ids: next }
    })
  })
  return { ids, check }
}

import type { QueryClient } from '@tanstack/react-query'
import { reportOf, type Report } from './reports/report-queries.ts'
import { forgetList, PAGE_SIZE, pageQuery } from './rows/rows.ts'
import { rowsQueryOf } from './rows/rows-query.ts'
import type { Tracker } from './tracker-queries.ts'
import type { TrackerSearch } from './tracker-search.ts'
import { trackerViewOf } from './view-state.ts'

/** Older rows, of a link that the pointer touched without following it, are asked for again. */
const FRESH_MS = 10_000

/** Asks for the rows that the page begins with, while the browser still draws its frame. */
export const fetchFirstRows = (
  queries: QueryClient,
  tracker: Tracker,
  reports: readonly Report[],
  search: TrackerSearch,
): void => {
  const view = trackerViewOf(tracker, reportOf(reports, search.report), search)
  const query = rowsQueryOf(tracker.id, view, 0)
  const rows = pageQuery(query, Math.floor((search.at ?? 0) / PAGE_SIZE))
  const known = queries.getQueryState(rows.queryKey)
  if (known?.data !== undefined && known.dataUpdatedAt < Date.now() - FRESH_MS) {
    queries.removeQueries({ queryKey: rows.queryKey, exact: true })
    forgetList(query)
  }
  void queries.prefetchQuery(rows)
}

import { queryOptions } from '@tanstack/react-query'
import type { components } from '../../client/index.ts'
import { api, bodyOf, done, pageOf, type ListPage } from '../api/api.ts'
import type { Order } from '../planning/plan-move.ts'
import type { ListedArtifact } from '../trackers/tracker-queries.ts'

export type Kanban = components['schemas']['Kanban']
export type KanbanItem = components['schemas']['KanbanItem']
export type ServerColumn = Kanban['columns'][number]

/** A list of a kanban; a number is the id of an open value of the status. */
export type ListKey = 'backlog' | 'archive' | number

export const PAGE = 100
/** Longer lists are shown up to here. */
export const MOST_ITEMS = 1_000
const STALE_MS = 30_000
/** Facts of more cards than these are not read. */
const MOST_ROWS = 1_000

/** Of everything that the pages of a kanban have read. */
export const kanbanKey = (id: number) => ['kanban', id] as const

export const kanbanQuery = (id: number) =>
  queryOptions({
    queryKey: [...kanbanKey(id), 'definition'],
    queryFn: ({ signal }) => bodyOf(api.GET('/kanban/{id}', { params: { path: { id } }, signal })),
    staleTime: STALE_MS,
    retry: false,
    meta: { isSignedOutFine: true },
  })

export interface ListQuery {
  readonly kanbanId: number
  readonly list: ListKey
  /** Only artifacts that this report finds. */
  readonly report: number | undefined
  /** The number of cards to read; 0: only the total is read. */
  readonly size: number
}

/** The artifacts of a list by rank. */
export const itemsQuery = (query: ListQuery) =>
  queryOptions({
    // The size is none of the key: a list that grows stays in sight.
    queryKey: [...kanbanKey(query.kanbanId), 'items', query.list, query.report],
    queryFn: async ({ signal }): Promise<ListPage<KanbanItem>> => {
      const items: KanbanItem[] = []
      for (;;) {
        const limit = Math.min(PAGE, query.size - items.length)
        const { collection, total_size: total } = await readItems(query, { limit, offset: items.length }, signal)
        items.push(...collection)
        if (collection.length === 0 || items.length >= Math.min(total, query.size)) return { items, total }
      }
    },
    staleTime: STALE_MS,
    meta: { isSignedOutFine: true },
  })

const readItems = (
  { kanbanId: id, list, report }: ListQuery,
  page: { readonly limit: number; readonly offset: number },
  signal: AbortSignal,
) => {
  const query = { ...page, ...(report !== undefined && { query: JSON.stringify({ tracker_report_id: report }) }) }
  const path = { id }
  if (list === 'backlog') return bodyOf(api.GET('/kanban/{id}/backlog', { params: { path, query }, signal }))
  if (list === 'archive') return bodyOf(api.GET('/kanban/{id}/archive', { params: { path, query }, signal }))
  return bodyOf(api.GET('/kanban/{id}/items', { params: { path, query: { ...query, column_id: list } }, signal }))
}

export interface RowsQuery {
  readonly kanbanId: number
  readonly trackerId: number
  readonly tql: string
  /** Short names of fields. */
  readonly fields: string
}

/** The values of fields that the cards show, by id of artifact. */
export const rowsQuery = ({ kanbanId, trackerId, tql, fields }: RowsQuery) =>
  queryOptions({
    queryKey: [...kanbanKey(kanbanId), 'rows', tql, fields],
    queryFn: async ({ signal }): Promise<ReadonlyMap<number, ListedArtifact>> => {
      const query = { tql, fields, limit: MOST_ROWS }
      const { items } = await pageOf<ListedArtifact>(
        api.GET('/trackers/{id}/artifacts', { params: { path: { id: trackerId }, query }, signal }),
      )
      return new Map(items.map(row => [row.id, row]))
    },
    enabled: fields !== '',
    staleTime: STALE_MS,
    retry: false,
    meta: { isSignedOutFine: true },
  })

export interface ListChange {
  readonly add?: { readonly ids: number[] }
  readonly order?: Order
  readonly from_column?: string
}

/** Writes a change of a list: all of it happens, or nothing. */
export const changeList = (id: number, list: ListKey, body: ListChange): Promise<void> => {
  const path = { id }
  if (list === 'backlog') return done(api.PATCH('/kanban/{id}/backlog', { params: { path }, body }))
  if (list === 'archive') return done(api.PATCH('/kanban/{id}/archive', { params: { path }, body }))
  return done(api.PATCH('/kanban/{id}/items', { params: { path, query: { column_id: list } }, body }))
}

/** Keeps for the reader that a list is folded. */
export const keepFolded = (id: number, list: ListKey, isFolded: boolean): Promise<void> => {
  const body =
    list === 'backlog'
      ? { collapse_backlog: isFolded }
      : list === 'archive'
        ? { collapse_archive: isFolded }
        : { collapse_column: { column_id: list, value: isFolded } }
  return done(api.PATCH('/kanban/{id}', { params: { path: { id } }, body }))
}

/** Makes an artifact of a title in the backlog or a column. */
export const addItem = (kanbanId: number, list: ListKey, label: string) =>
  bodyOf(
    api.POST('/kanban_items', {
      body: { label, kanban_id: kanbanId, column_id: typeof list === 'number' ? list : null },
    }),
  )

export type Flow = components['schemas']['CumulativeFlow']

export interface FlowQuery {
  readonly kanbanId: number
  readonly report: number | undefined
  readonly from: string
  readonly to: string
  /** Days between two points. */
  readonly every: number
}

/** The number of artifacts in each column by day. */
export const flowQuery = ({ kanbanId: id, report, from, to, every }: FlowQuery) =>
  queryOptions({
    queryKey: [...kanbanKey(id), 'flow', { report, from, to, every }],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET('/kanban/{id}/cumulative_flow', {
          params: {
            path: { id },
            query: {
              start_date: from,
              end_date: to,
              interval_between_point: every,
              ...(report !== undefined && { query: JSON.stringify({ tracker_report_id: report }) }),
            },
          },
          signal,
        }),
      ),
    staleTime: STALE_MS,
    retry: false,
    meta: { isSignedOutFine: true },
  })

import { Invalid, NotFound } from '../../../platform/errors.ts'
import type { Page } from '../../../platform/http/routes/pagination.ts'
import { parseObject } from '../../../platform/json-object.ts'
import type { Outline } from '../../artifacts/index.ts'
import type { Viewer } from '../../users/index.ts'
import { placeOf, valuesOf, type Board, type Place } from '../model/board.ts'
import type { KanbanItemRepresentation } from '../model/kanbans.schema.ts'
import { findKanbanOfTracker } from '../store/kanbans.store.ts'
import { placeIn, requireKanban, type KanbanPlace, type KanbanReading } from './kanban-reader.ts'
import { representItems } from './represent-items.ts'

/** Part of a kanban that a request names: a column by the id of a value. */
export type AskedPlace = 'backlog' | 'archive' | { readonly columnId: number }

/** The part of the board. Throws 404 for an id that is no value of the status. */
export const requirePlace = (board: Board, asked: AskedPlace): Place => {
  if (typeof asked === 'string') return asked
  if (!board.values.some(({ id }) => id === asked.columnId)) throw unknownColumn()
  return asked.columnId
}

export const unknownColumn = (): NotFound => new NotFound('The kanban has no such column')

/** Artifacts in a part of the board that the viewer sees, by rank. */
export const listInPlace = async (
  { artifacts: { outlines } }: KanbanReading,
  viewer: Viewer,
  { tracker }: KanbanPlace,
  board: Board,
  place: Place,
): Promise<Outline[]> => {
  const values = valuesOf(board, place)
  if (place === 'archive' && values.length === 0) return []
  const found = await outlines.withValues(viewer, tracker.id, board.field.id, values)
  // A list of several values counts by the first one.
  return found.filter(({ status }) => (status === null ? place === 'backlog' : values.includes(status)))
}

/** Ids of the artifacts that the report of a query finds; undefined without a query. */
export const readFilter = async (
  { artifacts: { reports } }: KanbanReading,
  viewer: Viewer,
  { tracker }: KanbanPlace,
  text: string,
): Promise<ReadonlySet<number> | undefined> => {
  if (text.trim() === '') return undefined
  const query = parseObject(text)
  const id = query?.['tracker_report_id']
  const refuse = (told: string) => new Invalid(told, { reason: 'parameter.range', parameter: 'query' })
  if (typeof id !== 'number' || !Number.isInteger(id) || Object.keys(query ?? {}).length > 1)
    throw refuse('`query` must be {"tracker_report_id": id}')
  const report = (await reports.find(viewer, [id])).get(id)
  if (!report) throw new NotFound('Report does not exist')
  if (!report.isPublic || report.trackerId !== tracker.id)
    throw refuse('The report must be a public one of the tracker of the kanban')
  return reports.match(viewer, id)
}

export interface KanbanItemPage {
  readonly items: readonly KanbanItemRepresentation[]
  /** Number of all items that the viewer sees. */
  readonly size: number
}

/** GET /kanban/{id}/backlog, /archive and /items. */
export const listKanbanItems =
  (reading: KanbanReading) =>
  async (
    viewer: Viewer,
    id: number,
    asked: AskedPlace,
    query: string,
    { offset, limit }: Page,
  ): Promise<KanbanItemPage> => {
    const place = await requireKanban(reading, viewer, id)
    const { board } = place
    if (!board) {
      if (typeof asked === 'object') throw unknownColumn()
      return { items: [], size: 0 }
    }
    const part = requirePlace(board, asked)
    const filter = await readFilter(reading, viewer, place, query)
    const all = await listInPlace(reading, viewer, place, board, part)
    const found = filter ? all.filter(item => filter.has(item.id)) : all
    const page = found.slice(offset, offset + limit)
    return {
      items: await representItems(
        reading,
        viewer,
        place,
        page.map(item => item.id),
        { hasTimes: part !== 'backlog' },
      ),
      size: found.length,
    }
  }

/** GET /kanban_items/{id}: an artifact of a tracker with a kanban. */
export const getKanbanItem =
  (reading: KanbanReading) =>
  async (viewer: Viewer, id: number): Promise<KanbanItemRepresentation> => {
    const { db, artifacts } = reading
    await artifacts.requireViewable(viewer, id)
    const [item] = await artifacts.findVisible(viewer, [id])
    const kanban = item && (await findKanbanOfTracker(db.kysely, item.tracker.id, viewer.userId))
    if (!kanban) throw new NotFound('Kanban item does not exist')
    const [shown] = await representItems(reading, viewer, placeIn(reading, viewer, { ...item, kanban }), [id])
    if (!shown) throw new NotFound('Kanban item does not exist')
    return shown
  }

export const isInPlace = (board: Board, { status }: Outline, place: Place): boolean =>
  typeof place === 'number' ? status === place : placeOf(board, status) === place

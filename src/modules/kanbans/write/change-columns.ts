import { Invalid, NotFound } from '../../../platform/errors.ts'
import { inTransaction } from '../../../platform/db/db.ts'
import type { Viewer } from '../../users/index.ts'
import type { ColumnChange, KanbanColumnRepresentation } from '../model/kanbans.schema.ts'
import { isColumn, type Board } from '../model/board.ts'
import { requireKanban, type KanbanPlace } from '../read/kanban-reader.ts'
import { unknownColumn } from '../read/list-items.ts'
import { representColumn } from '../read/represent-kanban.ts'
import { writeLimit, writeReports } from '../store/kanbans.store.ts'
import { addColumn, NEW_COLUMN, orderColumns, removeColumn, renameColumn } from './edit-columns.ts'
import { noteChange, requireAdministered, requireAdministrator, type KanbanWriting } from './kanban-writer.ts'

/** The board of a kanban whose project the viewer administers; 404 without one. */
const requireBoard = async (
  writing: KanbanWriting,
  viewer: Viewer,
  kanbanId: number,
): Promise<{ readonly place: KanbanPlace; readonly board: Board }> => {
  const place = await requireAdministered(writing, viewer, kanbanId)
  if (!place.board) throw new NotFound('The tracker of the kanban has no status with values of its own')
  return { place, board: place.board }
}

const labelOf = (text: string): string => {
  const label = text.trim()
  if (label === '') throw new Invalid('A column needs a label', { reason: 'parameter.required', parameter: 'label' })
  return label
}

/** POST /kanban/{id}/columns: a new value of the status, open and at the end. */
export const createColumn =
  (writing: KanbanWriting) =>
  async (viewer: Viewer, kanbanId: number, label: string): Promise<KanbanColumnRepresentation> => {
    const { place } = await requireBoard(writing, viewer, kanbanId)
    const wanted = labelOf(label)
    const columnId = await inTransaction(writing.db, async tx => {
      const { created } = await writing.changeDefinition(tx, viewer, place.tracker.id, addColumn(wanted))
      return created?.valueIds.get(NEW_COLUMN)
    })
    const after = await requireKanban(writing, viewer, kanbanId)
    const value = after.board?.columns.find(({ id }) => id === columnId)
    if (!value) throw unknownColumn()
    return representColumn(writing, viewer, after, value)
  }

/** PUT /kanban/{id}/columns. */
export const reorderColumns =
  (writing: KanbanWriting) =>
  async (viewer: Viewer, kanbanId: number, columnIds: readonly number[]): Promise<void> => {
    const { place } = await requireBoard(writing, viewer, kanbanId)
    await inTransaction(writing.db, tx =>
      writing.changeDefinition(tx, viewer, place.tracker.id, orderColumns(columnIds)),
    )
  }

/** PATCH /kanban_columns/{id}: name and limit change together. */
export const changeColumn =
  (writing: KanbanWriting) =>
  async (
    viewer: Viewer,
    kanbanId: number,
    columnId: number,
    { label, wip_limit: limit }: ColumnChange,
  ): Promise<void> => {
    const { place, board } = await requireBoard(writing, viewer, kanbanId)
    if (!isColumn(board, columnId)) throw unknownColumn()
    const wanted = label === undefined ? undefined : labelOf(label)
    const { kanban, tracker } = place
    await inTransaction(writing.db, async tx => {
      if (wanted !== undefined) await writing.changeDefinition(tx, viewer, tracker.id, renameColumn(columnId, wanted))
      if (limit === undefined || (limit || null) === (kanban.limits.get(columnId) ?? null)) return
      await writeLimit(tx, kanbanId, columnId, limit)
      await noteChange(tx, viewer, tracker, { kanban_id: kanbanId, name: kanban.name })
    })
  }

/** DELETE /kanban_columns/{id}: the value is hidden and no longer open; artifacts keep it. */
export const deleteColumn =
  (writing: KanbanWriting) =>
  async (viewer: Viewer, kanbanId: number, columnId: number): Promise<void> => {
    const { tracker, board } = await requireAdministered(writing, viewer, kanbanId)
    if (!board)
      throw new Invalid('The tracker of the kanban has no status with values of its own', {
        reason: 'parameter.range',
      })
    if (!isColumn(board, columnId)) throw unknownColumn()
    await inTransaction(writing.db, async tx => {
      await writing.changeDefinition(tx, viewer, tracker.id, removeColumn(columnId))
      await writeLimit(tx, kanbanId, columnId, null)
    })
  }

/** PUT /kanban/{id}/tracker_reports. The reports are checked before the rights of the caller (agile.md §5.4). */
export const replaceReports =
  (writing: KanbanWriting) =>
  async (viewer: Viewer, kanbanId: number, reportIds: readonly number[]): Promise<void> => {
    const { kanban, tracker, project } = await requireKanban(writing, viewer, kanbanId)
    const found = await writing.artifacts.reports.find(viewer, reportIds)
    if (reportIds.some(id => !found.has(id))) throw new NotFound('A report does not exist')
    if ([...found.values()].some(({ isPublic, trackerId }) => !isPublic || trackerId !== tracker.id))
      throw new Invalid('The reports must be public ones of the tracker of the kanban', { reason: 'parameter.range' })
    requireAdministrator(writing, viewer, project)
    await inTransaction(writing.db, async tx => {
      await writeReports(tx, kanbanId, [...new Set(reportIds)])
      await noteChange(tx, viewer, tracker, { kanban_id: kanbanId, name: kanban.name })
    })
  }

import { inTransaction } from '../../../platform/db/db.ts'
import { Invalid, NotFound } from '../../../platform/errors.ts'
import type { Viewer } from '../../users/index.ts'
import type { KanbanView } from '../model/kanban.ts'
import type { KanbanChange, KanbanRepresentation } from '../model/kanbans.schema.ts'
import { requireKanban } from '../read/kanban-reader.ts'
import { unknownColumn } from '../read/list-items.ts'
import { representKanban } from '../read/represent-kanban.ts'
import { deleteKanban, findKanban, insertKanbans, lockKanban, updateKanban, writeView } from '../store/kanbans.store.ts'
import { noteChange, requireAdministered, requireAdministrator, type KanbanWriting } from './kanban-writer.ts'

export interface NewKanbanInput {
  readonly tracker_id: number
  readonly label: string
}

/** POST /projects/{id}/kanbans. */
export const createKanban =
  (writing: KanbanWriting) =>
  async (viewer: Viewer, projectId: number, { tracker_id, label }: NewKanbanInput): Promise<KanbanRepresentation> => {
    const { db, projects, trackers } = writing
    const project = await projects.requireAccess(viewer, projectId)
    requireAdministrator(writing, viewer, project)
    const tracker = (await trackers.listOfProject(projectId)).find(({ id }) => id === tracker_id)
    if (!tracker) throw new Invalid(`The project has no tracker ${tracker_id}`, { reason: 'parameter.range' })
    const name = label.trim()
    if (name === '') throw new Invalid('A kanban needs a label', { reason: 'parameter.required', parameter: 'label' })
    const kanbanId = await inTransaction(db, async tx => {
      const [id = 0] = await insertKanbans(tx, [
        { trackerId: tracker.id, name, isPromoted: false, limits: [], reportIds: [] },
      ])
      await noteChange(tx, viewer, tracker, { kanban_id: id, name })
      return id
    })
    return representKanban(writing, viewer, await requireKanban(writing, viewer, kanbanId))
  }

/** PATCH /kanban/{id}: name and promotion for all, folded parts for the account. */
export const changeKanban =
  (writing: KanbanWriting) =>
  async (viewer: Viewer, id: number, change: KanbanChange): Promise<void> => {
    const { tracker, project, board } = await requireKanban(writing, viewer, id)
    const isOfAll = change.label !== undefined || change.is_promoted !== undefined
    if (isOfAll) requireAdministrator(writing, viewer, project)
    else writing.projects.requireWritable(project)
    const { collapse_column: folded } = change
    if (folded && !board?.values.some(value => value.id === folded.column_id)) throw unknownColumn()
    await inTransaction(writing.db, async tx => {
      const isThere = await lockKanban(tx, id)
      const kanban = isThere ? await findKanban(tx, id, viewer.userId) : undefined
      if (!kanban) throw new NotFound('Kanban does not exist')
      if (isOfAll) {
        const name = change.label?.trim() || kanban.name
        const isPromoted = change.is_promoted ?? kanban.isPromoted
        if (name !== kanban.name || isPromoted !== kanban.isPromoted) {
          await updateKanban(tx, { id, name, isPromoted })
          await noteChange(tx, viewer, tracker, { kanban_id: id, name })
        }
      }
      const view = viewAfter(kanban.view, change)
      if (view !== kanban.view) await writeView(tx, id, viewer.userId, view)
    })
  }

const viewAfter = (view: KanbanView, change: KanbanChange): KanbanView => {
  const { collapse_column: column, collapse_backlog: backlog, collapse_archive: archive } = change
  if (column === undefined && backlog === undefined && archive === undefined) return view
  const others = view.foldedColumnIds.filter(id => id !== column?.column_id)
  return {
    foldedColumnIds: column ? (column.value ? [...others, column.column_id] : others) : view.foldedColumnIds,
    isBacklogOpen: backlog === undefined ? view.isBacklogOpen : !backlog,
    isArchiveOpen: archive === undefined ? view.isArchiveOpen : !archive,
  }
}

/** DELETE /kanban/{id}: artifacts and values of the status stay. */
export const removeKanban =
  (writing: KanbanWriting) =>
  async (viewer: Viewer, id: number): Promise<void> => {
    const { kanban, tracker } = await requireAdministered(writing, viewer, id)
    await inTransaction(writing.db, async tx => {
      await deleteKanban(tx, id)
      await noteChange(tx, viewer, tracker, { kanban_id: id, name: kanban.name })
    })
  }

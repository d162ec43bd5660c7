import { canSubmitField, type BindValue, type Field } from '../../fields/index.ts'
import { representProjectReference } from '../../projects/index.ts'
import { canSubmitArtifact } from '../../trackers/index.ts'
import type { Viewer } from '../../users/index.ts'
import { colorOf, isValueInUse } from '../model/board.ts'
import type {
  KanbanColumnRepresentation,
  KanbanRepresentation,
  ListedKanbanRepresentation,
} from '../model/kanbans.schema.ts'
import type { KanbanPlace, KanbanReading } from './kanban-reader.ts'

type Projects = Pick<KanbanReading, 'projects'>

/** Rights of the viewer on the board (agile.md §5.2). */
const rightsOn = ({ projects }: Projects, viewer: Viewer, { tracker, rights, board }: KanbanPlace) => {
  const canSubmit = (field: Field | undefined): boolean =>
    field?.isUsed === true && canSubmitField(rights.groups, field, rights.isSiteAdministrator)
  const titleId = tracker.semantics.title?.fieldId
  const canAdd = canSubmitArtifact(viewer, tracker) && canSubmit(board?.field)
  return {
    canAdd,
    canAddInPlace:
      canAdd &&
      titleId !== undefined &&
      canSubmit(tracker.fieldById.get(titleId)) &&
      tracker.fields.every(({ id, isUsed, isRequired }) => !isUsed || !isRequired || id === titleId),
    canChangeColumns: board !== undefined && projects.isAdmin(viewer, tracker.projectId),
  }
}

export const representColumn = (
  reading: Projects,
  viewer: Viewer,
  place: KanbanPlace,
  value: BindValue,
): KanbanColumnRepresentation => {
  const { canAddInPlace, canChangeColumns } = rightsOn(reading, viewer, place)
  const { kanban, tracker, board } = place
  return {
    id: value.id,
    label: value.label,
    is_open: !kanban.view.foldedColumnIds.includes(value.id),
    limit: kanban.limits.get(value.id) ?? null,
    color: colorOf(value),
    user_can_add_in_place: canAddInPlace,
    user_can_remove_column: canChangeColumns && board !== undefined && !isValueInUse(tracker, board.field, value.id),
    user_can_edit_label: canChangeColumns,
  }
}

export const representKanban = (reading: Projects, viewer: Viewer, place: KanbanPlace): KanbanRepresentation => {
  const { kanban, tracker, project, board } = place
  const { canAdd, canAddInPlace, canChangeColumns } = rightsOn(reading, viewer, place)
  const uri = `kanban/${kanban.id}`
  return {
    id: kanban.id,
    tracker_id: tracker.id,
    tracker: {
      id: tracker.id,
      label: tracker.name,
      item_name: tracker.itemName,
      project: representProjectReference(project),
      uri: `trackers/${tracker.id}`,
    },
    uri,
    label: kanban.name,
    is_promoted: kanban.isPromoted,
    columns: (board?.columns ?? []).map(value => representColumn(reading, viewer, place, value)),
    resources: { backlog: { uri: `${uri}/backlog` }, items: { uri: `${uri}/items` } },
    backlog: { label: 'Backlog', is_open: kanban.view.isBacklogOpen, user_can_add_in_place: canAddInPlace },
    archive: { label: 'Archive', is_open: kanban.view.isArchiveOpen },
    user_can_add_columns: canChangeColumns,
    user_can_reorder_columns: canChangeColumns,
    user_can_add_artifact: canAdd,
  }
}

export const representListed = (reading: Projects, viewer: Viewer, place: KanbanPlace): ListedKanbanRepresentation => ({
  ...representKanban(reading, viewer, place),
  tracker_reports: place.kanban.reports.map(({ id, name }) => ({ id, label: name })),
})

import { NotFound } from '../../../platform/errors.ts'
import type { ValueChange, VisibleArtifact } from '../../artifacts/index.ts'
import type { Viewer } from '../../users/index.ts'
import type { CardwallColumn } from '../model/cardwall.ts'
import type { CellInput } from '../model/cardwall.schema.ts'
import { findColumn } from '../store/cardwalls.store.ts'
import { invalid, moveInOrder, orderedIds, requireOnce } from '../write/planning-writer.ts'
import { refuseField, type CardwallWriting } from './change-card.ts'
import { childrenOf } from './taskboard.ts'
import { findWall, mayUpdate, placeOfCard, type Wall } from './walls.ts'

export interface CellPlace {
  readonly swimlaneId: number
  readonly columnId: number
}

/** PATCH /taskboard_cells/{swimlane_id}/column/{column_id}: a card comes to a column, and cards are ordered; both or none. */
export const changeCell =
  (writing: CardwallWriting) =>
  async (viewer: Viewer, { swimlaneId, columnId }: CellPlace, { add, order }: CellInput): Promise<void> => {
    const { artifacts, projects } = writing
    const [lane] = await artifacts.findVisible(viewer, [swimlaneId])
    if (!lane) throw new NotFound('There is no such swimlane')
    const { wall, column } = await requireColumn(writing, lane, columnId)
    projects.requireWritable(lane.project)
    if (!add && !order) throw invalid('Either `add` or `order` must be there')
    await artifacts.values.change(viewer, async () => {
      const children = ((await childrenOf(writing, viewer, wall, [swimlaneId])).get(swimlaneId) ?? []).map(
        ({ id }) => id,
      )
      const changes = add ? await moveOf(writing, viewer, wall, { lane, children, column }, add) : []
      if (order) {
        requireOnce(order.ids, invalid)
        const foreign = orderedIds(order).filter(id => !children.includes(id))
        if (foreign.length > 0) throw invalid(`Not children of the swimlane: ${foreign.join(', ')}`)
        await requireOrderable(writing, viewer, wall, order.ids)
      }
      return { changes, finish: tx => moveInOrder(writing, tx, viewer, order, swimlaneId) }
    })
  }

/** A column of the cardwall on which the artifact has a lane of its own. */
const requireColumn = async (
  writing: CardwallWriting,
  lane: VisibleArtifact,
  columnId: number,
): Promise<{ readonly wall: Wall; readonly column: CardwallColumn }> => {
  const found = await findColumn(writing.db, columnId)
  const plans = await writing.plans.of(lane.project.id)
  const plan = plans.all.find(({ id }) => id === found?.planningId)
  const hasLane = plan?.backlogTrackers.some(({ id }) => id === lane.tracker.id) === true
  const wall = plan && hasLane ? await findWall(writing, { project: lane.project, plans, plan }) : undefined
  const column = wall?.cardwall.columns.find(({ id }) => id === columnId)
  if (!wall || !column) throw new NotFound('There is no such column')
  return { wall, column }
}

interface Cell {
  readonly lane: VisibleArtifact
  readonly children: readonly number[]
  readonly column: CardwallColumn
}

/** The change that brings a card to the column; none if the card is there. */
const moveOf = async (
  writing: CardwallWriting,
  viewer: Viewer,
  wall: Wall,
  { lane, children, column }: Cell,
  id: number,
): Promise<ValueChange[]> => {
  const isOfLane = id === lane.artifact.id ? children.length === 0 : children.includes(id)
  const [card] = isOfLane ? await writing.artifacts.findVisible(viewer, [id]) : []
  if (!card) throw invalid(`The swimlane has no card ${id}`)
  const { columns, column: present } = placeOfCard(writing, viewer, wall, card)
  const values = columns?.valuesOf(column) ?? []
  if (!columns || (present !== column && values.length === 0))
    throw invalid(`Artifacts of the tracker ${card.tracker.itemName} have no value for the column ${column.label}`)
  if (present === column) return []
  if (!mayUpdate(writing, viewer, card.tracker, columns.field)) throw refuseField(columns.field)
  return [
    { artifactId: id, choices: values.map(valueId => [{ field_id: columns.field.id, bind_value_ids: [valueId] }]) },
  ]
}

/** Throws 403 unless the viewer may move the cards over the board. */
const requireOrderable = async (
  writing: CardwallWriting,
  viewer: Viewer,
  wall: Wall,
  ids: readonly number[],
): Promise<void> => {
  for (const card of await writing.artifacts.findVisible(viewer, ids)) {
    const { columns } = placeOfCard(writing, viewer, wall, card)
    const field = columns?.field ?? card.tracker.fieldById.get(card.tracker.semantics.status?.fieldId ?? 0)
    if (field && !mayUpdate(writing, viewer, card.tracker, field)) throw refuseField(field)
  }
}

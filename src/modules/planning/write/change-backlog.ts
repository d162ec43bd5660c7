import { Forbidden, NotFound } from '../../../platform/errors.ts'
import type { Viewer } from '../../users/index.ts'
import { backlogTrackersOf } from '../model/plans.ts'
import type { ItemListChange, OrderInput } from '../model/planning-writes.schema.ts'
import { findInBacklog, listBacklog } from '../read/list-contents.ts'
import type { MilestonePlace } from '../read/planning-reader.ts'
import {
  invalid,
  LinkChanges,
  moveInOrder,
  orderedIds,
  type PlanningWriting,
  putInOrder,
  removeFromMilestones,
  requireAdded,
  requireInList,
  requireOnce,
  requirePlannedMilestone,
} from './planning-writer.ts'

const requireAccepted = ({ plans, plan }: MilestonePlace, id: number, trackerId: number): void => {
  if (!backlogTrackersOf(plans, plan).some(tracker => tracker.id === trackerId))
    throw invalid(`Artifact ${id} is in no tracker of the backlog`)
}

/** POST /milestones/{id}/backlog: the artifact comes to the end. */
export const addToBacklog =
  (writing: PlanningWriting) =>
  async (viewer: Viewer, milestoneId: number, id: number): Promise<void> => {
    const place = await requirePlannedMilestone(writing, viewer, milestoneId)
    try {
      await writing.artifacts.requireViewable(viewer, id)
    } catch (error) {
      if (error instanceof NotFound) throw invalid(`There is no artifact ${id}`)
      throw error
    }
    await writing.artifacts.links.change(viewer, async () => {
      const [item] = await writing.artifacts.outlines.of(viewer, [id])
      if (!item) throw new Forbidden('', { reason: 'permission.tracker' })
      requireAccepted(place, id, item.context.tracker.id)
      const changes = new LinkChanges()
      changes.add(milestoneId, id)
      const last = (await listBacklog(writing, viewer, place)).unplanned.findLast(other => other.id !== id)
      const order: OrderInput | undefined = last && { ids: [id], direction: 'after', compared_to: last.id }
      return { changes: changes.list(), finish: tx => moveInOrder(writing, tx, viewer, order, milestoneId) }
    })
  }

/** PUT /milestones/{id}/backlog: orders, and neither adds nor removes. */
export const orderBacklog =
  (writing: PlanningWriting) =>
  async (viewer: Viewer, milestoneId: number, ids: readonly number[]): Promise<void> => {
    const place = await requirePlannedMilestone(writing, viewer, milestoneId)
    requireOnce(ids, invalid)
    await writing.artifacts.links.change(viewer, async () => {
      const { unplanned } = await findInBacklog(writing, viewer, place, ids)
      if (unplanned.length < ids.length) throw new NotFound('An artifact of the order is not unplanned in this backlog')
      return { changes: [], finish: tx => putInOrder(writing, tx, viewer, ids, milestoneId) }
    })
  }

/** PATCH /milestones/{id}/backlog. */
export const changeBacklog =
  (writing: PlanningWriting) =>
  async (viewer: Viewer, milestoneId: number, { add, order }: ItemListChange): Promise<void> => {
    const place = await requirePlannedMilestone(writing, viewer, milestoneId)
    await writing.artifacts.links.change(viewer, async () => {
      const additions = add ?? []
      const found = await requireAdded(writing, viewer, additions)
      for (const { id, context } of found.values()) requireAccepted(place, id, context.tracker.id)
      const changes = new LinkChanges()
      await removeFromMilestones(writing, viewer, additions, changes, invalid)
      const present = await findInBacklog(writing, viewer, place, [...found.keys(), ...orderedIds(order)])
      const inBacklog = new Set(present.all.map(({ id }) => id))
      const isLeaving = additions.some(({ remove_from: from }) => from === milestoneId)
      for (const id of found.keys()) if (isLeaving || !inBacklog.has(id)) changes.add(milestoneId, id)
      requireInList(
        orderedIds(order).filter(id => !found.has(id)),
        present.unplanned,
      )
      return { changes: changes.list(), finish: tx => moveInOrder(writing, tx, viewer, order, milestoneId) }
    })
  }

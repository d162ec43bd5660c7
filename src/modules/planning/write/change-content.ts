import { NotFound } from '../../../platform/errors.ts'
import type { Outline } from '../../artifacts/index.ts'
import type { Viewer } from '../../users/index.ts'
import type { Plan } from '../model/plans.ts'
import type { ItemListChange } from '../model/planning-writes.schema.ts'
import { findInBacklog, listContent, listTopBacklog } from '../read/list-contents.ts'
import { CHILD, firstParentsOf, requireMilestone, type MilestonePlace } from '../read/planning-reader.ts'
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

const isInBacklogOf = ({ plan }: MilestonePlace, { context }: Outline): boolean =>
  plan.backlogTrackers.some(({ id }) => id === context.tracker.id)

/** PUT /milestones/{id}/content: the content becomes exactly these, in this order. */
export const replaceContent =
  (writing: PlanningWriting) =>
  async (viewer: Viewer, milestoneId: number, ids: readonly number[]): Promise<void> => {
    const place = await requirePlannedMilestone(writing, viewer, milestoneId)
    requireOnce(ids, invalid)
    await writing.artifacts.links.change(viewer, async () => {
      const wanted = await writing.artifacts.outlines.of(viewer, ids)
      const items = wanted.filter(item => isInBacklogOf(place, item))
      if (items.length < ids.length) throw new NotFound('An artifact of the content is not there')
      const content = new Set((await listContent(writing, viewer, place)).map(({ id }) => id))
      const added = items.filter(({ id }) => !content.has(id))
      await requirePlannable(writing, viewer, place, added)
      const changes = new LinkChanges()
      for (const id of content) if (!ids.includes(id)) changes.remove(milestoneId, id)
      for (const { id } of added) changes.add(milestoneId, id)
      await linkAncestors(writing, viewer, place, added, changes)
      return { changes: changes.list(), finish: tx => putInOrder(writing, tx, viewer, ids, milestoneId) }
    })
  }

/** Throws 400 unless the artifacts are open and unplanned in the backlog of the milestone above, or in the top backlog. */
const requirePlannable = async (
  writing: PlanningWriting,
  viewer: Viewer,
  place: MilestonePlace,
  added: readonly Outline[],
): Promise<void> => {
  if (added.length === 0) return
  const ids = added.map(({ id }) => id)
  const parentId = await findParentId(writing, viewer, place)
  const found =
    parentId === undefined
      ? await listTopBacklog(writing, viewer, place, ids)
      : (await findInBacklog(writing, viewer, await requireMilestone(writing, viewer, parentId), ids)).unplanned
  const open = new Set(found.filter(({ isOpen }) => isOpen).map(({ id }) => id))
  const refused = ids.filter(id => !open.has(id))
  if (refused.length > 0)
    throw invalid(`Neither in the content nor open and unplanned in the backlog: ${refused.join(', ')}`)
}

const findParentId = async (
  writing: PlanningWriting,
  viewer: Viewer,
  { milestone, plans, plan }: MilestonePlace,
): Promise<number | undefined> => {
  const above = plans.above(plan)
  const { id } = milestone.artifact
  return above && (await firstParentsOf(writing, viewer, [id], [above.tracker.id])).get(id)?.id
}

/** PATCH /milestones/{id}/content. */
export const changeContent =
  (writing: PlanningWriting) =>
  async (viewer: Viewer, milestoneId: number, { add, order }: ItemListChange): Promise<void> => {
    const place = await requirePlannedMilestone(writing, viewer, milestoneId)
    await writing.artifacts.links.change(viewer, async () => {
      const found = await requireAdded(writing, viewer, add ?? [])
      const added = [...found.values()].filter(item => isInBacklogOf(place, item))
      const isAdded = (id: number): boolean => added.some(item => item.id === id)
      const additions = (add ?? []).filter(({ id }) => isAdded(id))
      const changes = new LinkChanges()
      await removeFromMilestones(writing, viewer, additions, changes, invalid)
      for (const { id } of added) changes.add(milestoneId, id)
      await linkAncestors(writing, viewer, place, added, changes)
      const ordered = orderedIds(order).filter(id => !isAdded(id))
      if (ordered.length > 0) requireInList(ordered, await listContent(writing, viewer, place, ordered))
      return { changes: changes.list(), finish: tx => moveInOrder(writing, tx, viewer, order, milestoneId) }
    })
  }

/**
 * Going up, each milestone that may plan the artifact links it too, unless it links a parent of the artifact (agile.md §4.3). Otherwise an
 * artifact of a sprint would be missing in its release. Milestones that the viewer does not see stay as they are.
 */
const linkAncestors = async (
  { artifacts: { outlines } }: PlanningWriting,
  viewer: Viewer,
  { milestone, plans, plan }: MilestonePlace,
  added: readonly Outline[],
  changes: LinkChanges,
): Promise<void> => {
  if (added.length === 0 || !plans.above(plan)) return
  const parentLinks = await outlines.linksTo(
    viewer,
    added.map(({ id }) => id),
    { types: [CHILD] },
  )
  const parentsOf = Map.groupBy(parentLinks, ({ target }) => target.id)
  const parentIds = [...new Set(parentLinks.map(({ source }) => source.id))]
  let milestoneIds = [milestone.artifact.id]
  const seen = new Set<Plan>()
  for (let above = plans.above(plan); above && !seen.has(above); above = plans.above(above)) {
    seen.add(above)
    const { tracker, backlogTrackers } = above
    const holding = await outlines.linksTo(viewer, milestoneIds, { types: [CHILD], trackerIds: [tracker.id] })
    milestoneIds = [...new Set(holding.map(({ source }) => source.id))]
    if (milestoneIds.length === 0) return
    const linked = await outlines.linksFrom(viewer, milestoneIds, { farIds: parentIds })
    for (const milestoneId of milestoneIds) {
      const own = new Set(linked.filter(({ source }) => source.id === milestoneId).map(({ target }) => target.id))
      for (const { id, context } of added) {
        const isPlannedThere = backlogTrackers.some(other => other.id === context.tracker.id)
        const isCovered = (parentsOf.get(id) ?? []).some(({ source }) => own.has(source.id))
        if (isPlannedThere && !isCovered) changes.add(milestoneId, id)
      }
    }
  }
}

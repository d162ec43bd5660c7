import { Conflict, Invalid, NotFound } from '../../../platform/errors.ts'
import type { Viewer } from '../../users/index.ts'
import type { TopBacklogChange } from '../model/planning-writes.schema.ts'
import { listTopBacklog } from '../read/list-contents.ts'
import { findRoot, type PlanPlace } from '../read/planning-reader.ts'
import { addToTopBacklog, removeFromTopBacklog } from '../store/top-backlog.store.ts'
import {
  findAdded,
  invalid,
  LinkChanges,
  moveInOrder,
  orderedIds,
  type PlanningWriting,
  putInOrder,
  removeFromMilestones,
  requireInList,
  requireOnce,
  requirePlanner,
} from './planning-writer.ts'

/** The order of the top backlog is a list of its project. */
const TOP = 0

const requirePlace = async (writing: PlanningWriting, viewer: Viewer, projectId: number): Promise<PlanPlace> => {
  const { project, place } = await findRoot(writing, viewer, projectId)
  return requirePlanner(writing, viewer, project, place)
}

/** Classic: the ids must be in the top backlog. Explicit: artifacts that could be in it are enough (agile.md §4.2). */
const requireOrderable = async (
  writing: PlanningWriting,
  viewer: Viewer,
  place: PlanPlace,
  ids: readonly number[],
): Promise<void> => {
  if (ids.length === 0) return
  const { outlines } = writing.artifacts
  const found = place.plans.hasExplicitBacklog
    ? await outlines.ofTrackers(
        viewer,
        place.plan.backlogTrackers.map(({ id }) => id),
        { ids },
      )
    : await listTopBacklog(writing, viewer, place, ids)
  requireInList(ids, found)
}

/** PUT /projects/{id}/backlog: orders, and neither adds nor removes. */
export const orderTopBacklog =
  (writing: PlanningWriting) =>
  async (viewer: Viewer, projectId: number, ids: readonly number[]): Promise<void> => {
    const place = await requirePlace(writing, viewer, projectId)
    requireOnce(ids, told => new Conflict(told))
    await writing.artifacts.links.change(viewer, async () => {
      await requireOrderable(writing, viewer, place, ids)
      return { changes: [], finish: tx => putInOrder(writing, tx, viewer, ids, TOP) }
    })
  }

/** PATCH /projects/{id}/backlog: what comes, the order, what leaves. */
export const changeTopBacklog =
  (writing: PlanningWriting) =>
  async (viewer: Viewer, projectId: number, { add, order, remove }: TopBacklogChange): Promise<void> => {
    const place = await requirePlace(writing, viewer, projectId)
    const isExplicit = place.plans.hasExplicitBacklog
    if (!isExplicit && remove && remove.length > 0)
      throw new Invalid('The top backlog of this project is computed: plan the artifact in a milestone instead', {
        reason: 'parameter.unsupported',
        parameter: 'remove',
      })
    const removed = [...new Set((remove ?? []).map(({ id }) => id))]
    await writing.artifacts.links.change(viewer, async () => {
      const found = await findAdded(writing, viewer, add ?? [])
      // Artifacts that the viewer does not see are ignored.
      const additions = (add ?? []).filter(({ id }) => found.has(id))
      for (const { id } of additions)
        if (!place.plan.backlogTrackers.some(tracker => tracker.id === found.get(id)?.context.tracker.id))
          throw invalid(`Artifact ${id} is in no tracker of the backlog`)
      const changes = new LinkChanges()
      await removeFromMilestones(writing, viewer, additions, changes, told =>
        isExplicit ? new NotFound(told) : invalid(told),
      )
      const added = [...new Set(additions.map(({ id }) => id))]
      await requireOrderable(
        writing,
        viewer,
        place,
        orderedIds(order).filter(id => !added.includes(id)),
      )
      const members = removed.length > 0 ? await listTopBacklog(writing, viewer, place, removed) : []
      const present = new Set([...members.map(({ id }) => id), ...added])
      const missing = removed.filter(id => !present.has(id))
      if (missing.length > 0) throw invalid(`Not in the top backlog: ${missing.join(', ')}`)
      return {
        changes: changes.list(),
        finish: async tx => {
          if (isExplicit) await addToTopBacklog(tx, projectId, added)
          await moveInOrder(writing, tx, viewer, order, TOP)
          if (removed.length > 0) await removeFromTopBacklog(tx, projectId, removed)
        },
      }
    })
  }

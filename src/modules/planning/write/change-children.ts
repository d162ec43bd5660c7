import { Conflict, NotFound } from '../../../platform/errors.ts'
import type { VisibleArtifact } from '../../artifacts/index.ts'
import type { Viewer } from '../../users/index.ts'
import type { ItemListChange } from '../model/planning-writes.schema.ts'
import { listChildren } from '../read/list-contents.ts'
import { CHILD, requireMilestone, requireViewable, type MilestonePlace } from '../read/planning-reader.ts'
import { listInside } from '../read/select-milestones.ts'
import {
  invalid,
  LinkChanges,
  moveInOrder,
  orderedIds,
  type PlanningWriting,
  requireAdded,
  requireFound,
  requireInList,
  requireOnce,
} from './planning-writer.ts'

/** Throws unless the viewer may change the links of the artifact. */
const requireLinkable = (
  { artifacts, projects }: PlanningWriting,
  viewer: Viewer,
  { tracker, project }: Pick<VisibleArtifact, 'tracker' | 'project'>,
): void => {
  projects.requireWritable(project)
  artifacts.links.requireChangeable({ tracker, rights: artifacts.rightsIn(viewer, tracker) })
}

/** PATCH /backlog_items/{id}/children. */
export const changeChildren =
  (writing: PlanningWriting) =>
  async (viewer: Viewer, parentId: number, { add, order }: ItemListChange): Promise<void> => {
    await requireViewable(writing.artifacts, viewer, parentId)
    const [parent] = await writing.artifacts.findVisible(viewer, [parentId])
    if (!parent) throw new NotFound('Artifact does not exist')
    requireLinkable(writing, viewer, parent)
    await writing.artifacts.links.change(viewer, async () => {
      const additions = add ?? []
      const found = await requireAdded(writing, viewer, additions)
      for (const { id, context } of found.values())
        if (context.tracker.parentId !== parent.tracker.id)
          throw new Conflict(
            `Artifacts of the tracker of ${id} are no children of ${parent.tracker.itemName} artifacts`,
          )
      const changes = new LinkChanges()
      const sources = additions.flatMap(({ remove_from: from }) => from ?? [])
      const seen = await writing.artifacts.outlines.of(viewer, [...new Set(sources)])
      requireFound(sources, new Map(seen.map(source => [source.id, source])))
      for (const { id, remove_from: from } of additions) if (typeof from === 'number') changes.remove(from, id)
      for (const id of found.keys()) changes.add(parentId, id, CHILD)
      const ordered = orderedIds(order).filter(id => !found.has(id))
      if (ordered.length > 0) requireInList(ordered, await listChildren(writing, viewer, parentId, ordered))
      return { changes: changes.list(), finish: tx => moveInOrder(writing, tx, viewer, order, parentId) }
    })
  }

/** `isWhole`: other milestones that are inside now leave. */
const putInside = async (
  writing: PlanningWriting,
  viewer: Viewer,
  milestoneId: number,
  ids: readonly number[],
  isWhole: boolean,
): Promise<void> => {
  const place = await requireMilestone(writing, viewer, milestoneId)
  requireLinkable(writing, viewer, place.milestone)
  requireOnce(ids, invalid)
  await writing.artifacts.links.change(viewer, async () => {
    await requireInner(writing, viewer, place, ids)
    const changes = new LinkChanges()
    const present = isWhole ? await listInside(writing, viewer, place) : []
    for (const id of present) if (!ids.includes(id)) changes.remove(milestoneId, id)
    for (const id of ids) changes.add(milestoneId, id, CHILD)
    return { changes: changes.list(), finish: () => Promise.resolve() }
  })
}

/** PUT /milestones/{id}/milestones: those inside become exactly these. */
export const replaceInnerMilestones =
  (writing: PlanningWriting) =>
  (viewer: Viewer, milestoneId: number, ids: readonly number[]): Promise<void> =>
    putInside(writing, viewer, milestoneId, ids, true)

/** PATCH /milestones/{id}/milestones: these come inside, too. */
export const addInnerMilestones =
  (writing: PlanningWriting) =>
  (viewer: Viewer, milestoneId: number, ids: readonly number[]): Promise<void> =>
    putInside(writing, viewer, milestoneId, ids, false)

/** Throws unless these may be inside the milestone: of its tracker for milestones inside, and in no other milestone. */
const requireInner = async (
  { artifacts: { outlines } }: PlanningWriting,
  viewer: Viewer,
  { milestone, plans, plan }: MilestonePlace,
  ids: readonly number[],
): Promise<void> => {
  if (ids.length === 0) return
  const found = await outlines.of(viewer, ids)
  if (found.length < ids.length) throw new NotFound('A milestone does not exist')
  const inner = plans.below(plan)
  const foreign = found.filter(({ context }) => context.tracker.id !== inner?.tracker.id)
  if (foreign.length > 0)
    throw invalid(`Not milestones that may be inside this one: ${foreign.map(({ id }) => id).join(', ')}`)
  const holders = await outlines.linksTo(viewer, ids, { types: [CHILD], trackerIds: [plan.tracker.id] })
  const elsewhere = holders.filter(({ source }) => source.id !== milestone.artifact.id)
  if (elsewhere.length > 0)
    throw invalid(`In another milestone: ${elsewhere.map(({ target }) => target.id).join(', ')}`)
}

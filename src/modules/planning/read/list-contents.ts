import type { Outline, OutlinedLink } from '../../artifacts/index.ts'
import type { Viewer } from '../../users/index.ts'
import { backlogTrackersOf } from '../model/plans.ts'
import { listPlannedInside } from '../store/milestones.store.ts'
import { listTopBacklogIds } from '../store/top-backlog.store.ts'
import { CHILD, type MilestonePlace, type PlanningReading, type PlanPlace } from './planning-reader.ts'

const idsOf = (trackers: readonly { readonly id: number }[]): number[] => trackers.map(({ id }) => id)

/** Keeps each artifact once, in the order of the list. */
const distinct = (outlines: readonly Outline[]): Outline[] => [
  ...new Map(outlines.map(outline => [outline.id, outline])).values(),
]

const targetsOf = (links: readonly OutlinedLink[]): Outline[] => distinct(links.map(({ target }) => target))

/** Open and closed artifacts that a milestone plans (agile.md §1.1), by rank. */
export const listContent = async (
  { artifacts }: PlanningReading,
  viewer: Viewer,
  { milestone, plan }: MilestonePlace,
): Promise<Outline[]> =>
  targetsOf(
    await artifacts.outlines.linksFrom(viewer, [milestone.artifact.id], { trackerIds: idsOf(plan.backlogTrackers) }),
  )

/** Artifacts that may be planned inside a milestone, by rank. */
export interface MilestoneBacklog {
  /** Open and closed ones, planned or not. */
  readonly all: readonly Outline[]
  readonly unplanned: readonly Outline[]
}

/** One round trip for the links of the milestone, one for each generation below its content, and two for the order and the plans inside. */
export const listBacklog = async (
  { db, artifacts }: PlanningReading,
  viewer: Viewer,
  { milestone, plans, plan }: MilestonePlace,
): Promise<MilestoneBacklog> => {
  const { outlines } = artifacts
  const wanted = new Set(idsOf(backlogTrackersOf(plans, plan)))
  const links = await outlines.linksFrom(viewer, [milestone.artifact.id])
  const content = new Set(idsOf(plan.backlogTrackers))
  const found = new Map<number, Outline>()
  let generation = links.map(({ target }) => target).filter(({ context }) => content.has(context.tracker.id))
  for (const { target } of links) if (wanted.has(target.context.tracker.id)) found.set(target.id, target)
  const seen = new Set<number>()
  while (generation.length > 0) {
    for (const outline of generation) {
      seen.add(outline.id)
      if (wanted.has(outline.context.tracker.id)) found.set(outline.id, outline)
    }
    const children = await outlines.linksFrom(viewer, idsOf(generation), { types: [CHILD] })
    generation = targetsOf(children).filter(({ id }) => !seen.has(id))
  }
  const all = await outlines.of(viewer, [...found.keys()])
  const inner = plans.below(plan)
  const planned = inner
    ? new Set(await listPlannedInside(db, milestone.artifact.id, inner.tracker.id, idsOf(all)))
    : new Set<number>()
  return { all, unplanned: all.filter(({ id }) => !planned.has(id)) }
}

/** Open and closed artifacts of the top backlog of a project (agile.md §1.3), by rank. */
export const listTopBacklog = async (
  { db, artifacts }: PlanningReading,
  viewer: Viewer,
  { project, plans, plan }: PlanPlace,
): Promise<Outline[]> => {
  const trackerIds = idsOf(plan.backlogTrackers)
  if (!plans.hasExplicitBacklog)
    return artifacts.outlines.ofTrackers(viewer, trackerIds, idsOf(plans.all.map(({ tracker }) => tracker)))
  const members = await artifacts.outlines.of(viewer, await listTopBacklogIds(db.kysely, project.id))
  return members.filter(({ context }) => trackerIds.includes(context.tracker.id))
}

/** Children of an artifact that the viewer sees, by rank. */
export const listChildren = async ({ artifacts }: PlanningReading, viewer: Viewer, id: number): Promise<Outline[]> =>
  targetsOf(await artifacts.outlines.linksFrom(viewer, [id], { types: [CHILD] }))

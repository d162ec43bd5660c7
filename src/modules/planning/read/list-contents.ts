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

/** Open and closed artifacts that a milestone plans (agile.md §1.1), by rank. `among`: only these. */
export const listContent = async (
  { artifacts }: PlanningReading,
  viewer: Viewer,
  { milestone, plan }: MilestonePlace,
  among?: readonly number[],
): Promise<Outline[]> =>
  targetsOf(
    await artifacts.outlines.linksFrom(viewer, [milestone.artifact.id], {
      trackerIds: idsOf(plan.backlogTrackers),
      ...(among && { farIds: among }),
    }),
  )

/** Artifacts that may be planned inside a milestone, by rank. */
export interface MilestoneBacklog {
  /** Open and closed ones, planned or not. */
  readonly all: readonly Outline[]
  readonly unplanned: readonly Outline[]
}

/** One round trip for the links of the milestone, one for each generation below its content, and two for the order and the plans inside. */
export const listBacklog = async (
  reading: PlanningReading,
  viewer: Viewer,
  place: MilestonePlace,
): Promise<MilestoneBacklog> => {
  const { outlines } = reading.artifacts
  const { milestone, plans, plan } = place
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
  return markPlanned(reading, place, await outlines.of(viewer, [...found.keys()]))
}

const markPlanned = async (
  { db }: PlanningReading,
  { milestone, plans, plan }: MilestonePlace,
  all: readonly Outline[],
): Promise<MilestoneBacklog> => {
  const inner = plans.below(plan)
  const planned = inner
    ? new Set(await listPlannedInside(db, milestone.artifact.id, inner.tracker.id, idsOf(all)))
    : new Set<number>()
  return { all, unplanned: all.filter(({ id }) => !planned.has(id)) }
}

/** As `listBacklog`, but only these artifacts: their ancestors are looked for, instead of all descendants of the content. */
export const findInBacklog = async (
  reading: PlanningReading,
  viewer: Viewer,
  place: MilestonePlace,
  ids: readonly number[],
): Promise<MilestoneBacklog> => {
  const { outlines } = reading.artifacts
  const wanted = new Set(idsOf(backlogTrackersOf(place.plans, place.plan)))
  const content = new Set(idsOf(place.plan.backlogTrackers))
  const candidates = (await outlines.of(viewer, ids)).filter(({ context }) => wanted.has(context.tracker.id))
  const parents = new Map<number, number[]>()
  for (let generation = idsOf(candidates); generation.length > 0;) {
    for (const id of generation) parents.set(id, [])
    const links = await outlines.linksTo(viewer, generation, { types: [CHILD] })
    for (const { source, target } of links) parents.get(target.id)?.push(source.id)
    generation = [...new Set(links.map(({ source }) => source.id))].filter(id => !parents.has(id))
  }
  const links = await outlines.linksFrom(viewer, [place.milestone.artifact.id], { farIds: [...parents.keys()] })
  const linked = new Map(links.map(({ target }) => [target.id, target]))
  const isBelowContent = (id: number, seen: Set<number>): boolean => {
    if (seen.has(id)) return false
    seen.add(id)
    const trackerId = linked.get(id)?.context.tracker.id
    const isContent = trackerId !== undefined && content.has(trackerId)
    return isContent || (parents.get(id) ?? []).some(parent => isBelowContent(parent, seen))
  }
  const all = candidates.filter(({ id }) => linked.has(id) || isBelowContent(id, new Set()))
  return markPlanned(reading, place, all)
}

/** Open and closed artifacts of the top backlog of a project (agile.md §1.3), by rank. `among`: only these. */
export const listTopBacklog = async (
  { db, artifacts }: PlanningReading,
  viewer: Viewer,
  { project, plans, plan }: PlanPlace,
  among?: readonly number[],
): Promise<Outline[]> => {
  const trackerIds = idsOf(plan.backlogTrackers)
  if (!plans.hasExplicitBacklog) {
    const unlinkedBy = idsOf(plans.all.map(({ tracker }) => tracker))
    return artifacts.outlines.ofTrackers(viewer, trackerIds, { unlinkedBy, ...(among && { ids: among }) })
  }
  const members = await artifacts.outlines.of(viewer, await listTopBacklogIds(db.kysely, project.id, among))
  return members.filter(({ context }) => trackerIds.includes(context.tracker.id))
}

/** Children of an artifact that the viewer sees, by rank. `among`: only these. */
export const listChildren = async (
  { artifacts }: PlanningReading,
  viewer: Viewer,
  id: number,
  among?: readonly number[],
): Promise<Outline[]> =>
  targetsOf(await artifacts.outlines.linksFrom(viewer, [id], { types: [CHILD], ...(among && { farIds: among }) }))

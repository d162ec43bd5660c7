import type { Viewer } from '../../users/index.ts'
import type { Outline } from '../../artifacts/index.ts'
import type { MilestoneFilter } from '../model/milestone-query.ts'
import type { Plan } from '../model/plans.ts'
import { CHILD, firstParentsOf, type MilestonePlace, type PlanningReading } from './planning-reader.ts'

/** Milestones of a planning that the viewer sees and the filter keeps, by id. */
export const listOfPlan = async (
  reading: PlanningReading,
  viewer: Viewer,
  plan: Plan,
  filter: MilestoneFilter = {},
): Promise<number[]> =>
  filtered(reading, viewer, await reading.artifacts.outlines.ofTrackers(viewer, [plan.tracker.id]), filter)

/** Milestones inside a milestone. */
export const listInside = async (
  reading: PlanningReading,
  viewer: Viewer,
  { milestone, plans, plan }: MilestonePlace,
  filter: MilestoneFilter = {},
): Promise<number[]> => {
  const inner = plans.below(plan)
  if (!inner) return []
  const links = await reading.artifacts.outlines.linksFrom(viewer, [milestone.artifact.id], {
    types: [CHILD],
    trackerIds: [inner.tracker.id],
  })
  return filtered(
    reading,
    viewer,
    links.map(({ target }) => target),
    filter,
  )
}

/** Milestones with the same parent, the newest first; of a milestone at the top the others of its planning. */
export const listSiblings = async (
  reading: PlanningReading,
  viewer: Viewer,
  place: MilestonePlace,
  filter: MilestoneFilter,
): Promise<number[]> => {
  const { milestone, plans, plan } = place
  const { outlines } = reading.artifacts
  const above = plans.above(plan)
  const isSibling = (id: number): boolean => id !== milestone.artifact.id
  if (!above) return (await listOfPlan(reading, viewer, plan, filter)).filter(isSibling).toReversed()
  const { id } = milestone.artifact
  const parent = (await firstParentsOf(reading, viewer, [id], [above.tracker.id])).get(id)
  if (!parent) return []
  const links = await outlines.linksFrom(viewer, [parent.id], { types: [CHILD], trackerIds: [plan.tracker.id] })
  const found = links.map(({ target }) => target)
  return (await filtered(reading, viewer, found, filter)).filter(isSibling).toReversed()
}

const filtered = async (
  reading: PlanningReading,
  viewer: Viewer,
  milestones: readonly Outline[],
  { status, period }: MilestoneFilter,
): Promise<number[]> => {
  const wantsOpen = period !== undefined || status === 'open'
  const ids = [
    ...new Set(
      milestones
        .filter(({ isOpen }) => (status === undefined && period === undefined) || isOpen === wantsOpen)
        .map(({ id }) => id),
    ),
  ].toSorted((one, other) => one - other)
  return period === undefined ? ids : ofPeriod(reading, viewer, ids, period)
}

/** Current: begun, or without a first day. Future: not begun, or without a first day. */
const ofPeriod = async (
  { artifacts, clock, settings }: PlanningReading,
  viewer: Viewer,
  ids: readonly number[],
  period: 'current' | 'future',
): Promise<number[]> => {
  const today = settings.dates().dayOf(clock.now())
  const kept: number[] = []
  for (const milestone of await artifacts.findVisible(viewer, ids)) {
    const { startDay } = await artifacts.timeframeOf(viewer, milestone)
    if (startDay === null || startDay > today === (period === 'future')) kept.push(milestone.artifact.id)
  }
  return kept
}

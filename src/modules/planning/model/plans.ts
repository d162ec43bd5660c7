import type { Tracker } from '../../trackers/index.ts'
import type { BurnupMode, Planning, ProjectPlanning } from './planning.ts'

/** A planning whose planning tracker exists. */
export interface Plan extends Planning {
  readonly tracker: Tracker
  /** Those of its backlog trackers that exist. */
  readonly backlogTrackers: readonly Tracker[]
}

/** The plannings of a project in the hierarchy of their trackers (agile.md §1.1). */
export interface Plans {
  /** A planning of a parent tracker comes before those of its descendants; otherwise by id. */
  readonly all: readonly Plan[]
  /** The first planning whose tracker has no planning tracker as its parent. */
  readonly root: Plan | undefined
  readonly hasExplicitBacklog: boolean
  readonly burnupMode: BurnupMode
  ofTracker(trackerId: number): Plan | undefined
  /** The planning of the milestones inside the milestones of a planning. */
  below(plan: Plan): Plan | undefined
  /** The planning of the milestones that hold the milestones of a planning. */
  above(plan: Plan): Plan | undefined
}

/** `trackers` are those of the project that exist, by id. */
export const plansOf = (
  { plannings, hasExplicitBacklog, burnupMode }: ProjectPlanning,
  trackers: ReadonlyMap<number, Tracker>,
): Plans => {
  const all = plannings
    .flatMap((planning): Plan[] => {
      const tracker = trackers.get(planning.planningTrackerId)
      const backlogTrackers = planning.backlogTrackerIds.flatMap(id => trackers.get(id) ?? [])
      return tracker ? [{ ...planning, tracker, backlogTrackers }] : []
    })
    .toSorted(parentsFirst(trackers))
  const byTracker = new Map<number, Plan>()
  for (const plan of all) if (!byTracker.has(plan.planningTrackerId)) byTracker.set(plan.planningTrackerId, plan)
  const above = ({ tracker }: Plan): Plan | undefined =>
    tracker.parentId === null ? undefined : byTracker.get(tracker.parentId)
  const children = [...trackers.values()].toSorted((one, other) => one.id - other.id)
  return {
    all,
    root: all.find(plan => !above(plan)),
    hasExplicitBacklog,
    burnupMode,
    ofTracker: trackerId => byTracker.get(trackerId),
    below: plan => {
      const child = children.find(tracker => tracker.parentId === plan.tracker.id && byTracker.has(tracker.id))
      return child && byTracker.get(child.id)
    },
    above,
  }
}

const parentsFirst =
  (trackers: ReadonlyMap<number, Tracker>) =>
  (one: Planning, other: Planning): number =>
    depthOf(one.planningTrackerId, trackers) - depthOf(other.planningTrackerId, trackers) || one.id - other.id

/** Number of ancestors in the hierarchy; a cycle is counted once. */
const depthOf = (trackerId: number, trackers: ReadonlyMap<number, Tracker>): number => {
  const seen = new Set<number>()
  let parentId = trackers.get(trackerId)?.parentId ?? null
  while (parentId !== null && !seen.has(parentId)) {
    seen.add(parentId)
    parentId = trackers.get(parentId)?.parentId ?? null
  }
  return seen.size
}

/** Trackers whose artifacts may be planned in the milestones inside a milestone, or, without such milestones, in itself. */
export const backlogTrackersOf = (plans: Plans, plan: Plan): readonly Tracker[] =>
  (plans.below(plan) ?? plan).backlogTrackers

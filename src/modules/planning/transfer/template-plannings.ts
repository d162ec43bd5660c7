import type { Tx } from '../../../platform/db/db.ts'
import type { TemplateFilled } from '../../trackers/index.ts'
import { insertPlannings, writeExplicitBacklog } from '../store/plannings.store.ts'

/** Item names of the trackers of a planning in the built-in templates. */
interface TemplatePlanning {
  readonly name: string
  readonly planTitle: string
  readonly backlogTitle: string
  readonly planningTracker: string
  readonly backlogTrackers: readonly string[]
}

const releases = (backlogTrackers: readonly string[]): TemplatePlanning => ({
  name: 'Release planning',
  planTitle: 'Releases',
  backlogTitle: 'Product backlog',
  planningTracker: 'rel',
  backlogTrackers,
})
const sprints = (backlogTrackers: readonly string[]): TemplatePlanning => ({
  name: 'Sprint planning',
  planTitle: 'Sprints',
  backlogTitle: 'Release backlog',
  planningTracker: 'sprint',
  backlogTrackers,
})

/** Plannings of the built-in templates of projects, by name of the template (projects.md §3.3). */
const templates: ReadonlyMap<string, readonly TemplatePlanning[]> = new Map([
  ['scrum', [releases(['epic', 'story']), sprints(['story'])]],
  ['agile_alm', [releases(['epic', 'story', 'bug']), sprints(['story', 'bug'])]],
])

/** Gives a project that was made from a built-in template its plannings. New projects fill their top backlog by hand. */
export const addTemplatePlannings = async (
  tx: Tx,
  { template, projectId, trackerIds }: TemplateFilled,
): Promise<void> => {
  const plannings = templates.get(template) ?? []
  if (plannings.length === 0) return
  const idOf = (itemName: string): number => {
    const id = trackerIds.get(itemName)
    if (id === undefined) throw new Error(`the template ${template} has no tracker ${itemName}`)
    return id
  }
  await insertPlannings(
    tx,
    plannings.map(({ name, planTitle, backlogTitle, planningTracker, backlogTrackers }) => ({
      projectId,
      name,
      planTitle,
      backlogTitle,
      planningTrackerId: idOf(planningTracker),
      backlogTrackerIds: backlogTrackers.map(idOf),
      plannerGroupIds: null,
    })),
  )
  await writeExplicitBacklog(tx, projectId, true)
}

import type { RunAction } from '../../artifacts/index.ts'
import type { CheckAction } from '../../trackers/index.ts'
import type { PlansQueries } from '../read/plans.queries.ts'
import { addToTopBacklog } from '../store/top-backlog.store.ts'

/** agile.md §8.3: only artifacts that top milestones plan can come to the top backlog. */
export const checkTopBacklogAction =
  (plans: Pick<PlansQueries, 'of'>): CheckAction =>
  async ({ id, projectId, itemName }) => {
    const { root } = await plans.of(projectId)
    return root?.backlogTrackers.some(tracker => tracker.id === id)
      ? undefined
      : `no top milestone of the project plans artifacts of the tracker ${itemName}`
  }

/**
 * agile.md §8.3: the action adds without the right to plan. It does nothing for artifacts that a milestone plans, in projects that compute
 * their top backlog, and in trackers that top milestones do not plan any more.
 */
export const addTaken =
  (plans: Pick<PlansQueries, 'of'>): RunAction =>
  async (tx, changes) => {
    for (const [projectId, ofProject] of Map.groupBy(changes, change => change.projectId)) {
      const { root, hasExplicitBacklog } = await plans.of(projectId)
      if (!root || !hasExplicitBacklog) continue
      const planned = new Set(root.backlogTrackers.map(tracker => tracker.id))
      const ids = ofProject.flatMap(({ trackerId, artifactId }) => (planned.has(trackerId) ? [artifactId] : []))
      await addToTopBacklog(tx, projectId, ids)
    }
  }

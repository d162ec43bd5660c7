import { groupsOf, isMember, type Project } from '../../projects/index.ts'
import type { Viewer } from '../../users/index.ts'
import type { Plan, Plans } from './plans.ts'

/** Whether the viewer may fill and order what a planning plans (agile.md §1.4): planners of a planning above it may, too. */
export const isPlanner = (viewer: Viewer, project: Project, plans: Plans, plan: Plan): boolean => {
  if (viewer.isAnonymous) return false
  if (viewer.isSiteAdministrator) return true
  if (!isMember(viewer, project.id)) return false
  const groups = groupsOf(viewer, project)
  const seen = new Set<Plan>()
  for (let at: Plan | undefined = plan; at && !seen.has(at); at = plans.above(at)) {
    if (at.plannerGroupIds === null || at.plannerGroupIds.some(id => groups.has(id))) return true
    seen.add(at)
  }
  return false
}

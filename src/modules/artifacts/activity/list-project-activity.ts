import type { Viewer } from '../../users/index.ts'
import { readableStatus } from '../model/artifacts.permissions.ts'
import { visibilityDependencies, type SearchDependencies } from '../queries/search-artifacts.ts'
import { seenArtifacts } from '../queries/visibility.ts'
import { readTrackerWork } from './activity.store.ts'

export interface ProjectActivity {
  readonly projectId: number
  readonly open: number
  /** Undefined: the viewer sees no artifact. */
  readonly changedOn: Date | undefined
}

/**
 * Open artifacts and the last change of some projects, in artifacts that the viewer sees. Projects without a tracker that the viewer sees
 * are left out, so a hidden project answers as one that does not exist. One round trip for all.
 */
export const listProjectActivity =
  (dependencies: SearchDependencies) =>
  async (viewer: Viewer, projectIds: readonly number[]): Promise<ProjectActivity[]> => {
    const { db, trackers, access } = dependencies
    const visible = (await trackers.listVisible(viewer))
      .filter(({ project }) => projectIds.includes(project.id))
      .map(({ tracker, project }) => ({ tracker, project, rights: access.rightsIn(viewer, tracker) }))
    if (visible.length === 0) return []
    const seen = await seenArtifacts(visibilityDependencies(dependencies), visible)
    const works = await readTrackerWork(
      db,
      visible.map(({ tracker, rights }) => {
        const status = readableStatus(rights, tracker)
        return {
          id: tracker.id,
          isSeenWhole: rights.isAdmin || (rights.isFull && !tracker.fields.some(({ type }) => type === 'perm')),
          statusFieldId: status?.fieldId,
          openValues: status?.openValueIds ?? [],
        }
      }),
      seen,
    )
    return [...Map.groupBy(visible, ({ project }) => project.id)].map(([projectId, places]) => {
      const found = places.map(({ tracker }) => works.get(tracker.id))
      const changed = found.map(work => work?.changed ?? 0).reduce((one, other) => Math.max(one, other), 0)
      return {
        projectId,
        open: found.reduce((sum, work) => sum + (work?.open ?? 0), 0),
        changedOn: changed === 0 ? undefined : new Date(changed * 1000),
      }
    })
  }

import type { Page } from '../../../platform/http/routes/pagination.ts'
import type { Viewer } from '../../users/index.ts'
import { openCondition } from '../queries/open-condition.ts'
import { searchArtifacts, searchContext, type SearchDependencies } from '../queries/search-artifacts.ts'
import type { FindVisible, VisibleArtifact } from '../access/visible-artifacts.ts'

/** trackers.md §8: open artifacts of the parent tracker that the viewer sees, newest first. */
export const listParentArtifacts =
  (dependencies: SearchDependencies, findVisible: FindVisible) =>
  async (
    viewer: Viewer,
    trackerId: number,
    page: Page,
  ): Promise<{ readonly artifacts: readonly VisibleArtifact[]; readonly size: number }> => {
    const { trackers } = dependencies
    const { tracker } = await trackers.requireTracker(viewer, trackerId)
    const parent =
      tracker.parentId === null
        ? undefined
        : await trackers.requireTracker(viewer, tracker.parentId).catch(() => undefined)
    if (!parent) return { artifacts: [], size: 0 }
    const context = searchContext(dependencies, viewer, parent)
    const open = openCondition(context.rights, parent.tracker)
    const { ids, size } = await searchArtifacts(dependencies, context, parent.project, open, {
      ...page,
      order: [{ key: { kind: 'column', column: 'id' }, isDescending: true }],
    })
    return { artifacts: await findVisible(viewer, ids), size }
  }

import type { Db } from '../../platform/db/db.ts'
import type { Page } from '../../platform/http/pagination.ts'
import type { TrackersModule } from '../trackers/index.ts'
import type { Viewer } from '../users/index.ts'
import { countArtifactsOfTracker } from './artifacts.store.ts'
import { pageOfNewest, pageOfOpen } from './tracker-lists.store.ts'
import type { FindVisible, VisibleArtifact } from './visible-artifacts.ts'

/**
 * trackers.md §8: open artifacts of the parent tracker, newest first. `size` counts hidden ones, too; without a parent that the viewer
 * sees there is nothing.
 */
export const listParentArtifacts =
  (db: Db, trackers: TrackersModule, findVisible: FindVisible) =>
  async (
    viewer: Viewer,
    trackerId: number,
    page: Page,
  ): Promise<{ readonly artifacts: readonly VisibleArtifact[]; readonly size: number }> => {
    const { tracker } = await trackers.requireTracker(viewer, trackerId)
    const parent =
      tracker.parentId === null
        ? undefined
        : await trackers.requireTracker(viewer, tracker.parentId).catch(() => undefined)
    if (!parent) return { artifacts: [], size: 0 }
    const { status } = parent.tracker.semantics
    const { ids, size } = status
      ? await pageOfOpen(db, status.fieldId, status.openValueIds, page)
      : {
          ids: await pageOfNewest(db, parent.tracker.id, page),
          size: await countArtifactsOfTracker(db, parent.tracker.id),
        }
    return { artifacts: await findVisible(viewer, ids), size }
  }

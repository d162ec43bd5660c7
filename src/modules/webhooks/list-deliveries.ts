import type { Db } from '../../platform/db/db.ts'
import { Forbidden } from '../../platform/errors.ts'
import type { Page } from '../../platform/http/pagination.ts'
import { isTrackerAdmin, type TrackersModule } from '../trackers/index.ts'
import type { Viewer } from '../users/index.ts'
import { readDeliveries } from './webhooks.store.ts'

/** For administrators of the tracker: addresses and answers tell how other programs are called. */
export const listDeliveries =
  ({ db, trackers }: { readonly db: Db; readonly trackers: Pick<TrackersModule, 'requireTracker'> }) =>
  async (viewer: Viewer, trackerId: number, page: Page): ReturnType<typeof readDeliveries> => {
    const { tracker } = await trackers.requireTracker(viewer, trackerId)
    if (!isTrackerAdmin(viewer, tracker))
      throw new Forbidden('', { localised: 'Only administrators of the tracker may do this.' })
    return readDeliveries(db, tracker.id, page)
  }

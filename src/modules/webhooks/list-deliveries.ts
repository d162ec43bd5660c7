import type { Db } from '../../platform/db/db.ts'
import type { Page } from '../../platform/http/routes/pagination.ts'
import type { TrackersModule } from '../trackers/index.ts'
import type { Viewer } from '../users/index.ts'
import { listDeliveryRows } from './webhooks.store.ts'

/** Only for administrators of the tracker, because addresses and responses show how other programs are called. */
export const listDeliveries =
  ({ db, trackers }: { readonly db: Db; readonly trackers: Pick<TrackersModule, 'requireAdministered'> }) =>
  async (viewer: Viewer, trackerId: number, page: Page): ReturnType<typeof listDeliveryRows> => {
    const { tracker } = await trackers.requireAdministered(viewer, trackerId)
    return listDeliveryRows(db, tracker.id, page)
  }

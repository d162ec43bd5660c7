import type { Db } from '../../platform/db/db.ts'
import { Forbidden } from '../../platform/errors.ts'
import type { Page } from '../../platform/http/routes/pagination.ts'
import type { Viewer } from '../users/index.ts'
import type { SystemEventStatus } from './site.schema.ts'
import { pageOfSystemEvents } from './site.store.ts'
import type { SystemEvent } from './site.ts'

/** http.md §11: oldest first. */
export const listSystemEvents =
  (db: Db) =>
  async (
    viewer: Viewer,
    status: SystemEventStatus | undefined,
    page: Page,
  ): Promise<{ readonly events: readonly SystemEvent[]; readonly size: number }> => {
    if (!viewer.isSiteAdministrator && !viewer.sitePermissions.has('retrieve_system_events'))
      throw new Forbidden('Only site administrators follow the work of the platform', { reason: 'permission.admin' })
    return pageOfSystemEvents(db.kysely, status, page)
  }

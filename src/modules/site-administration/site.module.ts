import type { Route } from '../../platform/http/routes/route.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import type { Viewer } from '../users/index.ts'
import { accountsRoutes } from './accounts.routes.ts'
import { administrationRoutes } from './administration.routes.ts'
import { recordJobRuns } from './record-job-runs.ts'
import { createSiteOperations, type SiteDependencies } from './site.operations.ts'
import { siteRoutes } from './site.routes.ts'
import { removeOldJobEvents } from './site.store.ts'

/** Parts of the platform as a whole: version, banner, jobs, invitations, and the pages of site administrators. */
export interface SiteModule {
  readonly routes: Route<Viewer>[]
  readonly jobs: readonly Job[]
  readonly invite: ReturnType<typeof createSiteOperations>['invite']
  /** Wraps the jobs so that each run is listed among the system events. */
  recordJobRuns(jobs: readonly Job[]): Job[]
}

export const createSiteModule = (deps: SiteDependencies): SiteModule => {
  const { db } = deps
  const operations = createSiteOperations(deps)
  return {
    jobs: [{ name: 'remove_old_system_events', schedule: '7 4 * * *', run: () => removeOldJobEvents(db.kysely) }],
    invite: operations.invite,
    recordJobRuns: recordJobRuns(db),
    routes: [...siteRoutes(operations), ...accountsRoutes(operations), ...administrationRoutes(operations)],
  }
}

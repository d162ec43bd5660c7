import type { Route } from '../../platform/http/routes/route.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import type { User, Viewer } from '../users/index.ts'
import { listAccounts, registerAccount, setAdministrator, type AccountsDependencies } from './accounts.ts'
import { accountsRoutes } from './accounts.routes.ts'
import { administrationRoutes } from './administration.routes.ts'
import { getSiteBanner, setSiteBanner } from './site-banner.ts'
import { describePlatform } from './describe-platform.ts'
import { invite, type InviteDependencies } from './invite.ts'
import { listSystemEvents } from './list-system-events.ts'
import { recordJobRuns } from './record-job-runs.ts'
import { deleteJob, listJobs, retryJob } from './queued-jobs.ts'
import { getSiteHealth, type RuntimeEnvironment } from './site-health.ts'
import { changeSettings, listSettings } from './site-settings.ts'
import { siteRoutes } from './site.routes.ts'
import { removeOldJobEvents } from './site.store.ts'

export interface SiteDependencies extends InviteDependencies, AccountsDependencies {
  readonly runtime: RuntimeEnvironment
}

/** Parts of the platform as a whole: version, banner, jobs, invitations, and the pages of site administrators. */
export interface SiteModule {
  readonly routes: Route<Viewer>[]
  readonly jobs: readonly Job[]
  /** Wraps the jobs so that each run is listed among the system events. */
  recordJobRuns(jobs: readonly Job[]): Job[]
}

export const createSiteModule = (deps: SiteDependencies): SiteModule => {
  const { db, clock, settings, users, runtime } = deps
  const representations = {
    isoDate: (at: Date) => settings.isoDate(at),
    representUser: (user: User, viewer: Viewer) => users.representMinimal(user, undefined, viewer.nameStyle),
  }
  return {
    jobs: [{ name: 'remove_old_system_events', schedule: '7 4 * * *', run: () => removeOldJobEvents(db.kysely) }],
    recordJobRuns: recordJobRuns(db),
    routes: [
      ...siteRoutes({
        version: runtime.version,
        describePlatform: describePlatform(settings, deps.isMailSent),
        getBanner: getSiteBanner(db, clock),
        setBanner: setSiteBanner(db, clock, settings),
        listSystemEvents: listSystemEvents(db),
        invite: invite(deps),
        ...representations,
      }),
      ...accountsRoutes({
        list: listAccounts(deps),
        register: registerAccount(deps),
        setAdministrator: setAdministrator(deps),
        ...representations,
      }),
      ...administrationRoutes({
        listSettings: listSettings(settings),
        changeSettings: changeSettings(settings),
        listJobs: listJobs(db),
        retryJob: retryJob(db),
        deleteJob: deleteJob(db),
        getHealth: getSiteHealth(db, clock, runtime),
        ...representations,
      }),
    ],
  }
}

import type { Route } from '../../platform/http/route.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import type { Viewer } from '../users/index.ts'
import { getSiteBanner, setSiteBanner } from './banner.ts'
import { invite, type InviteDependencies } from './invite.ts'
import { listSystemEvents } from './list-system-events.ts'
import { noteJobs } from './note-jobs.ts'
import { siteRoutes } from './site.routes.ts'
import { removeOldJobEvents } from './site.store.ts'

export interface SiteDependencies extends InviteDependencies {
  readonly version: string
}

/** What belongs to the platform as a whole: version, banner, its own work, invitations. */
export interface SiteModule {
  readonly routes: Route<Viewer>[]
  readonly jobs: readonly Job[]
  /** The same jobs, listed among the system events when they run. */
  noteJobs(jobs: readonly Job[]): Job[]
}

export const createSiteModule = (deps: SiteDependencies): SiteModule => {
  const { db, clock, settings, users, version } = deps
  return {
    jobs: [{ name: 'remove_old_system_events', schedule: '7 4 * * *', run: () => removeOldJobEvents(db.kysely) }],
    noteJobs: noteJobs(db),
    routes: siteRoutes({
      version,
      getBanner: getSiteBanner(db, clock),
      setBanner: setSiteBanner(db, clock, settings),
      listSystemEvents: listSystemEvents(db),
      invite: invite(deps),
      isoDate: at => settings.isoDate(at),
      representUser: (user, viewer) => users.representMinimal(user, undefined, viewer.nameStyle),
    }),
  }
}

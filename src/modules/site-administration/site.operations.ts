import type { User, Viewer } from '../users/index.ts'
import { deleteJob, listJobs, retryJob } from './queued-jobs.ts'
import { describePlatform } from './describe-platform.ts'
import { getSiteBanner, setSiteBanner } from './site-banner.ts'
import { getSiteHealth, type RuntimeEnvironment } from './site-health.ts'
import { invite, type InviteDependencies } from './invite.ts'
import {
  listAccounts,
  registerAccount,
  resetSecondFactors,
  setAdministrator,
  type AccountsDependencies,
} from './accounts.ts'
import { listSystemEvents } from './list-system-events.ts'
import { changeSettings, listSettings } from './site-settings.ts'

export interface SiteDependencies extends InviteDependencies, AccountsDependencies {
  readonly runtime: RuntimeEnvironment
}

/** The operations that the routes of this module call, each with its dependencies. */
export const createSiteOperations = (deps: SiteDependencies) => {
  const { db, clock, settings, users, runtime } = deps
  return {
    version: runtime.version,
    describePlatform: describePlatform(settings, deps.isMailSent),
    getBanner: getSiteBanner(db, clock),
    setBanner: setSiteBanner(db, clock, settings),
    listSystemEvents: listSystemEvents(db),
    invite: invite(deps),

    listAccounts: listAccounts(deps),
    registerAccount: registerAccount(deps),
    setAdministrator: setAdministrator(deps),
    resetSecondFactors: resetSecondFactors(deps),

    listSettings: listSettings(settings),
    changeSettings: changeSettings(settings),
    listJobs: listJobs(db),
    retryJob: retryJob(db),
    deleteJob: deleteJob(db),
    getHealth: getSiteHealth(db, clock, runtime),

    isoDate: (at: Date) => settings.isoDate(at),
    representUser: (user: User, viewer: Viewer) => users.representMinimal(user, undefined, viewer.nameStyle),
  }
}

export type SiteOperations = ReturnType<typeof createSiteOperations>

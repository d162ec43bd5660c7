import type { Logger } from 'pino'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import type { EventConsumer } from '../../platform/events/consumer.ts'
import type { Route } from '../../platform/http/routes/route.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import type { AgentsModule } from '../agents/index.ts'
import type { ArtifactsModule } from '../artifacts/index.ts'
import type { AuthModule } from '../auth/index.ts'
import type { ChangesModule } from '../changes/index.ts'
import type { ProjectsModule } from '../projects/index.ts'
import type { SettingsModule } from '../settings/index.ts'
import type { UsersModule, Viewer } from '../users/index.ts'
import { expireEntries } from './expire-entries.ts'
import { fillInbox } from './fill-inbox.ts'
import { inboxRoutes } from './inbox.routes.ts'
import { markEntries } from './mark-entries.ts'
import { countUnread, listInbox, seesOneOf } from './read-inbox.ts'
import { representEntries } from './represent-entries.ts'
import { tellStreams } from './tell-streams.ts'

export interface InboxDependencies {
  readonly db: Db
  readonly clock: Clock
  readonly log: Logger
  readonly settings: SettingsModule
  readonly users: UsersModule
  readonly projects: ProjectsModule
  readonly auth: AuthModule
  readonly artifacts: ArtifactsModule
  readonly agents: Pick<AgentsModule, 'seeOwnApprovals'>
  readonly changes: Pick<ChangesModule, 'onStream'>
}

/** News of artifacts for each account (integrators.md §15). */
export interface InboxModule {
  readonly routes: Route<Viewer>[]
  readonly consumers: readonly EventConsumer[]
  readonly jobs: readonly Job[]
}

export const createInboxModule = (deps: InboxDependencies): InboxModule => {
  const { db, log, settings } = deps
  const counting = countUnread(deps)
  const streams = tellStreams({ db, log, countUnread: counting, seesOneOf: seesOneOf(deps) })
  deps.changes.onStream(streams.attach)
  return {
    consumers: [fillInbox({ ...deps, isAnybodyThere: streams.isAnybodyThere })],
    jobs: [expireEntries(deps)],
    routes: inboxRoutes({
      list: listInbox(deps),
      countUnread: counting,
      mark: markEntries(db),
      represent: representEntries({
        ...deps,
        isoDate: (viewer, at) => settings.datesIn(viewer.timezone).isoDate(at),
      }),
    }),
  }
}

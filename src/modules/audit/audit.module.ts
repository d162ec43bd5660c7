import type { Logger } from 'pino'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import type { EventConsumer } from '../../platform/events/consumer.ts'
import type { Refusals } from '../../platform/events/refusals.ts'
import type { RefusedCall } from '../../platform/http/server/server-options.ts'
import type { Route } from '../../platform/http/routes/route.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import type { ChangesModule } from '../changes/index.ts'
import { readDate } from '../fields/index.ts'
import type { ProjectsModule } from '../projects/index.ts'
import type { SettingsModule } from '../settings/index.ts'
import type { TrackersModule } from '../trackers/index.ts'
import type { UsersModule, Viewer } from '../users/index.ts'
import { auditRoutes } from './audit.routes.ts'
import { auditJobs } from './check/audit-jobs.ts'
import { headSigner, signHead } from './check/sign-head.ts'
import { verifyChain, type ChainReport } from './check/verify-chain.ts'
import { noteForbiddenCall } from './note-forbidden-call.ts'
import { namesOfEntries } from './read/names-of-entries.ts'
import { parseAuditQuery } from './read/parse-audit-query.ts'
import { readAudit, readChainState } from './read/read-audit.ts'
import { sealEvents } from './seal/seal-events.ts'
import type { SignedHead } from './store/heads.store.ts'

export interface AuditDependencies {
  readonly db: Db
  readonly clock: Clock
  readonly log: Logger
  readonly refusals: Refusals
  readonly settings: SettingsModule
  readonly users: UsersModule
  readonly projects: ProjectsModule
  readonly trackers: TrackersModule
  readonly changes: Pick<ChangesModule, 'takeStream'>
}

/** Tells who changed rights, settings and keys, in a chain of rows that shows when a row was changed (integrators.md §13). */
export interface AuditModule {
  readonly routes: Route<Viewer>[]
  readonly consumers: readonly EventConsumer[]
  readonly jobs: readonly Job[]
  /** Records a write that the rights of its caller do not allow. */
  noteForbidden(refused: RefusedCall<Viewer>): void
  /** Signs the end of the chain; undefined: there is no row. */
  signHead(): Promise<SignedHead | undefined>
  verify(options?: { readonly from?: number | undefined; readonly head?: string | undefined }): Promise<ChainReport>
}

export const createAuditModule = async (deps: AuditDependencies): Promise<AuditModule> => {
  const { db, clock, log, settings, users } = deps
  const signer = headSigner(await settings.secret('audit-heads'))
  const isoDate = (at: Date): string => settings.isoDate(at)
  const retentionDays = (): number =>
    Math.max(settings.get('audit_retention_days'), settings.get('event_retention_days'))
  return {
    consumers: [sealEvents(isoDate)],
    jobs: auditJobs({ db, clock, log, signer, retentionDays }),
    noteForbidden: noteForbiddenCall(deps),
    signHead: () => signHead({ db, clock, log, signer }),
    verify: options => verifyChain(db.kysely, signer, options),
    routes: auditRoutes({
      read: readAudit(deps),
      parseQuery: parseAuditQuery(text => readDate(text, settings.get('timezone'))?.toJSDate()),
      chain: () => readChainState(db),
      namesOf: entries => namesOfEntries(deps, entries),
      loginsOf: async ids => new Map([...(await users.getMany(ids))].map(([id, { login }]) => [id, login])),
      keptDays: retentionDays,
      isoDate,
    }),
  }
}

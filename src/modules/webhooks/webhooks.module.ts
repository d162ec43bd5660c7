import type { Logger } from 'pino'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import type { EventConsumer } from '../../platform/events/consumer.ts'
import type { Route } from '../../platform/http/routes/route.ts'
import type { OutgoingCall } from '../../platform/http/contract/openapi.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import type { ArtifactsModule } from '../artifacts/index.ts'
import type { ProjectsModule } from '../projects/index.ts'
import type { SettingsModule } from '../settings/index.ts'
import type { TrackersModule } from '../trackers/index.ts'
import type { UsersModule, Viewer } from '../users/index.ts'
import type { AuthModule } from '../auth/index.ts'
import type { ChangesModule } from '../changes/index.ts'
import type { Mailer } from '../../platform/mail/mail.ts'
import { version } from '../../platform/version.ts'
import { readDate } from '../fields/index.ts'
import { createChangeSource } from './change-source.ts'
import { createArrivals } from './deliver/arrivals.ts'
import { tellAdministrators } from './deliver/administrator-mail.ts'
import {
  deliverDue,
  startDispatcher,
  type DispatcherDependencies,
  type RunningDispatcher,
} from './deliver/dispatcher.ts'
import { webhookReaders } from './deliver/retention.ts'
import { watchPresence } from './deliver/webhook-presence.ts'
import { expireDeliveries } from './manage/expire-deliveries.ts'
import { secretBox } from '../../platform/secret-box.ts'
import { changeCall, pingCall } from './manage/outgoing-calls.ts'
import { queueChanges } from './queue/queue-changes.ts'
import { createWebhookApiOperations } from './webhook-api.operations.ts'
import { webhookApiRoutes } from './webhook-api.routes.ts'
import { callWebhooks } from './deliver-webhooks.ts'
import { listDeliveries } from './list-deliveries.ts'
import { webhooksConsumer } from './queue-deliveries.ts'
import { listWebhooks } from './webhooks.store.ts'
import { webhooksRoutes } from './webhooks.routes.ts'

export interface WebhooksDependencies {
  readonly db: Db
  readonly clock: Clock
  readonly log: Logger
  readonly settings: SettingsModule
  readonly users: UsersModule
  readonly projects: ProjectsModule
  readonly trackers: TrackersModule
  readonly auth: AuthModule
  readonly mailer: Mailer
  readonly changes: Pick<
    ChangesModule,
    'describe' | 'previousVersions' | 'representations' | 'cursorOf' | 'addLogReaders'
  >
  readonly artifacts: Pick<ArtifactsModule, 'representEdit' | 'setEffects' | 'matchArtifacts'>
}

/**
 * Calls other programs: those in the definition of a tracker once for each change (artifacts.md §13), webhooks until they have every change
 * (integrators.md §3).
 */
export interface WebhooksModule {
  readonly routes: Route<Viewer>[]
  readonly consumers: readonly EventConsumer[]
  readonly jobs: readonly Job[]
  /** The calls to webhooks, for the document of the API. */
  readonly outgoingCalls: readonly OutgoingCall[]
  /** Delivers to webhooks until it is stopped. */
  startDeliveries(): RunningDispatcher
  /** Delivers all that is due now: for tests. */
  deliverDue(): Promise<void>
}

export const createWebhooksModule = async (deps: WebhooksDependencies): Promise<WebhooksModule> => {
  deps.artifacts.setEffects(
    'webhooks',
    async ({ tracker }) => (await listWebhooks(deps.db.kysely, [tracker.id])).length,
  )
  const { db, clock, settings } = deps
  const presence = watchPresence(db)
  const arrivals = createArrivals()
  const isoDate = (at: Date): string => settings.isoDate(at)
  const delivering: DispatcherDependencies = {
    ...deps,
    changes: createChangeSource(deps),
    box: secretBox(await settings.secret('webhook-secrets')),
    projectOf: async trackerId => (await deps.trackers.get(trackerId))?.projectId,
    messageKey: await settings.secret('webhook-messages'),
    userAgent: `Crocus/${version}`,
    isoDate,
    tellAdministrators: tellAdministrators(deps),
    presence,
    arrivals,
  }
  deps.changes.addLogReaders(webhookReaders(delivering))
  const operations = createWebhookApiOperations({
    ...delivering,
    users: deps.users,
    versionKey: await settings.secret('webhook-versions'),
    readDate: text => readDate(text, settings.get('timezone'))?.toJSDate(),
  })
  return {
    consumers: [
      webhooksConsumer,
      queueChanges(delivering, { isPrompt: () => presence.isAny(), onHandled: () => arrivals.note() }),
    ],
    jobs: [callWebhooks({ ...deps, representEdit: deps.artifacts.representEdit }), expireDeliveries({ db, clock })],
    outgoingCalls: [changeCall, pingCall],
    startDeliveries: () => startDispatcher(delivering),
    deliverDue: () => deliverDue(delivering),
    routes: [...webhooksRoutes({ listDeliveries: listDeliveries(deps), isoDate }), ...webhookApiRoutes(operations)],
  }
}

import type { Logger } from 'pino'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import type { EventConsumer } from '../../platform/events/consumer.ts'
import type { Route } from '../../platform/http/routes/route.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import type { ArtifactsModule } from '../artifacts/index.ts'
import type { ProjectsModule } from '../projects/index.ts'
import type { SettingsModule } from '../settings/index.ts'
import type { TrackersModule } from '../trackers/index.ts'
import type { UsersModule, Viewer } from '../users/index.ts'
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
  readonly artifacts: Pick<ArtifactsModule, 'representEdit' | 'setEffects'>
}

/** Calls other programs about artifacts (artifacts.md §13). The addresses are a part of the tracker's definition. */
export interface WebhooksModule {
  readonly routes: Route<Viewer>[]
  readonly consumers: readonly EventConsumer[]
  readonly jobs: readonly Job[]
}

export const createWebhooksModule = (deps: WebhooksDependencies): WebhooksModule => {
  deps.artifacts.setEffects(
    'webhooks',
    async ({ tracker }) => (await listWebhooks(deps.db.kysely, [tracker.id])).length,
  )
  return {
    consumers: [webhooksConsumer],
    jobs: [callWebhooks({ ...deps, representEdit: deps.artifacts.representEdit })],
    routes: webhooksRoutes({
      listDeliveries: listDeliveries(deps),
      isoDate: at => deps.settings.isoDate(at),
    }),
  }
}

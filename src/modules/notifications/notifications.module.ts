import type { Db } from '../../platform/db/db.ts'
import type { EventConsumer } from '../../platform/events/consumer.ts'
import type { Route } from '../../platform/http/routes/route.ts'
import type { Mailer } from '../../platform/mail/mail.ts'
import type { ArtifactsModule } from '../artifacts/index.ts'
import type { AuthModule } from '../auth/index.ts'
import type { ProjectsModule } from '../projects/index.ts'
import type { TrackersModule } from '../trackers/index.ts'
import type { UsersModule, Viewer } from '../users/index.ts'
import type { MailContext } from './compose-mail.ts'
import { notificationsRoutes } from './notifications.routes.ts'
import { removeGroupFromNotifications } from './notifications.store.ts'
import { countMails, notificationsConsumer } from './notifications-consumer.ts'
import { createSubscriptions } from './subscriptions.ts'
import { listTrackerRecipients, replaceTrackerRecipients } from './tracker-recipients.ts'

export interface NotificationsDependencies {
  readonly db: Db
  readonly users: UsersModule
  readonly projects: ProjectsModule
  readonly auth: AuthModule
  readonly trackers: TrackersModule
  readonly artifacts: ArtifactsModule
  readonly mailer: Mailer
  readonly frame: () => MailContext
}

/** Mails about artifacts: recipients and composition. */
export interface NotificationsModule {
  readonly routes: Route<Viewer>[]
  readonly consumers: readonly EventConsumer[]
}

export const createNotificationsModule = (deps: NotificationsDependencies): NotificationsModule => {
  deps.projects.onUserGroupDeleted((tx, { group }) => removeGroupFromNotifications(tx, group.id))
  const notifying = { ...deps, readChanges: deps.artifacts.readChanges }
  deps.artifacts.setEffects('mails', countMails(notifying))
  return {
    consumers: [notificationsConsumer(notifying)],
    routes: notificationsRoutes({
      listRecipients: listTrackerRecipients(deps),
      replaceRecipients: replaceTrackerRecipients(deps),
      subscriptions: createSubscriptions(deps),
      users: deps.users,
      projects: deps.projects,
    }),
  }
}

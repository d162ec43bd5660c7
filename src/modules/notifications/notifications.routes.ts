import { done, ok, type Route } from '../../platform/http/routes/route.ts'
import { idParams } from '../../platform/http/schemas/schema.ts'
import type { ProjectsModule } from '../projects/index.ts'
import { route, type UsersModule, type Viewer } from '../users/index.ts'
import {
  ArtifactSubscription,
  NotificationRecipients,
  NotificationRecipientsBody,
  Subscription,
} from './notifications.schema.ts'
import type { Subscriptions } from './subscriptions.ts'
import type { listTrackerRecipients, replaceTrackerRecipients } from './tracker-recipients.ts'

const tag = 'Notifications'
const spec = 'fields.md §6'

/** The operations that the routes of this module call. */
export interface NotificationOperations {
  readonly listRecipients: ReturnType<typeof listTrackerRecipients>
  readonly replaceRecipients: ReturnType<typeof replaceTrackerRecipients>
  readonly subscriptions: Subscriptions
  readonly users: Pick<UsersModule, 'getMany' | 'representMinimal'>
  readonly projects: Pick<ProjectsModule, 'loadUserGroups' | 'representUserGroup'>
}

export const notificationsRoutes = (notifications: NotificationOperations): Route<Viewer>[] => [
  route({
    method: 'GET',
    path: '/trackers/{id}/notification_recipients',
    access: 'protected',
    scope: 'read:tracker',
    operationId: 'listNotificationRecipients',
    summary: 'List the recipients of mails about every artifact of a tracker',
    description: 'For administrators of the tracker.',
    spec,
    tag,
    params: idParams('Id of the tracker.'),
    responses: { 200: NotificationRecipients },
    errors: [400, 401, 403, 404],
    handler: async ({ viewer, params }) => {
      const { project, notifications: list } = await notifications.listRecipients(viewer, params.id)
      const users = await notifications.users.getMany(list.flatMap(({ userIds }) => userIds))
      await notifications.projects.loadUserGroups(project.id)
      return ok(
        list.map(entry => ({
          is_for_updates: entry.isForUpdates,
          emails: entry.emails,
          users: entry.userIds.flatMap(id => {
            const user = users.get(id)
            return user ? [notifications.users.representMinimal(user, undefined, viewer.nameStyle)] : []
          }),
          user_groups: entry.userGroupIds.map(id => notifications.projects.representUserGroup(project.id, id)),
        })),
      )
    },
  }),
  route({
    method: 'PUT',
    idempotency: 'answer',
    path: '/trackers/{id}/notification_recipients',
    access: 'protected',
    scope: 'write:tracker',
    operationId: 'replaceNotificationRecipients',
    summary: 'Set who is told by mail of every artifact of a tracker',
    description: 'For administrators of the tracker.',
    spec,
    tag,
    params: idParams('Id of the tracker.'),
    body: NotificationRecipientsBody,
    bodyName: 'recipients',
    responses: { 200: null },
    errors: [400, 401, 403, 404],
    handler: async ({ viewer, params, body }) => {
      const wanted = body.map(entry => ({
        isForUpdates: entry.is_for_updates,
        emails: entry.emails ?? [],
        userIds: entry.user_ids ?? [],
        userGroupIds: entry.user_group_ids ?? [],
      }))
      await notifications.replaceRecipients(viewer, params.id, wanted)
      return done()
    },
  }),
  ...subscriptionRoutes(notifications, 'tracker'),
  ...subscriptionRoutes(notifications, 'artifact'),
]

const subscriptionRoutes = (
  { subscriptions, users }: NotificationOperations,
  kind: 'tracker' | 'artifact',
): Route<Viewer>[] => {
  const name = kind === 'tracker' ? 'Tracker' : 'Artifact'
  const shared = {
    path: `/${kind}s/{id}/subscription`,
    access: 'protected',
    spec,
    tag,
    params: idParams(`Id of the ${kind}.`),
    errors: [400, 401, 403, 404],
  } as const
  return [
    route({
      ...shared,
      method: 'GET',
      scope: 'read:tracker',
      operationId: `get${name}Subscription`,
      summary: `Read which mails the caller gets about ${kind === 'tracker' ? 'a tracker' : 'an artifact'}`,
      responses: { 200: kind === 'tracker' ? Subscription : ArtifactSubscription },
      handler: async ({ viewer, params }) => {
        const level = await subscriptions.get(viewer, kind, params.id)
        if (kind === 'tracker') return ok({ level })
        const watchers = await subscriptions.watchers(viewer, params.id)
        return ok({ level, watchers: watchers.map(user => users.representMinimal(user, undefined, viewer.nameStyle)) })
      },
    }),
    route({
      ...shared,
      method: 'PUT',
      idempotency: 'answer',
      scope: 'write:tracker',
      operationId: `set${name}Subscription`,
      summary: `Choose what the caller is told by mail of ${kind === 'tracker' ? 'a tracker' : 'an artifact'}`,
      body: Subscription,
      responses: { 200: null },
      handler: async ({ viewer, params, body }) => {
        await subscriptions.set(viewer, kind, params.id, body.level)
        return done()
      },
    }),
  ]
}

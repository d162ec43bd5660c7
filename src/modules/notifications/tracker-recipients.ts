import { inTransaction, type Db } from '../../platform/db/db.ts'
import { Invalid, type Fault } from '../../platform/errors.ts'
import { appendEvents } from '../../platform/events/event-log.store.ts'
import { isMailAddress } from '../../platform/mail/address.ts'
import type { Project, ProjectsModule, UserGroupId } from '../projects/index.ts'
import type { TrackersModule } from '../trackers/index.ts'
import type { UsersModule, Viewer } from '../users/index.ts'
import {
  listTrackerNotifications,
  replaceTrackerNotifications,
  type TrackerNotification,
} from './notifications.store.ts'

export interface TrackerRecipientsDependencies {
  readonly db: Db
  readonly users: UsersModule
  readonly projects: ProjectsModule
  readonly trackers: TrackersModule
}

/** The input of a request, with the ids of groups that clients know. */
export interface NotificationInput {
  readonly isForUpdates: boolean
  readonly emails: readonly string[]
  readonly userIds: readonly number[]
  readonly userGroupIds: readonly string[]
}

export const listTrackerRecipients =
  (deps: TrackerRecipientsDependencies) =>
  async (
    viewer: Viewer,
    trackerId: number,
  ): Promise<{ readonly project: Project; readonly notifications: readonly TrackerNotification[] }> => {
    const { tracker, project } = await deps.trackers.requireAdministered(viewer, trackerId)
    const notifications = await listTrackerNotifications(deps.db.kysely, [tracker.id])
    return { project, notifications: notifications.get(tracker.id) ?? [] }
  }

/** Replaces all of them; if any has a fault, nothing changes. */
export const replaceTrackerRecipients =
  (deps: TrackerRecipientsDependencies) =>
  async (viewer: Viewer, trackerId: number, wanted: readonly NotificationInput[]): Promise<void> => {
    const { tracker, project } = await deps.trackers.requireAdministered(viewer, trackerId)
    deps.projects.requireWritable(project)
    const faults: Fault[] = []
    const notifications: TrackerNotification[] = []
    for (const [index, entry] of wanted.entries())
      notifications.push(
        await resolve(deps, project, entry, (member, text) =>
          faults.push({
            text: `Entry ${index + 1}: ${text}`,
            reason: 'parameter.range',
            parameter: `recipients[${index}]${member === undefined ? '' : `[${member}]`}`,
          }),
        ),
      )
    if (faults.length > 0) throw new Invalid(faults)
    await inTransaction(deps.db, async tx => {
      await replaceTrackerNotifications(tx, tracker.id, notifications)
      await appendEvents(tx, [
        {
          kind: 'tracker.notification_recipients_changed',
          actorId: viewer.userId,
          means: viewer.means,
          projectId: project.id,
          trackerId: tracker.id,
          payload: { entries: notifications.length },
        },
      ])
    })
  }

const resolve = async (
  { users, projects }: TrackerRecipientsDependencies,
  project: Project,
  entry: NotificationInput,
  /** `member`: of the entry, as the client wrote it. */
  fault: (member: 'emails' | 'user_ids' | 'user_group_ids' | undefined, text: string) => void,
): Promise<TrackerNotification> => {
  const { isForUpdates, emails, userIds } = entry
  if (emails.length + userIds.length + entry.userGroupIds.length === 0) fault(undefined, 'it names nobody')
  for (const email of emails) if (!isMailAddress(email)) fault('emails', `"${email}" is not an e-mail address`)
  const known = await users.getMany(userIds.filter(Number.isSafeInteger))
  for (const id of userIds) if (!known.has(id)) fault('user_ids', `there is no user ${id}`)
  const userGroupIds: UserGroupId[] = []
  for (const reference of entry.userGroupIds) {
    const groupId = await projects.findUserGroup(project.id, reference)
    if (groupId === undefined) fault('user_group_ids', `there is no user group ${reference} in the project`)
    else if ((await projects.groupMembers(project.id, groupId)) === undefined)
      fault('user_group_ids', `the user group ${reference} is everybody: choose one of the project`)
    else userGroupIds.push(groupId)
  }
  return { isForUpdates, emails, userIds, userGroupIds }
}

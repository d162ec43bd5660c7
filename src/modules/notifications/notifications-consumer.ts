import type { Db } from '../../platform/db/db.ts'
import type { EventConsumer } from '../../platform/events/consumer.ts'
import type { LoggedEvent } from '../../platform/events/event-log.ts'
import type { Mail, Mailer } from '../../platform/mail/mail.ts'
import {
  movedFrom,
  type Change,
  type DescribedChange,
  type EditReference,
  type ReadChanges,
} from '../artifacts/index.ts'
import type { AuthModule } from '../auth/index.ts'
import { anonymous, type Viewer } from '../users/index.ts'
import { composeMail, type MailContent, type MailContext } from './compose-mail.ts'
import { findRecipients, type RecipientsDependencies } from './recipients.ts'
import { loadNotificationPreferences, type NotificationPreferences } from './notification-preferences.ts'

export interface NotifyDependencies extends RecipientsDependencies {
  readonly db: Db
  readonly auth: Pick<AuthModule, 'viewerOf'>
  readonly readChanges: ReadChanges
  readonly mailer: Mailer
  readonly frame: () => MailContext
}

const NOTIFIED_KINDS: ReadonlySet<string> = new Set(['artifact.created', 'artifact.updated', 'artifact.moved'])
export const NOTIFICATIONS_CONSUMER = 'notifications'
/** Number of changes whose documents are in memory at the same time. */
const BATCH_SIZE = 50

/** Sends mails about changes of artifacts, once each, outside of requests. Imports cause no mails. */
export const notificationsConsumer = (deps: NotifyDependencies): EventConsumer => ({
  name: NOTIFICATIONS_CONSUMER,
  handle: async (tx, events) => {
    const edits = events.flatMap(editOf)
    const mails: Mail[] = []
    for (let at = 0; at < edits.length; at += BATCH_SIZE) {
      mails.push(...(await composeMailsAbout(deps, edits.slice(at, at + BATCH_SIZE))))
    }
    await deps.mailer.queue(tx, mails)
  },
})

/** The edit of an event that causes mails, if any. */
const editOf = (event: LoggedEvent): EditReference[] => {
  const { kind, means, artifactId, changesetId } = event
  if (!NOTIFIED_KINDS.has(kind) || means === 'import' || artifactId === null || changesetId === null) return []
  return [{ artifactId, changesetId, fromTrackerId: movedFrom(event) }]
}

const composeMailsAbout = async (deps: NotifyDependencies, edits: readonly EditReference[]): Promise<Mail[]> => {
  const changes = (await deps.readChanges(edits)).filter(
    ({ project, tracker }) => project.status === 'active' && !tracker.isDeleted,
  )
  if (changes.length === 0) return []
  const preferences = await loadNotificationPreferences({ db: deps.db.kysely, users: deps.users }, changes)
  const mails: Mail[] = []
  for (const change of changes) mails.push(...(await composeMails(deps, preferences, change)))
  return mails
}

/** Number of mails that a change would cause. */
export const countMails =
  (deps: NotifyDependencies) =>
  async (change: Change): Promise<number> => {
    if (change.project.status !== 'active' || change.tracker.isDeleted) return 0
    const preferences = await loadNotificationPreferences({ db: deps.db.kysely, users: deps.users }, [change])
    return (await composeMails(deps, preferences, change)).length
  }

const composeMails = async (
  deps: NotifyDependencies,
  preferences: NotificationPreferences,
  change: Change,
): Promise<Mail[]> => {
  const { users, emails } = await findRecipients(deps, preferences, change)
  const frame = deps.frame()
  const mails: Mail[] = []
  // Recipients who may read the same get the same text.
  const contents = new Map<DescribedChange, MailContent>()
  const tell = async (viewer: Viewer, recipients: readonly Mail['to'][]): Promise<void> => {
    const described = await change.describe(viewer)
    if (!described) return
    const content = contents.get(described) ?? composeMail(frame, change, described)
    contents.set(described, content)
    for (const to of recipients) mails.push({ to, ...content })
  }
  for (const user of users)
    await tell(await deps.auth.viewerOf(user.id, 'job'), [{ name: user.realName || user.login, address: user.email }])
  // The reader behind an address without account is unknown, so the mail has only the content that everybody may see.
  if (emails.length > 0)
    await tell(
      anonymous,
      emails.map(address => ({ address })),
    )
  return mails
}

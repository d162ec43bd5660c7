import type { Db, Tx } from '../../platform/db/db.ts'
import type { EventConsumer } from '../../platform/events/consumer.ts'
import type { EventCause, LoggedEvent } from '../../platform/events/event-log.ts'
import type { Mail, Mailer } from '../../platform/mail/mail.ts'
import {
  isSilent,
  movedFrom,
  type Change,
  type DescribedChange,
  type EditReference,
  type ReadChanges,
} from '../artifacts/index.ts'
import type { AuthModule } from '../auth/index.ts'
import { anonymous, type Viewer } from '../users/index.ts'
import { composeListMail, composeMail, type ComposedMail, type MailContext, type MailEntry } from './compose-mail.ts'
import { listEventsOfBatch } from './notifications.store.ts'
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

/** Of one batch a recipient gets at most that many mails; more become one that lists them. */
const MAILS_OF_A_BATCH = 3

/** Sends mails about changes of artifacts, once each, outside of requests. Imports cause mails only if they ask for them. */
export const notificationsConsumer = (deps: NotifyDependencies): EventConsumer => ({
  name: NOTIFICATIONS_CONSUMER,
  handle: async (tx, events) => {
    const single = await composeAll(deps, events.filter(event => batchOf(event) === undefined).flatMap(editOf))
    const mails = single.map(withoutEntry)
    for (const batch of await readBatches(tx, events))
      mails.push(...listWhereMany(await composeAll(deps, batch.flatMap(editOf))))
    await deps.mailer.queue(tx, mails)
  },
})

const batchOf = ({ payload }: LoggedEvent): string | undefined => (payload as { cause?: EventCause }).cause?.batch_id

/**
 * The batches that begin in these events, each with all its events. The events of a transaction may be more than a consumer gets at a time: the
 * consumer that gets the first one handles all of them.
 */
const readBatches = async (tx: Tx, events: readonly LoggedEvent[]): Promise<LoggedEvent[][]> => {
  const batches = new Map<string, LoggedEvent[]>()
  const parts = Map.groupBy(
    events.filter(event => batchOf(event) !== undefined),
    event => `${event.cursor.split('.')[0] ?? ''} ${batchOf(event) ?? ''}`,
  )
  for (const [key, [first]] of parts) {
    const [xid = '', batchId = ''] = key.split(' ')
    const whole = await listEventsOfBatch(tx, xid, batchId)
    if (first && whole[0]?.seq === first.seq) batches.set(batchId, [...(batches.get(batchId) ?? []), ...whole])
  }
  return [...batches.values()]
}

const listWhereMany = (mails: readonly TellingMail[]): Mail[] =>
  [...Map.groupBy(mails, ({ to }) => to.address.toLowerCase()).values()].flatMap(own => {
    const [first, ...others] = own
    if (!first || own.length <= MAILS_OF_A_BATCH) return own.map(withoutEntry)
    return { to: first.to, ...composeListMail([first, ...others]) }
  })

const withoutEntry = ({ entry: _, ...mail }: TellingMail): Mail => mail

/** The edit of an event that causes mails, if any. */
const editOf = (event: LoggedEvent): EditReference[] => {
  const { kind, artifactId, changesetId } = event
  if (!NOTIFIED_KINDS.has(kind) || isSilent(event) || artifactId === null || changesetId === null) return []
  return [{ artifactId, changesetId, fromTrackerId: movedFrom(event) }]
}

/** A mail with its line in a list. */
type TellingMail = Mail & { readonly entry: MailEntry }

const composeAll = async (deps: NotifyDependencies, edits: readonly EditReference[]): Promise<TellingMail[]> => {
  const mails: TellingMail[] = []
  for (let at = 0; at < edits.length; at += BATCH_SIZE)
    mails.push(...(await composeMailsAbout(deps, edits.slice(at, at + BATCH_SIZE))))
  return mails
}

const composeMailsAbout = async (deps: NotifyDependencies, edits: readonly EditReference[]): Promise<TellingMail[]> => {
  const changes = (await deps.readChanges(edits)).filter(
    ({ project, tracker }) => project.status === 'active' && !tracker.isDeleted,
  )
  if (changes.length === 0) return []
  const preferences = await loadNotificationPreferences({ db: deps.db.kysely, users: deps.users }, changes)
  const mails: TellingMail[] = []
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
): Promise<TellingMail[]> => {
  const { users, emails } = await findRecipients(deps, preferences, change)
  const frame = deps.frame()
  const mails: TellingMail[] = []
  // Recipients who may read the same get the same text.
  const contents = new Map<DescribedChange, ComposedMail>()
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

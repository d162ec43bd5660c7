import type { Tx } from '../../platform/db/db.ts'
import type { EventConsumer } from '../../platform/events/consumer.ts'
import type { LoggedEvent } from '../../platform/events/event-log.ts'
import type { Mail, Mailer } from '../../platform/mail/mail.ts'
import { movedFrom, type Change, type ReadChange } from '../artifacts/index.ts'
import type { AuthModule } from '../auth/index.ts'
import { anonymous } from '../users/index.ts'
import { composeMail, type Frame } from './compose.ts'
import { findRecipients, type RecipientsDependencies } from './recipients.ts'

export interface NotifyDependencies extends RecipientsDependencies {
  readonly auth: Pick<AuthModule, 'viewerOf'>
  readonly readChange: ReadChange
  readonly mailer: Mailer
  readonly frame: () => Frame
}

const TOLD: ReadonlySet<string> = new Set(['artifact.created', 'artifact.updated', 'artifact.moved'])

/** Tells people by mail what happens to artifacts, each once, away from the requests. What an archive brings is told to nobody. */
export const NOTIFICATIONS_CONSUMER = 'notifications'

export const notificationsConsumer = (deps: NotifyDependencies): EventConsumer => ({
  name: NOTIFICATIONS_CONSUMER,
  handle: async (tx, events) => {
    for (const event of events) await notify(deps, tx, event)
  },
})

const notify = async (deps: NotifyDependencies, tx: Tx, event: LoggedEvent): Promise<void> => {
  if (!TOLD.has(event.kind) || event.means === 'import' || event.artifactId === null || event.changesetId === null)
    return
  const change = await deps.readChange(event.artifactId, event.changesetId, movedFrom(event))
  if (!change || change.project.status !== 'active' || change.tracker.isDeleted) return
  await deps.mailer.queue(tx, await mailsOf(deps, change))
}

const mailsOf = async (deps: NotifyDependencies, change: Change): Promise<Mail[]> => {
  const { users, emails } = await findRecipients(deps, change)
  const frame = deps.frame()
  const mails: Mail[] = []
  for (const user of users) {
    const described = await change.describe(await deps.auth.viewerOf(user.id, 'job'))
    const to = { name: user.realName || user.login, address: user.email }
    if (described) mails.push(composeMail(frame, change, described, to))
  }
  if (emails.length > 0) {
    // Nobody knows who reads there: they are told what everybody may see.
    const described = await change.describe(anonymous)
    if (described) for (const address of emails) mails.push(composeMail(frame, change, described, { address }))
  }
  return mails
}

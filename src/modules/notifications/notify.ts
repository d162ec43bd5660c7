import { Turns } from '../../platform/db/turns.ts'
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
    const turns = new Turns(EVENTS_AT_A_TIME)
    const composed = await Promise.allSettled(
      events.map(async event => {
        await turns.take()
        return mailsOf(deps, event).finally(() => turns.give())
      }),
    )
    const mails = composed.flatMap(result => {
      if (result.status === 'rejected') throw result.reason
      return result.value
    })
    await deps.mailer.queue(tx, mails)
  },
})

/** What is read for one waits for the database most of the time; some connections are left for requests. */
const EVENTS_AT_A_TIME = 3

const mailsOf = async (deps: NotifyDependencies, event: LoggedEvent): Promise<Mail[]> => {
  if (!TOLD.has(event.kind) || event.means === 'import' || event.artifactId === null || event.changesetId === null)
    return []
  const change = await deps.readChange(event.artifactId, event.changesetId, movedFrom(event))
  if (!change || change.project.status !== 'active' || change.tracker.isDeleted) return []
  return composeMails(deps, change)
}

const composeMails = async (deps: NotifyDependencies, change: Change): Promise<Mail[]> => {
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

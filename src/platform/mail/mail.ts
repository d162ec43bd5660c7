import { createHash } from 'node:crypto'
import type { Logger } from 'pino'
import type { Db, Tx } from '../db/db.ts'
import { enqueueJobs, type JobRequest } from '../jobs/jobs.store.ts'
import type { Job } from '../jobs/jobs.ts'
import { PermanentMailFault } from './permanent-mail-fault.ts'
import type { MailTransport } from './transport.ts'
import type { Mail } from './outgoing-mail.ts'

export type { Mail } from './outgoing-mail.ts'

export interface Mailer {
  /**
   * Enqueues messages in the caller's transaction: they are sent soon after the commit, each is retried for about two days, and a
   * rollback discards them. One round trip.
   */
  queue(tx: Tx, mails: readonly Mail[]): Promise<void>
  readonly jobs: readonly Job[]
}

export interface MailerOptions {
  readonly db: Pick<Db, 'kysely'>
  readonly transport: Pick<MailTransport, 'send'>
  /** The sender of the messages, read when a message is sent. */
  readonly sender: () => { readonly name: string; readonly address: string }
  readonly log: Logger
}

export const SEND_MAIL = 'send_mail'

/**
 * Maximum mails of one job: taking a job and recording its end costs as much as sending three mails. If the process is killed, the mails
 * of the job are sent again.
 */
const MAILS_OF_A_JOB = 50
/** Maximum duration of a job, so that a stopping server need not wait for a slow mail server: a new job sends the rest. */
const LONGEST_MS = 2_000

/** Outgoing mail through the job queue. */
export const createMailer = ({ db, transport, sender, log }: MailerOptions): Mailer => {
  const send = async ({ id, mail }: QueuedMail): Promise<void> => {
    const { name, address } = sender()
    try {
      await transport.send({
        ...mail,
        from: { name: mail.fromName ?? name, address },
        messageId: messageIdOf(id, address),
      })
    } catch (error) {
      // The address is wrong, or the text is refused: a retry does not help.
      if (!(error instanceof PermanentMailFault)) throw error
      log.error({ reason: error.message, subject: mail.subject }, 'a mail was refused for good')
    }
  }
  const sendAll = async (mails: readonly QueuedMail[]): Promise<void> => {
    const end = performance.now() + LONGEST_MS
    for (const [place, mail] of mails.entries()) {
      if (place > 0 && performance.now() > end) return enqueueJobs(db.kysely, [requestFor(mails.slice(place))])
      try {
        await send(mail)
      } catch (error) {
        if (mails.length === 1) throw error
        // From now on each mail has its own job: a failing mail does not cause the rest to be sent again.
        return enqueueJobs(
          db.kysely,
          mails.slice(place).map(each => requestFor([each])),
        )
      }
    }
  }
  return {
    queue: (tx, mails) => {
      const queued = mails.map((mail): QueuedMail => ({ id: crypto.randomUUID(), mail }))
      const jobs = Math.ceil(queued.length / MAILS_OF_A_JOB)
      const requests = Array.from({ length: jobs }, (_, job) =>
        requestFor(queued.slice(job * MAILS_OF_A_JOB, (job + 1) * MAILS_OF_A_JOB)),
      )
      return enqueueJobs(tx, requests)
    },
    jobs: [{ name: SEND_MAIL, run: payload => sendAll(mailsOf(payload as Payload)) }],
  }
}

interface QueuedMail {
  /** The same at each try, so that a duplicate after a crash can be recognised. */
  readonly id: string
  readonly mail: Mail
}

/** Payload of a job; a single mail comes from an earlier version. */
type Payload = { readonly mails: readonly QueuedMail[] } | QueuedMail

const mailsOf = (payload: Payload): readonly QueuedMail[] => ('mails' in payload ? payload.mails : [payload])
const requestFor = (mails: readonly QueuedMail[]): JobRequest => ({ name: SEND_MAIL, payload: { mails } })

/** Domain part of the sender's address. */
const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1)

const messageIdOf = (id: string, sender: string): string => `<${id}@${domainOf(sender)}>`

/**
 * A message id for a thread, the same for the same words: `References` and `In-Reply-To` of all messages about one object name it.
 */
export const threadIdOf = (sender: string, ...words: (string | number)[]): string =>
  `<${createHash('sha256').update(words.join('\0')).digest('hex').slice(0, 32)}@${domainOf(sender)}>`

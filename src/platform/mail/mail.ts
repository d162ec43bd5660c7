import { createHash } from 'node:crypto'
import type { Logger } from 'pino'
import type { Tx } from '../db/db.ts'
import { enqueueJobs } from '../jobs/jobs.store.ts'
import type { Job } from '../jobs/jobs.ts'
import { PermanentMailFault } from './permanent-mail-fault.ts'
import type { Mail, MailTransport } from './transport.ts'

export type { Mail } from './transport.ts'

export interface Mailer {
  /**
   * Puts messages into the queue, in the caller's transaction: they go out soon after it commits, each is tried again for about two days,
   * and nothing goes out if it rolls back. One round trip.
   */
  queue(tx: Tx, mails: readonly Mail[]): Promise<void>
  readonly jobs: readonly Job[]
}

export interface MailerOptions {
  readonly transport: Pick<MailTransport, 'send'>
  /** Who the messages are from, asked when one goes out. */
  readonly sender: () => { readonly name: string; readonly address: string }
  readonly log: Logger
}

export const SEND_MAIL = 'send_mail'

/** Outgoing mail by way of the queue of jobs. */
export const createMailer = ({ transport, sender, log }: MailerOptions): Mailer => ({
  queue: (tx, mails) => enqueueJobs(tx, mails.map(toRequest)),
  jobs: [
    {
      name: SEND_MAIL,
      run: async payload => {
        const { id, mail } = payload as QueuedMail
        const { name, address } = sender()
        try {
          await transport.send({
            ...mail,
            from: { name: mail.fromName ?? name, address },
            messageId: messageIdOf(id, address),
          })
        } catch (error) {
          // The address is wrong, or the text is refused: that does not get better by trying.
          if (!(error instanceof PermanentMailFault)) throw error
          log.error({ reason: error.message, subject: mail.subject }, 'a mail was refused for good')
        }
      },
    },
  ],
})

interface QueuedMail {
  /** The same at each try, so that one that arrives twice after a crash shows it. */
  readonly id: string
  readonly mail: Mail
}

const toRequest = (mail: Mail): { name: string; payload: QueuedMail } => ({
  name: SEND_MAIL,
  payload: { id: crypto.randomUUID(), mail },
})

/** Domain part of the sender's address. */
const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1)

const messageIdOf = (id: string, sender: string): string => `<${id}@${domainOf(sender)}>`

/**
 * A message id for a thread, the same at each call for the same words: `References` and `In-Reply-To` of all that is said about one
 * thing name it.
 */
export const threadIdOf = (sender: string, ...words: (string | number)[]): string =>
  `<${createHash('sha256').update(words.join('\0')).digest('hex').slice(0, 32)}@${domainOf(sender)}>`

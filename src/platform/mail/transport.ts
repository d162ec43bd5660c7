import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import { composeMessage } from './compose-message.ts'
import type { OutgoingMail } from './outgoing-mail.ts'

/** Sends messages. A message that fails with PermanentMailFault is not retried; any other failure is. */
export interface MailTransport {
  send(mail: OutgoingMail): Promise<void>
  close(): void
}

/** Days for which unsent messages are stored. */
const KEPT_DAYS = 30
const DAY_MS = 86_400_000

export interface OutboxTransport extends MailTransport {
  /** Removes messages that are older. */
  tidy(): Promise<void>
}

/** The transport without a mail server: each message becomes a file in `folder` that mail programs open, and a line of the log. */
export const outboxTransport = (folder: string, clock: Clock, log: Logger): OutboxTransport => {
  return {
    send: async mail => {
      const { text } = composeMessage(mail, clock.now())
      const at = clock.now().toISOString().replaceAll(/[-:]/g, '').replace(/\..*/, '')
      const file = join(folder, `${at}-${mail.messageId.replaceAll(/[^\w-]/g, '').slice(0, 32)}.eml`)
      const write = (): Promise<void> => writeFile(file, text, { mode: 0o600 })
      await write().catch(async (error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error
        await mkdir(folder, { recursive: true, mode: 0o700 })
        await write()
      })
      log.info(
        { to: mail.to.address, subject: mail.subject, file },
        'no mail server is set: a mail is kept in the outbox',
      )
    },
    tidy: async () => {
      const names = await readdir(folder).catch(() => [])
      for (const name of names.filter(name => name.endsWith('.eml'))) {
        const file = join(folder, name)
        const { mtimeMs } = await stat(file)
        if (clock.now().getTime() - mtimeMs > KEPT_DAYS * DAY_MS) await rm(file, { force: true })
      }
    },
    close: () => undefined,
  }
}

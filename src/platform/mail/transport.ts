import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import { composeMessage } from './compose-message.ts'
import type { OutgoingMail } from './outgoing-mail.ts'
import { PermanentMailFault } from './permanent-mail-fault.ts'

/** Sends messages. A message that fails with PermanentMailFault is not retried; any other failure is. */
export interface MailTransport {
  send(mail: OutgoingMail): Promise<void>
  close(): void
}

const SMTP_PERMANENT = 500
const TIMEOUT_MS = 30_000
const VERIFY_MS = 8_000

/** Sends through the mail server of `CROCUS_SMTP_URL`. */
export const smtpTransport = (url: string): MailTransport => {
  const transport = createTransport({
    ...optionsOf(url),
    pool: true,
    maxConnections: 2,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    send: async mail => {
      const { envelope, bytes } = composeMessage(mail, new Date())
      try {
        await transport.sendMail({ envelope, raw: bytes })
      } catch (error) {
        const { responseCode, command } = error as { responseCode?: number; command?: string }
        // If the server refuses our credentials, the operator must correct them; the mails wait.
        if (responseCode !== undefined && responseCode >= SMTP_PERMANENT && command?.startsWith('AUTH') !== true) {
          throw new PermanentMailFault((error as Error).message)
        }
        throw error
      }
    },
    close: () => transport.close(),
  }
}

/** Connects to the mail server and signs in, without sending anything; throws on failure. */
export const verifySmtp = async (url: string): Promise<void> => {
  const transport = createTransport({
    ...optionsOf(url),
    connectionTimeout: VERIFY_MS,
    greetingTimeout: VERIFY_MS,
    socketTimeout: VERIFY_MS,
  })
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

const optionsOf = (url: string) => {
  const { protocol, hostname, port, username, password } = new URL(url)
  const isSecure = protocol === 'smtps:'
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (isSecure ? 465 : 25),
    secure: isSecure,
    ...(username !== '' && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
  }
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
      const { bytes } = composeMessage(mail, clock.now())
      const at = clock.now().toISOString().replaceAll(/[-:]/g, '').replace(/\..*/, '')
      const file = join(folder, `${at}-${mail.messageId.replaceAll(/[^\w-]/g, '').slice(0, 32)}.eml`)
      const write = (): Promise<void> => writeFile(file, bytes, { mode: 0o600 })
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

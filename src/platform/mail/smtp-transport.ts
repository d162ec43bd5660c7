import { composeMessage } from './compose-message.ts'
import { PermanentMailFault } from './permanent-mail-fault.ts'
import {
  openSmtpSession,
  SmtpRefusal,
  SmtpSessionLost,
  type Envelope,
  type SmtpSession,
  type SmtpSessionOptions,
} from './smtp-session.ts'
import type { MailTransport } from './transport.ts'

const TIMEOUT_MS = 30_000
const VERIFY_MS = 8_000
const MAX_SESSIONS = 2
/** Mail servers limit the messages of a connection. */
const MESSAGES_OF_A_SESSION = 100
/** Shorter than the pause that the session itself takes for a dead connection. */
const IDLE_MS = 20_000

/** Sends through the mail server of `CROCUS_SMTP_URL`. */
export const smtpTransport = (url: string): MailTransport => {
  const options = optionsOf(url, TIMEOUT_MS)
  const places = Array.from({ length: MAX_SESSIONS }, () => sessionPlace(options))
  const free = [...places]
  const waiting: ((place: SessionPlace) => void)[] = []
  let isClosed = false
  const take = (): SessionPlace | Promise<SessionPlace> =>
    // The place that was used last: the other session may end.
    free.pop() ?? new Promise(resolve => void waiting.push(resolve))
  const giveBack = (place: SessionPlace): void => {
    const next = waiting.shift()
    if (next) return next(place)
    free.push(place)
    if (isClosed) place.close()
  }
  return {
    send: async mail => {
      const { envelope, text } = composeMessage(mail, new Date())
      if (!isSafe(envelope)) throw new PermanentMailFault('the address cannot be given to a mail server')
      const place = await take()
      try {
        await place.send(envelope, text)
      } catch (error) {
        throw isPermanent(error) ? new PermanentMailFault(error.message) : error
      } finally {
        giveBack(place)
      }
    },
    close: () => {
      isClosed = true
      for (const place of free) place.close()
    },
  }
}

/** Connects to the mail server and signs in, without sending anything; throws on failure. */
export const verifySmtp = async (url: string): Promise<void> =>
  (await openSmtpSession(optionsOf(url, VERIFY_MS))).close()

/** Room for one session at a time. */
interface SessionPlace {
  /** One message at a time. */
  send(envelope: Envelope, text: string): Promise<void>
  close(): void
}

const sessionPlace = (options: SmtpSessionOptions): SessionPlace => {
  let session: SmtpSession | undefined
  let sent = 0
  let idle: NodeJS.Timeout | undefined
  const close = (): void => {
    clearTimeout(idle)
    session?.close()
    session = undefined
  }
  const open = async (): Promise<SmtpSession> => {
    sent = 0
    return (session = await openSmtpSession(options))
  }
  const send = async (envelope: Envelope, text: string): Promise<void> => {
    const kept = session?.isOpen ? session : undefined
    try {
      await (kept ?? (await open())).send(envelope, text)
    } catch (error) {
      // The server ended a connection that it was not asked anything for a while.
      if (!kept || !(error instanceof SmtpSessionLost) || error.isWritten) throw error
      await (await open()).send(envelope, text)
    }
  }
  return {
    send: async (envelope, text) => {
      clearTimeout(idle)
      try {
        await send(envelope, text)
      } finally {
        if (++sent >= MESSAGES_OF_A_SESSION || !session?.isOpen) close()
        else idle = setTimeout(close, IDLE_MS).unref()
      }
    },
    close,
  }
}

/** A line break in an address would be a command of its own. */
const isSafe = ({ from, to }: Envelope): boolean => ![from, to].some(address => /[\s<>\p{Cc}]/u.test(address))

const SMTP_PERMANENT = 500
/** The server wants encryption or another sign-in: the operator must correct the settings, and the mails wait. */
const SETTINGS: ReadonlySet<number> = new Set([530, 534, 535, 538])

/** Whether the server refuses this message for good. It refuses the sender, too, if a setting is wrong. */
const isPermanent = (error: unknown): error is SmtpRefusal =>
  error instanceof SmtpRefusal &&
  error.refused !== 'sender' &&
  error.code >= SMTP_PERMANENT &&
  !SETTINGS.has(error.code)

const optionsOf = (url: string, timeout: number): SmtpSessionOptions => {
  const { protocol, hostname, port, username, password } = new URL(url)
  const isSecure = protocol === 'smtps:'
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (isSecure ? 465 : 25),
    secure: isSecure,
    ...(username !== '' && {
      auth: { credentials: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } },
    }),
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
  }
}

import SMTPConnection, { type AuthenticationType, type Options } from 'nodemailer/lib/smtp-connection'
import { smtpReplies, type SmtpReply } from './smtp-replies.ts'

/** The addresses of a message for the mail server, without angle brackets. */
export interface Envelope {
  readonly from: string
  readonly to: string
}

/** The mail server refuses a message or its addresses. */
export class SmtpRefusal extends Error {
  readonly code: number
  readonly refused: 'sender' | 'recipient' | 'message'

  constructor(refused: SmtpRefusal['refused'], { code, text }: SmtpReply) {
    super(`the mail server refuses the ${refused}: ${code} ${text}`)
    this.code = code
    this.refused = refused
  }
}

/** The connection ended while a message was sent; `isWritten`: the server may have the whole message. */
export class SmtpSessionLost extends Error {
  readonly isWritten: boolean

  constructor(cause: unknown, isWritten: boolean) {
    super(`the mail server ends the connection: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
    this.isWritten = isWritten
  }
}

/** A connection to a mail server, with TLS and sign-in done, for one message after the other. */
export interface SmtpSession {
  readonly isOpen: boolean
  /** `text`: a whole message in ASCII or UTF-8, each line with CRLF. A refused message leaves the session open. */
  send(envelope: Envelope, text: string): Promise<void>
  close(): void
}

export interface SmtpSessionOptions extends Options {
  readonly auth?: AuthenticationType
}

const START_MAIL_INPUT = 354

/**
 * The library connects, encrypts and signs in. The session sends by itself: the library passes each message through streams and writes it
 * in pieces, which costs more CPU than to compose it.
 */
export const openSmtpSession = async (options: SmtpSessionOptions): Promise<SmtpSession> => {
  const connection = await signIn(options)
  const socket = connection._socket
  if (!socket) throw new Error('the mail server ends the connection')
  const replies = smtpReplies()
  connection.removeAllListeners().on('error', replies.end)
  connection.once('end', () => replies.end(new Error('closed')))
  socket.removeAllListeners('data').on('data', (chunk: Buffer) => replies.read(chunk.toString('latin1')))

  /** Writes the commands at once. */
  const say = (...commands: string[]): Promise<SmtpReply[]> => {
    const answers = commands.map(() => replies.next())
    socket.write(commands.map(command => `${command}\r\n`).join(''))
    return Promise.all(answers)
  }
  const extensions = await extensionsOf(say, connection.name)
  const canPipeline = extensions.has('PIPELINING')

  /** RFC 2920 with `canPipeline`: all commands before the message in one write. */
  const begin = async (commands: readonly string[]): Promise<void> => {
    const answers = canPipeline ? await say(...commands) : []
    if (!canPipeline)
      for (const command of commands) {
        answers.push(...(await say(command)))
        if (!isAccepted(answers)) break
      }
    if (isAccepted(answers) && answers.length === commands.length) return
    // If the server begins a message in spite of a refusal, only the end of the connection ends the message.
    if (answers.at(-1)?.code === START_MAIL_INPUT) connection.close()
    else await say('RSET')
    const refused = answers.findIndex(({ code }) => !isPositive(code))
    const reply = answers[refused]
    if (reply) throw new SmtpRefusal(PARTS[refused] ?? 'message', reply)
  }

  return {
    get isOpen() {
      return !replies.hasEnded && socket.writable
    },
    send: async ({ from, to }, text) => {
      let isWritten = false
      const keyword = isAscii(from + to) || !extensions.has('SMTPUTF8') ? '' : ' SMTPUTF8'
      try {
        await begin([`MAIL FROM:<${from}>${keyword}`, `RCPT TO:<${to}>`, 'DATA'])
        isWritten = true
        const lines = text.replaceAll('\r\n.', '\r\n..')
        const [reply] = await say(lines.endsWith('\r\n') ? `${lines}.` : `${lines}\r\n.`)
        if (reply && !isPositive(reply.code)) throw new SmtpRefusal('message', reply)
      } catch (error) {
        if (error instanceof SmtpRefusal) throw error
        connection.close()
        throw new SmtpSessionLost(error, isWritten)
      }
    },
    close: () => {
      if (!replies.hasEnded && socket.writable) socket.write('QUIT\r\n')
      connection.close()
    },
  }
}

/** The subjects of the commands before a message. */
const PARTS = ['sender', 'recipient', 'message'] as const

const isPositive = (code: number): boolean => code < 400
const isAccepted = (answers: readonly SmtpReply[]): boolean => answers.every(({ code }) => isPositive(code))
const isAscii = (text: string): boolean => /^[\x20-\x7e]*$/.test(text)

const signIn = ({ auth, ...options }: SmtpSessionOptions): Promise<SMTPConnection> =>
  new Promise((resolve, reject) => {
    const connection = new SMTPConnection(options)
    const fail = (error: Error): void => {
      reject(error)
      connection.close()
    }
    connection.on('error', fail).once('end', () => reject(new Error('the mail server ends the connection')))
    connection.connect(fault => {
      if (fault) return fail(fault)
      // A server that offers no sign-in lets us in by our address.
      if (!auth || !connection.allowsAuth) return resolve(connection)
      connection.login(auth, refusal => (refusal ? fail(refusal) : resolve(connection)))
    })
  })

/** The library keeps the extensions to itself; a client may say EHLO again at any time. */
const extensionsOf = async (
  say: (command: string) => Promise<SmtpReply[]>,
  name: string,
): Promise<ReadonlySet<string>> => {
  const [reply] = await say(`EHLO ${name}`)
  if (!reply || !isPositive(reply.code)) return new Set()
  const [, ...lines] = reply.text.split('\n')
  return new Set(lines.map(line => line.split(' ')[0]?.toUpperCase() ?? ''))
}

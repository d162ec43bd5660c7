// A mail server that takes everything but what it is told to refuse, for tests and for longer runs.
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'

export interface ReceivedMail {
  readonly from: string
  readonly to: string
  readonly text: string
}

export interface MailSinkOptions {
  receive(mail: ReceivedMail): void
  /**
   * Reply to a command, or to the end of a message: undefined = accepted, '' = none, 'hang up' = the connection ends. `command`: one line as
   * the client writes it, '.' for a message.
   */
  readonly answer?: (command: string) => string | undefined
  /** As most mail servers. */
  readonly extensions?: readonly string[]
}

/** Listens on a free port of loopback. The caller must close it. */
export const startMailServer = async (
  options: MailSinkOptions,
): Promise<{ readonly url: string; close(): Promise<void> }> => {
  const { extensions = ['PIPELINING'] } = options
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    const say = (line: string): void => {
      if (line === '') return
      if (line === 'hang up') return void socket.destroy()
      socket.write(`${line.replaceAll('\n', '\r\n')}\r\n`)
      // It says nothing more: a client must not wait for the replies to its other commands.
      if (line.startsWith('421')) hasLeft = true
    }
    let envelope = { from: '', to: '' }
    let text: string | undefined
    let pending = ''
    let hasLeft = false
    const hear = (line: string): void => {
      if (text !== undefined) {
        if (line !== '.') {
          text += `${line}\n`
          return
        }
        const refusal = options.answer?.('.')
        if (refusal === undefined && envelope.to !== '') options.receive({ ...envelope, text })
        text = undefined
        envelope = { from: '', to: '' }
        return say(refusal ?? '250 taken')
      }
      const answer = options.answer?.(line) ?? defaultAnswer(line)
      const [verb = ''] = line.toUpperCase().split(/[ :]/)
      const address = /<([^>]*)>/.exec(line)?.[1] ?? ''
      const isAccepted = answer < '4'
      if (verb === 'MAIL' && isAccepted) envelope = { from: address, to: '' }
      if (verb === 'RCPT' && isAccepted) envelope.to = address
      if (verb === 'RSET') envelope = { from: '', to: '' }
      if (answer.startsWith('354')) text = ''
      if (verb === 'QUIT') return void socket.end('221 bye\r\n')
      say(answer)
    }
    const defaultAnswer = (line: string): string => {
      if (/^EHLO/i.test(line)) return ['250-a test', ...extensions.map(each => `250-${each}`), '250 HELP'].join('\n')
      if (/^MAIL/i.test(line) && envelope.from !== '') return '503 one message at a time'
      if (/^DATA/i.test(line)) return envelope.to === '' ? '503 no recipient' : '354 go on'
      return '250 ok'
    }
    socket.on('error', () => undefined)
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = (pending + chunk).split('\r\n')
      pending = lines.pop() ?? ''
      // All replies to what came together leave together.
      socket.cork()
      for (const line of lines) if (!hasLeft) hear(line)
      socket.uncork()
    })
    say('220 a test')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

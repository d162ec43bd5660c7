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
  /** Refusal of a message; undefined = accepted. */
  readonly answer?: () => string | undefined
}

/** Listens on a free port of loopback. The caller must close it. */
export const startMailServer = async (
  options: MailSinkOptions,
): Promise<{ readonly url: string; close(): Promise<void> }> => {
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    const say = (line: string): void => void socket.write(`${line}\r\n`)
    let envelope = { from: '', to: '' }
    let text: string | undefined
    let pending = ''
    const hear = (line: string): void => {
      if (text !== undefined) {
        if (line !== '.') {
          text += `${line}\n`
          return
        }
        const refusal = options.answer?.()
        if (refusal === undefined) options.receive({ ...envelope, text })
        text = undefined
        return say(refusal ?? '250 taken')
      }
      const [verb = ''] = line.toUpperCase().split(/[ :]/)
      const address = /<([^>]*)>/.exec(line)?.[1] ?? ''
      if (verb === 'MAIL') envelope = { from: address, to: '' }
      if (verb === 'RCPT') envelope.to = address
      if (verb === 'DATA') text = ''
      if (verb === 'QUIT') return void socket.end('221 bye\r\n')
      say(verb === 'DATA' ? '354 go on' : '250 ok')
    }
    socket.on('error', () => undefined)
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = (pending + chunk).split('\r\n')
      pending = lines.pop() ?? ''
      lines.forEach(hear)
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

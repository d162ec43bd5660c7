// A mail server that takes everything but what it is told to refuse: for what only a real conversation shows.
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { afterAll } from 'vitest'

export interface MailServer {
  /** For `CROCUS_SMTP_URL`. */
  readonly url: string
  /** What arrived: envelope and text. */
  readonly received: { from: string; to: string; text: string }[]
  /** What is said to each message from now on; undefined = taken. */
  answer: string | undefined
}

export const mailServer = async (): Promise<MailServer> => {
  const state: MailServer = { url: '', received: [], answer: undefined }
  const server = createServer(socket => {
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
        if (state.answer === undefined) state.received.push({ ...envelope, text })
        text = undefined
        return say(state.answer ?? '250 taken')
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
  afterAll(() => void server.close())
  return Object.assign(state, { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}` })
}

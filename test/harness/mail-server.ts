// The mail server of a test, for checks that need a real SMTP session.
import { afterFile } from './after-file.ts'
import { startMailServer, type ReceivedMail } from './mail-sink.ts'

export interface MailServer {
  /** For `CROCUS_SMTP_URL`. */
  readonly url: string
  /** Received mails: envelope and text. */
  readonly received: ReceivedMail[]
  /** Reply to each message; undefined = accepted. */
  answer: string | undefined
}

export const mailServer = async (): Promise<MailServer> => {
  const state: MailServer = { url: '', received: [], answer: undefined }
  const server = await startMailServer({
    receive: mail => void state.received.push(mail),
    answer: command => (command === '.' ? state.answer : undefined),
  })
  afterFile(() => server.close())
  return Object.assign(state, { url: server.url })
}

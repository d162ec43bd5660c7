// Receivers of notifications about edits: a webhook server and a mail server.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startMailServer } from '../test/harness/mail-sink.ts'
import type { ExpectedState } from './expected-state.ts'

export interface Sinks {
  /** Host and port, as in the setting of internal hosts. */
  readonly hookHost: string
  readonly smtpUrl: string
  close(): Promise<void>
}

export const openSinks = async (expected: ExpectedState): Promise<Sinks> => {
  const hooks = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const payload = new URLSearchParams(Buffer.concat(chunks).toString()).get('payload') ?? '{}'
      const { current } = JSON.parse(payload) as { current?: { id?: number } }
      if (current?.id !== undefined) expected.deliveredChangesets.push(current.id)
      response.end()
    })
  }).listen(0, '127.0.0.1')
  await once(hooks, 'listening')
  const mail = await startMailServer({ receive: ({ text }) => void expected.mails.push(text.replaceAll('=\n', '')) })
  return {
    hookHost: `127.0.0.1:${(hooks.address() as AddressInfo).port}`,
    smtpUrl: mail.url,
    close: async () => {
      hooks.closeAllConnections()
      hooks.close()
      await mail.close()
    },
  }
}

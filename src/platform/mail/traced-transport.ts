import type { Tracing } from '../tracing/tracing.ts'
import type { MailTransport } from './transport.ts'

/** Sends as before; each message is a span, which tells nothing of it. */
export const tracedTransport = (transport: MailTransport, tracing: Tracing): MailTransport => ({
  send: mail => tracing.call('send mail', {}, () => transport.send(mail)),
  close: () => transport.close(),
})

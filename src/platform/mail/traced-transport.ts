import type { Tracing } from '../tracing/tracing.ts'
import type { MailTransport } from './transport.ts'

/** A transport whose sent messages are spans; a span holds no data of its message. */
export const tracedTransport = (transport: MailTransport, tracing: Tracing): MailTransport => ({
  send: mail => tracing.call('send mail', {}, () => transport.send(mail)),
  close: () => transport.close(),
})

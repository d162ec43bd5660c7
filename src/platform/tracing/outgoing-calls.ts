import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { errorMonitor } from 'node:events'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { SpanStatusCode, type Attributes, type Span, type SpanContext } from '@opentelemetry/api'
import { markFailed } from './mark-span-failed.ts'
import { writeTraceContext } from './trace-context.ts'

interface TraceOutgoingOptions {
  readonly current: () => { readonly span: Span } | undefined
  readonly startClient: (name: string, attributes: Attributes) => Span | undefined
}

/** Node publishes each request to another server on this channel: webhooks, builds, the S3 client. */
const CREATED = 'http.client.request.created'

/**
 * Gives each outgoing request in a trace a span, and sends the trace context to the server. The span has neither path nor query: both may
 * hold credentials.
 */
export const traceOutgoing = ({ current, startClient }: TraceOutgoingOptions): { stop(): void } => {
  const trace = (message: unknown): void => {
    const { request } = message as { request: ClientRequest & { readonly res?: IncomingMessage } }
    const scope = current()
    if (!scope || request.headersSent) return
    const span = startClient(request.method, {
      'http.request.method': request.method,
      ...targetOf(request),
    })
    injectTraceContext(request, (span ?? scope.span).spanContext())
    if (!span) return
    request.once(errorMonitor, error => markFailed(span, error))
    // A listener for the response would keep Node from discarding a response that nobody reads.
    request.once('close', () => {
      const status = request.res?.statusCode
      if (status !== undefined) {
        span.setAttribute('http.response.status_code', status)
        if (status >= 400) {
          span.setAttribute('error.type', String(status))
          span.setStatus({ code: SpanStatusCode.ERROR })
        }
      }
      span.end()
    })
  }
  subscribe(CREATED, trace)
  return { stop: () => void unsubscribe(CREATED, trace) }
}

const injectTraceContext = (request: ClientRequest, context: SpanContext): void => {
  for (const [name, value] of writeTraceContext(context)) request.setHeader(name, value)
}

const targetOf = (request: ClientRequest): Attributes => {
  const url = URL.parse(`${request.protocol}//${String(request.getHeader('host') ?? request.host)}`)
  return url ? { 'server.address': url.hostname, ...(url.port !== '' && { 'server.port': Number(url.port) }) } : {}
}

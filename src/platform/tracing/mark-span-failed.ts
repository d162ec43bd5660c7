import { SpanStatusCode, type Span } from '@opentelemetry/api'

/** Sets no message: it may hold data of a client. */
export const markFailed = (span: Span, error: unknown): void => {
  const { code, name } = error as { code?: unknown; name?: unknown }
  const type = [code, name].find(word => typeof word === 'string') ?? 'error'
  span.setAttribute('error.type', type)
  span.setStatus({ code: SpanStatusCode.ERROR })
}

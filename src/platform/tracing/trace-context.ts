// W3C Trace Context: how a trace continues from one server to the next.
import type { IncomingHttpHeaders } from 'node:http'
import { createTraceState, isSpanContextValid, TraceFlags, type SpanContext } from '@opentelemetry/api'

const FORM = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/

/** The span of the caller; undefined without a valid header. */
export const readTraceContext = ({ traceparent, tracestate }: IncomingHttpHeaders): SpanContext | undefined => {
  const [, version, traceId = '', spanId = '', flags = '', more] =
    FORM.exec(typeof traceparent === 'string' ? traceparent.trim() : '') ?? []
  // Later versions may have more fields; version 0 may not, and ff is invalid.
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) return undefined
  const context: SpanContext = {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags, 16) & TraceFlags.SAMPLED,
    isRemote: true,
    ...(typeof tracestate === 'string' && { traceState: createTraceState(tracestate) }),
  }
  return isSpanContextValid(context) ? context : undefined
}

/** The headers for the next server. */
export const writeTraceContext = ({
  traceId,
  spanId,
  traceFlags,
  traceState,
}: SpanContext): readonly (readonly [string, string])[] => {
  const state = traceState?.serialize() ?? ''
  return [
    ['traceparent', `00-${traceId}-${spanId}-0${traceFlags & TraceFlags.SAMPLED}`],
    ...(state === '' ? [] : [['tracestate', state] as const]),
  ]
}

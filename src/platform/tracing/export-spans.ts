import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { BatchSpanProcessor, type ReadableSpan, type SpanExporter, type SpanProcessor } from '@opentelemetry/sdk-trace'
import type { Logger } from 'pino'
import type { TracingSettings } from './settings.ts'

/** Maximum spans that wait to be sent; more are dropped. About a kilobyte each. */
const MAX_WAITING_SPANS = 4_096
const BATCH = 512
const EVERY_MS = 2_000
/** Time limit of one batch, with its retries. */
const SEND_WITHIN_MS = 10_000
const TELL_EVERY_MS = 60_000

interface DeliverSpansOptions {
  readonly settings: TracingSettings
  readonly log: Logger
  /** Runs `work` outside any trace: sending spans must not make spans. */
  readonly apart: (work: () => void) => void
}

/**
 * Sends ended spans in batches, one at a time. If a collector does not answer, spans beyond the maximum are dropped, and the log gets one
 * line a minute.
 */
export const deliverSpans = ({ settings: { url, headers }, log, apart }: DeliverSpansOptions): SpanProcessor => {
  let waiting = 0
  let dropped = 0
  let lastError: Error | undefined
  let toldAt = Number.NEGATIVE_INFINITY
  const drop = (count: number, error?: Error): void => {
    dropped += count
    lastError = error ?? lastError
    const now = performance.now()
    if (now - toldAt < TELL_EVERY_MS) return
    log.warn({ url, dropped, ...(lastError && { err: lastError }) }, 'the collector of traces does not take them')
    toldAt = now
    dropped = 0
  }

  const sender = new OTLPTraceExporter({ url, headers: { ...headers }, timeoutMillis: SEND_WITHIN_MS })
  const exporter: SpanExporter = {
    export: (spans, done) => {
      waiting -= spans.length
      sender.export(spans, result => {
        if (Number(result.code) !== SENT) drop(spans.length, result.error)
        // The failure is logged; the batch processor must not handle it again.
        done({ code: SENT })
      })
    },
    shutdown: () => sender.shutdown(),
    forceFlush: () => sender.forceFlush(),
  }
  // The library's queue is larger than ours, so that spans are dropped and counted here.
  const batches = new BatchSpanProcessor({
    exporter,
    maxQueueSize: 2 * MAX_WAITING_SPANS,
    maxExportBatchSize: BATCH,
    scheduledDelayMillis: EVERY_MS,
    exportTimeoutMillis: 2 * SEND_WITHIN_MS,
  })
  return {
    onStart: () => undefined,
    onEnd: (span: ReadableSpan) => {
      if (waiting >= MAX_WAITING_SPANS) return drop(1)
      waiting++
      apart(() => batches.onEnd(span))
    },
    forceFlush: () => batches.forceFlush(),
    shutdown: () => batches.shutdown(),
  }
}

const SENT = 0

import type { IncomingHttpHeaders } from 'node:http'
import type { Logger } from 'pino'
import type { TracingSettings } from './settings.ts'

/** A request that is being answered, as a span. */
export interface RequestSpan {
  /** What `work` does, also later, belongs to the request. */
  run<T>(work: () => T): T
  /** Undefined: the client was gone before there was an answer. */
  end(status: number | undefined): void
}

export interface TracedRequest {
  readonly method: string
  /** Its pattern; undefined = no route has it. Never the path that was called: it may hold a secret. */
  readonly route: string | undefined
  readonly scheme: string
  readonly requestId: string
  readonly headers: IncomingHttpHeaders
}

/** Who asked for something that is done for several at once. */
export interface TraceCaller {
  readonly traceId: string
}

/**
 * Tells a collector what took how long (OpenTelemetry, docs/decisions/0052-traces.md). Exists only where it is on: whoever takes part
 * gets it, or nothing.
 */
export interface Tracing {
  /** Goes on with the trace of the caller, or begins one. */
  startRequest(request: TracedRequest): RequestSpan
  /** Work in the background: begins a trace. */
  work<T>(name: string, attributes: Readonly<Record<string, string>>, work: () => Promise<T>): Promise<T>
  /** A call of another server by `work`, as part of what is going on; of the trace of nothing it is none. */
  call<T>(name: string, attributes: Readonly<Record<string, string>>, work: () => Promise<T>): Promise<T>
  /** One round trip to the database. `name`: of a prepared statement, or the text of one, of which only the first words are told. */
  statement<T>(statement: { readonly name: string } | string, work: () => Promise<T>): Promise<T>
  /** For whom something is done now; undefined = for nobody whose trace is kept. */
  caller(): TraceCaller | undefined
  /** One run for several callers: it belongs to the first, and the others point to it. */
  batch<T>(callers: readonly (TraceCaller | undefined)[], run: () => Promise<T>): Promise<T>
  /** A log whose lines bear the trace that they belong to. */
  addToLogLines(log: Logger): Logger
  /** Sends what is left, as far as that is soon done. */
  stop(): Promise<void>
}

export interface TracingOptions {
  readonly settings: TracingSettings
  /** Of the product. */
  readonly version: string
  readonly log: Logger
}

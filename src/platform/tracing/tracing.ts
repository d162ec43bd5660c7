import type { IncomingHttpHeaders } from 'node:http'
import type { Logger } from 'pino'
import type { TracingSettings } from './settings.ts'

/** A request that is being answered, as a span. */
export interface RequestSpan {
  /** Runs `work`; its spans, also later ones, belong to the request. */
  run<T>(work: () => T): T
  /** Undefined: the client disconnected before the response. */
  end(status: number | undefined): void
}

export interface TracedRequest {
  readonly method: string
  /** Pattern of the route; undefined = no route. Never the called path: it may hold a secret. */
  readonly route: string | undefined
  readonly scheme: string
  readonly requestId: string
  readonly headers: IncomingHttpHeaders
}

/** A caller of work that several callers share. */
export interface TraceCaller {
  readonly traceId: string
}

/**
 * Sends timings to a collector (OpenTelemetry, docs/decisions/0052-traces.md). Exists only if tracing is on: traced code gets it, or
 * undefined.
 */
export interface Tracing {
  /** Continues the trace of the caller, or begins one. */
  startRequest(request: TracedRequest): RequestSpan
  /** Background work: begins a trace. */
  work<T>(name: string, attributes: Readonly<Record<string, string>>, work: () => Promise<T>): Promise<T>
  /** A call to another server by `work`, as part of the current trace; without a trace it has no span. */
  call<T>(name: string, attributes: Readonly<Record<string, string>>, work: () => Promise<T>): Promise<T>
  /**
   * One round trip to the database. `name`: of a prepared statement, or the text of a statement, of which only the first words are
   * recorded.
   */
  statement<T>(statement: { readonly name: string } | string, work: () => Promise<T>): Promise<T>
  /** The current caller; undefined = no trace of it is kept. */
  caller(): TraceCaller | undefined
  /** One run for several callers: its span belongs to the first, and the others link to it. */
  batch<T>(callers: readonly (TraceCaller | undefined)[], run: () => Promise<T>): Promise<T>
  /** A log whose lines carry their trace id. */
  addToLogLines(log: Logger): Logger
  /** Sends the remaining spans, within a time limit. */
  stop(): Promise<void>
}

export interface TracingOptions {
  readonly settings: TracingSettings
  /** Version of the product. */
  readonly version: string
  readonly log: Logger
}

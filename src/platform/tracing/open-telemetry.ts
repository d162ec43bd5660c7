// Loaded only if tracing is on.
import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Context,
  type Span,
} from '@opentelemetry/api'
import { defaultResource, resourceFromAttributes, type Resource } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type Sampler,
} from '@opentelemetry/sdk-trace'
import { deliverSpans } from './export-spans.ts'
import { traceOutgoing } from './outgoing-calls.ts'
import type { TracingSettings } from './settings.ts'
import { markFailed } from './mark-span-failed.ts'
import { statementName } from './statement-names.ts'
import { readTraceContext } from './trace-context.ts'
import type { TraceCaller, RequestSpan, TracedRequest, Tracing, TracingOptions } from './tracing.ts'

/** The current span, and whether its request or job is over. */
export interface TraceScope extends TraceCaller {
  readonly span: Span
  readonly context: Context
  readonly whole: { isOver: boolean }
}

/** Time limit of the last export at the stop; the whole stop stays under 10 s. */
const FLUSH_MS = 1_000
const MAX_ATTRIBUTE_LENGTH = 512

export const openTracing = (dependencies: TracingOptions): Tracing => new OpenTelemetryTracing(dependencies)

class OpenTelemetryTracing implements Tracing {
  readonly #storage = new AsyncLocalStorage<TraceScope | undefined>()
  readonly #provider
  readonly #tracer
  readonly #outgoing

  constructor({ settings, version, log }: TracingOptions) {
    this.#provider = new TracerProvider({
      resource: resourceOf(settings, version),
      sampler: samplerOf(settings),
      spanLimits: { attributeValueLengthLimit: MAX_ATTRIBUTE_LENGTH },
      spanProcessors: [deliverSpans({ settings, log, apart: work => this.#storage.run(undefined, work) })],
    })
    this.#tracer = this.#provider.getTracer('crocus', version)
    this.#outgoing = traceOutgoing({ current: this.#current, startClient: this.#startClient })
  }

  /** Timers and connections that began in a request outlive it: their later work is not part of the request. */
  readonly #current = (): TraceScope | undefined => {
    const scope = this.#storage.getStore()
    return scope?.whole.isOver === true ? undefined : scope
  }

  readonly #recorded = (): TraceScope | undefined => {
    const scope = this.#current()
    return scope?.span.isRecording() === true ? scope : undefined
  }

  readonly #scopeOf = (span: Span, parent: Context, whole: TraceScope['whole']): TraceScope => ({
    span,
    traceId: span.spanContext().traceId,
    context: trace.setSpan(parent, span),
    whole,
  })

  readonly #startClient = (name: string, attributes: Attributes): Span | undefined => {
    const parent = this.#recorded()
    return parent && this.#tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, parent.context)
  }

  readonly #finish = async <T>(span: Span, work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      markFailed(span, error)
      throw error
    } finally {
      span.end()
    }
  }

  readonly startRequest: Tracing['startRequest'] = ({
    method,
    route,
    scheme,
    requestId,
    headers,
  }: TracedRequest): RequestSpan => {
    const caller = readTraceContext(headers)
    const parent = caller ? trace.setSpanContext(ROOT_CONTEXT, caller) : ROOT_CONTEXT
    const span = this.#tracer.startSpan(
      route === undefined ? method : `${method} ${route}`,
      {
        kind: SpanKind.SERVER,
        attributes: {
          'http.request.method': method,
          'url.scheme': scheme,
          'crocus.request_id': requestId,
          ...(route !== undefined && { 'http.route': route }),
          ...serverOf(headers.host),
          ...(headers['user-agent'] !== undefined && { 'user_agent.original': headers['user-agent'] }),
        },
      },
      parent,
    )
    const scope = this.#scopeOf(span, parent, { isOver: false })
    return {
      run: work => this.#storage.run(scope, work),
      end: status => {
        if (status === undefined) span.setAttribute('error.type', 'client_gone')
        else {
          span.setAttribute('http.response.status_code', status)
          if (status >= 500) {
            span.setAttribute('error.type', String(status))
            span.setStatus({ code: SpanStatusCode.ERROR })
          }
        }
        span.end()
        // Log lines in this turn still belong to the request.
        setImmediate(() => (scope.whole.isOver = true))
      },
    }
  }

  readonly work: Tracing['work'] = async (name, attributes, work) => {
    const span = this.#tracer.startSpan(name, { kind: SpanKind.INTERNAL, attributes }, ROOT_CONTEXT)
    const scope = this.#scopeOf(span, ROOT_CONTEXT, { isOver: false })
    return this.#storage.run(scope, () => this.#finish(span, work).finally(() => (scope.whole.isOver = true)))
  }

  readonly call: Tracing['call'] = async (name, attributes, work) => {
    const span = this.#startClient(name, attributes)
    return span ? this.#finish(span, work) : work()
  }

  readonly statement: Tracing['statement'] = async (statement, work) => {
    if (this.#recorded() === undefined) return work()
    const { operation, collection } =
      typeof statement === 'string' ? statementName(statement) : { operation: undefined, collection: undefined }
    const name = typeof statement === 'string' ? [operation, collection].join(' ').trim() : statement.name
    const span = this.#startClient(name, {
      'db.system.name': 'postgresql',
      'db.query.summary': name,
      ...(operation !== undefined && { 'db.operation.name': operation }),
      ...(collection !== undefined && { 'db.collection.name': collection }),
    })
    return span ? this.#finish(span, work) : work()
  }

  readonly caller: Tracing['caller'] = this.#recorded

  readonly batch: Tracing['batch'] = async (callers, run) => {
    const scopes = callers as readonly (TraceScope | undefined)[]
    const first = scopes.find(scope => scope !== undefined && scope.span.isRecording())
    if (!first) return this.#storage.run(undefined, run)
    const others = scopes.filter(scope => scope !== undefined && scope !== first) as readonly TraceScope[]
    const links = [{ context: first.span.spanContext() }]
    const pointers = others.map(({ context }) => this.#tracer.startSpan('shared round trip', { links }, context))
    return this.#storage.run(first, run).finally(() => pointers.forEach(span => span.end()))
  }

  readonly addToLogLines: Tracing['addToLogLines'] = plain =>
    plain.child(
      {},
      {
        formatters: {
          log: line => {
            const scope = this.#current()
            return scope ? { traceId: scope.traceId, ...line } : line
          },
        },
      },
    )

  readonly stop: Tracing['stop'] = async () => {
    this.#outgoing.stop()
    const deadline = new AbortController()
    await Promise.race([
      this.#provider.shutdown().catch(() => undefined),
      sleep(FLUSH_MS, undefined, { signal: deadline.signal }).catch(() => undefined),
    ])
    deadline.abort()
  }
}

/** The server as the caller addressed it. */
const serverOf = (host: string | undefined): Attributes => {
  const url = URL.parse(`http://${host ?? ''}`)
  return url ? { 'server.address': url.hostname, ...(url.port !== '' && { 'server.port': Number(url.port) }) } : {}
}

const resourceOf = ({ serviceName, attributes }: TracingSettings, version: string): Resource =>
  defaultResource().merge(
    resourceFromAttributes({
      'service.instance.id': crypto.randomUUID(),
      'service.version': version,
      'process.pid': process.pid,
      ...attributes,
      'service.name': serviceName,
    }),
  )

const samplerOf = ({ sampler, ratio }: TracingSettings): Sampler => {
  const root = { always_on: AlwaysOnSampler, always_off: AlwaysOffSampler, traceidratio: TraceIdRatioBasedSampler }
  const kind = sampler.replace('parentbased_', '') as keyof typeof root
  const own = kind === 'traceidratio' ? new TraceIdRatioBasedSampler(ratio) : new root[kind]()
  return sampler.startsWith('parentbased_') ? new ParentBasedSampler({ root: own }) : own
}

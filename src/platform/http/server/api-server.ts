import type { ServerResponse } from 'node:http'
import Fastify, {
  LogController,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type RawRequestDefaultExpression,
} from 'fastify'
import type { Logger } from 'pino'
import type { TSchema } from 'typebox'
import { defaultOverload } from '../../config.ts'
import { isRetryableRead } from '../../db/outage.ts'
import { Invalid, NotFound, Refusal, ServiceUnavailable } from '../../errors.ts'
import { isObject } from '../../json-object.ts'
import { overloaded } from '../../overload/concurrency-limiter.ts'
import { openRequestClasses, type RequestClasses } from '../../overload/request-classes.ts'
import {
  responseHeaders,
  JsonList,
  noRouteHeaders,
  writeResponse,
  type OutgoingResponse,
  type ResponseHeaders,
} from '../response/response.ts'
import { bodyFormatOf, originOf, parseBody, parseForm, type BodyFormat } from '../request/body.ts'
import { decode, prepareDecoder, type Origin } from '../request/decode.ts'
import { clientErrorResponse, errorResponseOf, errorBody } from '../response/error-handler.ts'
import { handleExpectHeader } from '../request/expect-header.ts'
import { registerExplorer } from '../contract/explorer.ts'
import { rehearsalsOf } from '../request/rehearsal.ts'
import { drainRequestBody } from '../request/drain-request-body.ts'
import { negotiate, requireCharset, unambiguousFormat, type Format } from '../headers/negotiate.ts'
import { buildOpenApi } from '../contract/openapi.ts'
import type { RequestMeter } from './request-meter.ts'
import { registerReasonsPage } from '../contract/reasons-page.ts'
import { bodyReader, defaultBodyLimits, type BodyLimits, type BodyReader } from '../request/read-body.ts'
import { shedLoad } from './load-shedding.ts'
import type { RequestTracing } from './request-tracing.ts'
import { requestIds } from '../headers/request-ids.ts'
import { closeWhenStalled, closeOnLateBody } from '../response/request-timeouts.ts'
import { requireDeclared } from '../contract/response-check.ts'
import type { Access, ApiRequest, ApiResponse, Method, Route, RouteShape } from '../routes/route.ts'

/** The data from which the module of accounts finds out who is calling. */
export interface Caller {
  /** Lower-case names, as Node gives them. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** HEAD counts as GET; a method override is applied. */
  readonly method: string
  /** The routed path: `/api/artifacts/12`, without version, suffix and query. */
  readonly path: string
  readonly ip: string
}

/** Resolves to the viewer, anonymous included, or refuses (401, 403). Also called for `public` routes. */
export type Authenticate<Viewer> = (
  caller: Caller,
  access: Access,
  scope: string | undefined,
  isWholeAccount: boolean | undefined,
) => Promise<Viewer>

export interface ApiServerOptions<Viewer> {
  readonly routes: readonly Route<Viewer>[]
  /** Paths below `/api` that answer OPTIONS only. */
  readonly optionsOnly?: readonly string[]
  readonly authenticate: Authenticate<Viewer>
  /**
   * Throws when a request must be refused, whatever it requests. It runs before routing (http.md §3.1). The explorer is a page and is not
   * guarded.
   */
  readonly guard?: (headers: Caller['headers']) => Promise<void>
  readonly logger: Logger
  /** Version of the product, for the OpenAPI document. */
  readonly version: string
  /** Address under which clients reach the server, without a slash at the end: OAuth addresses of the OpenAPI document. */
  readonly publicUrl?: string
  /** Counts all requests of the server, also those outside the API. */
  readonly meter?: RequestMeter
  /** Makes spans of the requests. */
  readonly tracing?: RequestTracing
  /** Limits of bodies; a missing limit has its default. */
  readonly bodies?: Partial<BodyLimits>
  /** Whether a request carries credentials, valid or not: clients without credentials may send little. */
  readonly hasCredentials?: (headers: Caller['headers']) => boolean
  /** False: every route answers 503. */
  readonly isReady?: () => boolean
  /** For tests: every response is checked against its declared schema, and a deviation is a 500. */
  readonly checkResponses?: boolean
  /** Addresses and networks of the proxies whose `X-Forwarded-*` and `X-Request-Id` are believed; default: no proxy. */
  readonly trustedProxies?: readonly string[]
  /** Limits of the requests that run at once, by class. */
  readonly requestClasses?: RequestClasses
  /** Limits of the calls per caller. */
  readonly callLimits?: CallLimits<Viewer>
  /** A request that takes longer is logged; 0 = no request is logged as slow. */
  readonly slowRequestMs?: number
  /** Number of the account, for the log. */
  readonly accountIdOf?: (viewer: Viewer) => number | undefined
}

/** Limits of the calls per caller. */
export interface CallLimits<Viewer> {
  /** False: calls are not counted. */
  readonly isOn: () => boolean
  /**
   * Counts a call and resolves to headers with the remaining quota, or refuses with 429. The viewer is undefined if the credentials were
   * wrong.
   */
  readonly charge: (viewer: Viewer | undefined, caller: Caller) => Promise<Readonly<Record<string, string>>>
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Class of routes outside the API; none = always admitted. */
    requestClass?: 'long' | 'plain'
  }
}

/** Options that the routes of the API share. */
interface ServingOptions<Viewer> extends Omit<ApiServerOptions<Viewer>, 'bodies'> {
  readonly requestClasses: RequestClasses
  readonly bodies: BodyReader
}

const HEADERS_MS = 30_000
const CHECK_MS = 5_000
const KEEP_ALIVE_MS = 72_000
/** Bytes; a larger body is parsed only once its sender is known. This is as much as a client without credentials may send. */
const LARGE_BODY: Readonly<Record<BodyFormat, number>> = { json: 256 * 1024, form: 256 * 1024, xml: 64 * 1024 }

const methodsInOrder: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/**
 * The HTTP server with the routes of the API under `/api` (and `/api/v1`), the OpenAPI document and the explorer. Its rules
 * (http.md) hold below `/api` only: other Fastify routes and plugins may be added to the instance before it listens.
 */
export const createApiServer = <Viewer>(options: ApiServerOptions<Viewer>): FastifyInstance => {
  const { logger, trustedProxies = [] } = options
  const requestClasses = options.requestClasses ?? openRequestClasses(defaultOverload)
  const requestId = requestIds(trustedProxies)
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    // Most requests never log: the child logger is made on the first log call.
    childLoggerFactory: (parent, bindings, childOptions, raw) =>
      raw.url?.startsWith('/api/') ? parent : parent.child(bindings, childOptions),
    http: {
      // Subversion clients send the tokens of all their locks in one header.
      maxHeaderSize: 32 * 1024,
      // All headers of a request must arrive within this time; a new connection that sends no headers ends after it too.
      headersTimeout: HEADERS_MS,
      connectionsCheckingInterval: CHECK_MS,
    },
    // Bodies have separate limits (`read-body.ts`): an upload may take hours.
    requestTimeout: 0,
    // Longer than the usual 60 s of a proxy: the proxy must close the connection first, else it sends into a closing one.
    keepAliveTimeout: KEEP_ALIVE_MS,
    rewriteUrl: routedUrl,
    return503OnClosing: false,
    routerOptions: { maxParamLength: 10_000 },
    ...(trustedProxies.length === 0 ? {} : { trustProxy: [...trustedProxies] }),
    genReqId: requestId,
    clientErrorHandler(error, socket) {
      if (socket.writable && error.code !== 'ECONNRESET') socket.write(clientErrorResponse(error.code))
      socket.destroy()
    },
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply),
  }) as unknown as FastifyInstance

  // Before every hook that may answer a request.
  if (options.meter) {
    app.addHook('onRequest', options.meter.hook)
    options.meter.watch(app.server)
  }
  if (options.tracing) {
    app.addHook('onRequest', options.tracing.begin)
    app.addHook('preHandler', options.tracing.resume)
  }
  shedLoad(app.server, requestClasses.work, requestId)
  handleExpectHeader(app.server, requestId)
  const { guard } = options
  const noteSlow = slowRequestLog({ ...options, requestClasses })
  app.addHook('onRequest', (request, reply, next) => {
    const { raw } = request
    const url = raw.url ?? ''
    const enter = (): void => {
      if (url.startsWith('/api/') && !url.startsWith('/api/explorer')) next()
      else admitNonApiRequest(request, reply, requestClasses, noteSlow, next)
    }
    // The guard of sessions checks requests with a cookie only: all others continue without a turn of the loop.
    if (!guard || raw.headers.cookie === undefined || !isApiCall(url)) return enter()
    guard(raw.headers).then(enter, (error: unknown) => void sendError(error, request, reply))
  })
  app.addHook('onClose', () => requestClasses.close())
  const paths = [...pathsOf(options.routes), ...(options.optionsOnly ?? []).map(barePath)]
  for (const route of options.routes) {
    requireDeclaredParams(route)
    for (const schema of [route.params, route.query, route.body]) if (schema) prepareDecoder(schema)
  }
  app.setErrorHandler((error, request, reply) => {
    // Fastify also reads the body of an unknown route: http.md §3.1 puts the unknown route first.
    const cause = request.is404 ? unknownRoute(paths, request) : error
    void sendError(cause, request, reply, allowOf(request))
  })
  app.setNotFoundHandler((request, reply) => void sendError(unknownRoute(paths, request), request, reply))

  app.register((api, _options, done) => {
    // The body is read as bytes: our decoders parse it at their place in the order of failures.
    api.removeAllContentTypeParsers()
    const bodies = bodyReader({ ...defaultBodyLimits, ...options.bodies }, options.hasCredentials ?? (() => true))
    api.addContentTypeParser('*', bodies.read)
    const serving = { ...options, requestClasses, bodies }
    for (const route of options.routes) registerRoute(api, route, headersOf(paths, route), serving)
    for (const path of paths) registerOptions(api, path)
    done()
  })
  registerReasonsPage(app)
  registerExplorer(app, {
    document: buildOpenApi(options.routes, {
      version: options.version,
      ...(options.publicUrl === undefined ? {} : { publicUrl: options.publicUrl }),
    }),
    send: (request, reply, json) =>
      void writeResponse(reply.hijack().raw, request.headers['accept-encoding'], documentHeaders, {
        status: 200,
        format: 'json',
        json,
        requestId: request.id,
      }),
  })
  return app
}

const documentHeaders = responseHeaders('OPTIONS, GET')

// --- the path ----------------------------------------------------------------------------------------------------------------

const suffix = Symbol('format that the path asks for')
type RawRequest = RawRequestDefaultExpression & { [suffix]?: Format }

const overridable: ReadonlySet<string> = new Set([...methodsInOrder, 'HEAD', 'OPTIONS'])

/**
 * Normalises a path under `/api` (http.md §1): `/api/v1`, a slash at the end, `.json` and `.xml`. Also the method: HEAD is routed as GET
 * (Node leaves the body out), and `X-HTTP-Method-Override` replaces the method.
 */
const routedUrl = (raw: RawRequest): string => {
  const url = raw.url ?? '/'
  if (!url.startsWith('/api')) return url
  const mark = url.indexOf('?')
  let path = mark < 0 ? url : url.slice(0, mark)
  if (path.startsWith('/api/explorer') && (path.length === 13 || path[13] === '/')) return url
  if (path.length > 4 && path[4] !== '/') return url

  const override = raw.headers['x-http-method-override']
  if (override !== undefined) overrideMethod(raw, String(override).trim().toUpperCase())
  if (raw.method === 'HEAD') raw.method = 'GET'

  if (path.startsWith('/api/v1') && (path.length === 7 || path[7] === '/')) path = `/api${path.slice(7)}`
  if (path.endsWith('/')) path = path.slice(0, -1)
  if (path.endsWith('.json') && path.at(-6) !== '/') {
    raw[suffix] = 'json'
    path = path.slice(0, -5)
  } else if (path.endsWith('.xml') && path.at(-5) !== '/') {
    raw[suffix] = 'xml'
    path = path.slice(0, -4)
  }
  return mark < 0 ? path : path + url.slice(mark)
}

/** Expects a routed path. The OpenAPI document is public, like its explorer. */
const isApiCall = (url: string): boolean => /^\/api(?:[/?]|$)(?!explorer(?:[/?]|$)|openapi(?:[?]|$))/.test(url)

const overrideMethod = (raw: RawRequest, method: string): void => {
  // §2 [advice]: not from a GET with a cookie, which a foreign page can cause.
  if (!overridable.has(method) || (raw.method === 'GET' && raw.headers.cookie !== undefined)) return
  raw.method = method
}

interface ApiPath {
  /** Path in the syntax of Fastify: `/api/artifacts/:id`. */
  readonly url: string
  readonly segments: readonly string[]
  readonly methods: readonly Method[]
  /** `OPTIONS, GET, POST` */
  readonly allow: string
  readonly headers: ResponseHeaders
  readonly optionsHeaders?: (() => Readonly<Record<string, string>>) | undefined
}

const urlOf = (path: string): string => `/api${path.replace(/\{([^}]+)\}/g, ':$1')}`
const shapeOf = (path: string): string => path.replace(/\{[^}]+\}/g, '{}')

const pathsOf = (routes: readonly RouteShape[]): readonly ApiPath[] => {
  const groups = new Map<string, RouteShape[]>()
  for (const route of routes) groups.set(shapeOf(route.path), [...(groups.get(shapeOf(route.path)) ?? []), route])
  return [...groups].map(([shape, group]) => {
    if (new Set(group.map(route => route.method)).size < group.length) throw new Error(`A method twice at ${shape}`)
    const methods = methodsInOrder.filter(method => group.some(route => route.method === method))
    const allow = ['OPTIONS', ...(group.find(route => route.allow)?.allow ?? methods)].join(', ')
    return {
      url: urlOf(group[0]?.path ?? ''),
      segments: `/api${shape}`.split('/'),
      methods,
      allow,
      headers: responseHeaders(allow),
      optionsHeaders: group.find(route => route.optionsHeaders)?.optionsHeaders,
    }
  })
}

const barePath = (path: string): ApiPath => ({
  url: urlOf(path),
  segments: `/api${shapeOf(path)}`.split('/'),
  methods: [],
  allow: 'OPTIONS',
  headers: responseHeaders('OPTIONS'),
})

const headersOf = (paths: readonly ApiPath[], route: RouteShape): ResponseHeaders => {
  const segments = `/api${shapeOf(route.path)}`
  const path = paths.find(each => each.segments.join('/') === segments)
  if (!path) throw new Error(`No path group for ${route.path}`)
  return path.headers
}

/** 405 with `Allow` when the path has other methods (http.md §4.2), 404 otherwise. */
const unknownRoute = (paths: readonly ApiPath[], request: FastifyRequest): Refusal => {
  const url = request.raw.url ?? ''
  const sent = (url.split('?', 1)[0] ?? '').split('/')
  const matching = paths.filter(
    ({ segments }) =>
      segments.length === sent.length &&
      segments.every((segment, index) => (segment === '{}' ? sent[index] !== '' : segment === sent[index])),
  )
  // A literal path wins over one with parameters: `/users/self` before `/users/{id}`.
  const best = matching.sort((a, b) => parameterCount(a) - parameterCount(b))[0]
  if (!best) return new NotFound('there is nothing at this address')
  return new Refusal(405, `${request.method.slice(0, 20)} is not possible here`, {
    headers: { Allow: best.allow, 'Access-Control-Allow-Methods': best.allow },
  })
}
const parameterCount = (path: ApiPath): number => path.segments.filter(segment => segment === '{}').length

// --- answers -----------------------------------------------------------------------------------------------------------------

interface ApiConfig {
  readonly apiHeaders?: ResponseHeaders
}
const allowOf = (request: FastifyRequest): ResponseHeaders | undefined =>
  (request.routeOptions.config as ApiConfig).apiHeaders

const sendError = (
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  base: ResponseHeaders = noRouteHeaders,
  negotiated?: Format,
  allowance?: Readonly<Record<string, string>>,
): void | Promise<void> => {
  const answer = errorResponseOf(error, request.headers)
  // The declared path: the called one may hold a secret (`/tokens/{token}`).
  if (answer.logLevel)
    request.log[answer.logLevel](
      { reqId: request.id, err: error, method: request.method, route: request.routeOptions.url },
      'request failed',
    )
  if (reply.raw.headersSent) {
    reply.raw.destroy()
    return
  }
  if (!reply.sent) reply.hijack()
  drainRequestBody(request.raw)
  const format = negotiated ?? formatBeforeNegotiation(request)
  const { status, body } = answer
  const headers = allowance === undefined ? answer.headers : { ...allowance, ...answer.headers }
  const acceptEncoding = request.headers['accept-encoding']
  const requestId = request.id
  try {
    return writeResponse(reply.raw, acceptEncoding, base, { status, format, body, headers, requestId })
  } catch (failure) {
    // A header of the refusal cannot be sent, but the client must get a response.
    request.log.error({ reqId: requestId, err: failure }, 'error answer failed')
    return writeResponse(reply.raw, acceptEncoding, base, { status: 500, format, body: errorBody(500), requestId })
  }
}

/** Format of an error before the negotiation. */
const formatBeforeNegotiation = (request: FastifyRequest): Format =>
  (request.raw as RawRequest)[suffix] ?? unambiguousFormat(request.headers.accept)

// --- routes ------------------------------------------------------------------------------------------------------------------

const registerOptions = (api: FastifyInstance, path: ApiPath): void => {
  api.route({
    method: 'OPTIONS',
    url: path.url,
    config: { apiHeaders: path.headers },
    handler: (request, reply) => {
      reply.hijack()
      try {
        bodyFormatOf(request.headers['content-type'])
        return void writeResponse(reply.raw, undefined, path.headers, {
          status: 200,
          format: 'json',
          headers: path.optionsHeaders?.(),
          requestId: request.id,
        })
      } catch (error) {
        return void sendError(error, request, reply, path.headers)
      }
    },
  })
}

const registerRoute = <Viewer>(
  api: FastifyInstance,
  route: Route<Viewer>,
  headers: ResponseHeaders,
  options: ServingOptions<Viewer>,
): void => {
  const { requestClasses, bodies, tracing } = options
  const untraced = serveRoute(route, headers, options)
  const serve = tracing ? tracing.resumed(untraced) : untraced
  const { work } = requestClasses
  const serveLater = (request: FastifyRequest, reply: FastifyReply): void =>
    work.wait(
      waitedMs => {
        // The client disconnected while its request waited.
        if (reply.raw.destroyed) work.release()
        else void serve(request, reply, waitedMs)
      },
      () => void sendError(overloaded, request, reply, headers),
    )
  api.route({
    method: route.method,
    url: urlOf(route.path),
    exposeHeadRoute: false,
    config: { apiHeaders: headers },
    // Writes on the raw response: Fastify's own sending does not know our formats and costs more than it saves.
    handler: (request, reply) => {
      reply.hijack()
      if (request.body !== undefined) bodies.keep(request.body, reply.raw)
      if (work.tryAcquire()) void serve(request, reply, 0)
      else serveLater(request, reply)
    },
  })
}

/** A request outside the API gets a place in its class before its body is read, and keeps it until the response is over. */
const admitNonApiRequest = (
  request: FastifyRequest,
  reply: FastifyReply,
  requestClasses: RequestClasses,
  noteSlow: LogSlowRequest<never> | undefined,
  next: () => void,
): void => {
  const { raw } = reply
  raw.setHeader('X-Request-Id', request.id)
  const { requestClass } = request.routeOptions.config
  if (requestClass === undefined) return next()
  const limiter = requestClasses[requestClass]
  const enter = (waitedMs: number): void => {
    raw.once('close', () => limiter.release())
    // Transfers of contents and repositories take as long as the connection and the client need.
    if (requestClass === 'long') closeWhenStalled(raw)
    else {
      closeOnLateBody(request.raw, raw)
      if (noteSlow) {
        const { method, routeOptions } = request
        const started = performance.now()
        raw.once('close', () => noteSlow(request, reply, { method, route: routeOptions.url, started, waitedMs }))
      }
    }
    next()
  }
  if (limiter.tryAcquire()) return enter(0)
  limiter.wait(
    waitedMs => (raw.destroyed ? limiter.release() : enter(waitedMs)),
    () => void sendError(overloaded, request, reply),
  )
}

const requireDeclaredParams = (route: RouteShape): void => {
  const declared = Object.keys((route.params as { properties?: object } | undefined)?.properties ?? {})
  for (const [, name = ''] of route.path.matchAll(/\{([^}]+)\}/g)) {
    if (!declared.includes(name)) throw new Error(`${route.operationId}: no schema for the path parameter ${name}`)
  }
}

/** The steps of a request in the order in which http.md §3.1 wants them to fail. */
const serveRoute = <Viewer>(route: Route<Viewer>, headers: ResponseHeaders, options: ServingOptions<Viewer>) => {
  const { authenticate, logger, isReady, checkResponses, callLimits } = options
  const { work, streams } = options.requestClasses
  const noteSlow = slowRequestLog(options)
  const named = { method: route.method, route: `/api${route.path}` }
  const isTraced = logger.isLevelEnabled('debug')
  const readsBody = route.method === 'POST' || route.method === 'PUT' || route.method === 'PATCH'
  const { everyResponse } = route
  const rehearses = rehearsalsOf(route)
  const handler = route.handler as (request: ApiRequest<Viewer, unknown, unknown, unknown>) => Promise<ApiResponse>

  return async (request: FastifyRequest, reply: FastifyReply, waitedMs: number): Promise<void> => {
    const raw = request.raw as RawRequest
    const sent = raw.headers
    const started = performance.now()
    let format: Format | undefined
    let viewer: Viewer | undefined
    let isInWork = true
    let allowance: Readonly<Record<string, string>> | undefined
    try {
      if (isReady && !isReady()) throw new ServiceUnavailable('the server is not ready yet; try again in a moment')
      const params = route.params ? decode(route.params, request.params, 'text') : undefined
      const bodyFormat = bodyFormatOf(sent['content-type'])
      const url = raw.url ?? ''
      const mark = url.indexOf('?')
      const caller = { headers: sent, method: route.method, path: mark < 0 ? url : url.slice(0, mark), ip: request.ip }
      const identify = (): Promise<Viewer> => authenticate(caller, route.access, route.scope, route.isWholeAccount)
      const bytes = readsBody ? (request.body as Buffer | undefined) : undefined
      // Parsing a large body takes a while: the credentials are checked first.
      if (bytes !== undefined && bytes.length > LARGE_BODY[bodyFormat]) await identify()
      const parsed = readsBody ? parseBody(bytes, bodyFormat) : undefined
      format = negotiate(raw[suffix], sent.accept)
      requireCharset(sent['accept-charset'] as string | undefined)
      if (callLimits?.isOn() === true) {
        viewer = await identify().catch(async (error: unknown) => {
          await callLimits.charge(undefined, caller)
          throw error
        })
        const isRehearsed = route.dryRun !== undefined && wouldRehearse(rehearses, url, mark, sent)
        // A dry run counts as a read.
        allowance = await callLimits.charge(viewer, isRehearsed ? { ...caller, method: 'GET' } : caller)
      } else viewer = await identify()
      const query = mark < 0 ? {} : parseForm(url.slice(mark + 1))
      const isDryRun = (mark >= 0 || sent['prefer'] !== undefined) && rehearses(query, sent)
      const asked = new RouteRequest(
        viewer,
        params,
        route.query ? decodeQuery(route.query, query, parsed, bodyFormat) : undefined,
        route.body ? decodeBody(route.body, route.bodyName, query, parsed, bodyFormat) : undefined,
        originOf(bodyFormat),
        isDryRun,
        request,
        reply.raw,
        logger,
      )
      let answered
      try {
        answered = await handler(asked)
      } catch (error) {
        // A read is repeated when the connection was lost: the next connection may reach another server.
        if (route.method !== 'GET' || !isRetryableRead(error)) throw error
        answered = await handler(asked)
      }
      const response = checkResponses === true ? requireDeclared(route, answered, isDryRun) : answered
      const common = everyResponse ? { ...allowance, ...(await everyResponse(viewer)) } : allowance
      const answer: OutgoingResponse = {
        status: response.status,
        format,
        body: response.body,
        json: response.json,
        headers: common === undefined ? response.headers : { ...common, ...response.headers },
        requestId: request.id,
      }
      if (response.json instanceof JsonList) {
        // Sending takes as long as the client needs: meanwhile other requests may start.
        isInWork = false
        work.release()
        await streams.run(async () => writeResponse(reply.raw, sent['accept-encoding'], headers, answer))
      } else await writeResponse(reply.raw, sent['accept-encoding'], headers, answer)
    } catch (error) {
      // If the headers cannot be read either, the first error is the one that the client must see.
      const common = everyResponse ? { ...allowance, ...(await everyResponse(viewer).catch(() => ({}))) } : allowance
      await sendError(error, request, reply, headers, format, common)
    } finally {
      if (isInWork) work.release()
    }
    // The time in which a client reads a long list is not slowness of the server.
    if (noteSlow && isInWork) noteSlow(request, reply, { ...named, viewer, started, waitedMs })
    if (isTraced) {
      const { method, routeOptions, id } = request
      const milliseconds = Math.round(reply.elapsedTime * 10) / 10
      logger.debug(
        { reqId: id, method, route: routeOptions.url, status: reply.raw.statusCode, milliseconds },
        'request answered',
      )
    }
  }
}

/** Like `rehearses` for a request that may be wrong: it counts as a write until it is refused. */
const wouldRehearse = (
  rehearses: ReturnType<typeof rehearsalsOf>,
  url: string,
  mark: number,
  headers: Caller['headers'],
): boolean => {
  try {
    return rehearses(mark < 0 ? {} : parseForm(url.slice(mark + 1)), headers)
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

interface FinishedRequest<Viewer> {
  readonly method: string
  /** The declared path: the called one may hold a secret, as queries may. */
  readonly route: string | undefined
  readonly viewer?: Viewer | undefined
  readonly started: number
  readonly waitedMs: number
}
type LogSlowRequest<Viewer> = (request: FastifyRequest, reply: FastifyReply, done: FinishedRequest<Viewer>) => void

/** Slow-request lines per second; omitted ones are counted in the next line. */
const slowLines = {
  most: 5,
  since: 0,
  written: 0,
  leftOut: 0,
  /** Number of omitted lines since the last one; undefined: this line is omitted too. */
  take(now: number): number | undefined {
    if (now - this.since >= 1_000) {
      this.since = now
      this.written = 0
    }
    if (this.written >= this.most) {
      this.leftOut++
      return undefined
    }
    this.written++
    const { leftOut } = this
    this.leftOut = 0
    return leftOut
  },
}

/** Logs one line for a slow request. */
const slowRequestLog = <Viewer>({
  logger,
  requestClasses,
  slowRequestMs = 0,
  accountIdOf,
}: Omit<ServingOptions<Viewer>, 'bodies'>): LogSlowRequest<Viewer> | undefined => {
  if (slowRequestMs === 0) return undefined
  return (request, reply, { method, route, viewer, started, waitedMs }) => {
    const now = performance.now()
    const milliseconds = now - started + waitedMs
    if (milliseconds < slowRequestMs) return
    // If all requests are slow, one line for each would slow them further.
    const unlogged = slowLines.take(now)
    if (unlogged === undefined) return
    logger.warn(
      {
        reqId: request.id,
        method,
        route,
        status: reply.raw.statusCode,
        milliseconds: Math.round(milliseconds),
        waitedMilliseconds: Math.round(waitedMs),
        lagMilliseconds: Math.round(requestClasses.lagMs()),
        accountId: viewer === undefined ? undefined : accountIdOf?.(viewer),
        ...(unlogged > 0 && { unlogged }),
      },
      'slow request',
    )
  }
}

/** http.md §3: parameters may be in the query or in the body; the body wins. */
const decodeQuery = (
  schema: TSchema,
  query: Record<string, unknown>,
  parsed: unknown,
  bodyFormat: BodyFormat,
): unknown => {
  if (!isObject(parsed)) return decode(schema, query, 'text')
  const source = { ...query }
  let origin: Origin = 'text'
  for (const key of Object.keys((schema as { properties?: object }).properties ?? {})) {
    if (!Object.hasOwn(parsed, key)) continue
    source[key] = parsed[key]
    origin = originOf(bodyFormat)
  }
  return decode(schema, source, origin)
}

const decodeBody = (
  schema: TSchema,
  bodyName: string | undefined,
  query: Record<string, unknown>,
  parsed: unknown,
  bodyFormat: BodyFormat,
): unknown => {
  const origin = originOf(bodyFormat)
  if ((schema as { type?: string }).type === 'array') return decodeListBody(schema, bodyName ?? 'body', parsed, origin)
  const input = unwrapped(schema, bodyName, parsed)
  return isObject(input)
    ? decode(schema, { ...query, ...input }, origin)
    : decode(schema, input ?? query, input === undefined ? 'text' : origin)
}

/** §3: the list itself, or an object with the list under its name. An object without that name is not an empty list. */
const decodeListBody = (schema: TSchema, name: string, parsed: unknown, origin: Origin): unknown => {
  const input = isObject(parsed) ? (Object.hasOwn(parsed, name) ? parsed[name] : undefined) : parsed
  if (input === undefined || input === null)
    throw new Invalid(`\`${name}\` is required`, { reason: 'parameter.required', parameter: name })
  return decode(schema, input, origin, name)
}

/** §3: `{"post_representation": {…}}` equals `{…}`, if the name is the route's and no member of the body. */
const unwrapped = (schema: TSchema, bodyName: string | undefined, parsed: unknown): unknown => {
  if (bodyName === undefined || !isObject(parsed) || !Object.hasOwn(parsed, bodyName)) return parsed
  const { properties } = schema as { properties?: object }
  if (properties && Object.hasOwn(properties, bodyName)) return parsed
  const inner = parsed[bodyName]
  return typeof inner === 'object' && inner !== null ? inner : parsed
}

/** Aborted when the connection closes before the response was written. */
const disconnectSignalOf = (response: ServerResponse): AbortSignal => {
  const abandoned = new AbortController()
  if (response.destroyed) abandoned.abort()
  else
    response.once('close', () => {
      if (!response.writableEnded) abandoned.abort()
    })
  return abandoned.signal
}

/** The input of a handler. A class, so that address, logger and signal are computed only on demand. */
class RouteRequest<Viewer> implements ApiRequest<Viewer, unknown, unknown, unknown> {
  readonly viewer: Viewer
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
  readonly origin: Origin
  readonly isDryRun: boolean
  readonly #request: FastifyRequest
  readonly #response: ServerResponse
  readonly #logger: Logger
  #log: Logger | undefined
  #signal: AbortSignal | undefined

  constructor(
    viewer: Viewer,
    params: unknown,
    query: unknown,
    body: unknown,
    origin: Origin,
    isDryRun: boolean,
    request: FastifyRequest,
    response: ServerResponse,
    logger: Logger,
  ) {
    this.viewer = viewer
    this.params = params
    this.query = query
    this.body = body
    this.origin = origin
    this.isDryRun = isDryRun
    this.#request = request
    this.#response = response
    this.#logger = logger
  }

  get headers(): Readonly<Record<string, string | string[] | undefined>> {
    return this.#request.raw.headers
  }

  get ip(): string {
    return this.#request.ip
  }

  get log(): Logger {
    return (this.#log ??= this.#logger.child({ reqId: this.#request.id }))
  }

  get signal(): AbortSignal {
    return (this.#signal ??= disconnectSignalOf(this.#response))
  }
}

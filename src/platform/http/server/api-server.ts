import Fastify, { LogController, type FastifyInstance } from 'fastify'
import { defaultOverload } from '../../config.ts'
import { openRequestClasses, type RequestClasses } from '../../overload/request-classes.ts'
import { registerExplorer } from '../contract/explorer.ts'
import { buildOpenApi } from '../contract/openapi.ts'
import { registerReasonsPage } from '../contract/reasons-page.ts'
import { requestIds } from '../headers/request-ids.ts'
import { prepareDecoder } from '../request/decode.ts'
import { handleExpectHeader } from '../request/expect-header.ts'
import { bodyReader, defaultBodyLimits } from '../request/read-body.ts'
import { clientErrorResponse } from '../response/error-handler.ts'
import { responseHeaders, writeResponse } from '../response/response.ts'
import { admitNonApiRequest } from './admit-request.ts'
import {
  barePath,
  headersOf,
  isApiCall,
  pathsOf,
  requireDeclaredParams,
  routedUrl,
  unknownRoute,
  type ApiPath,
} from './api-paths.ts'
import { shedLoad } from './load-shedding.ts'
import { allowOf, sendError } from './send-error.ts'
import { registerOptions, registerRoute } from './serve-route.ts'
import type { ApiServerOptions } from './server-options.ts'
import { slowRequestLog } from './slow-request-log.ts'

const HEADERS_MS = 30_000
const CHECK_MS = 5_000
const KEEP_ALIVE_MS = 72_000

/**
 * The HTTP server with the routes of the API under `/api` (and `/api/v1`), the OpenAPI document and the explorer. Its rules
 * (http.md) hold below `/api` only: other Fastify routes and plugins may be added to the instance before it listens.
 */
export const createApiServer = <Viewer>(options: ApiServerOptions<Viewer>): FastifyInstance => {
  const { trustedProxies = [], meter, tracing, routes } = options
  const requestClasses = options.requestClasses ?? openRequestClasses(defaultOverload)
  const requestId = requestIds(trustedProxies)
  const app = openFastify(options, requestId)

  // Before every hook that may answer a request.
  if (meter) {
    app.addHook('onRequest', meter.hook)
    meter.watch(app.server)
  }
  if (tracing) {
    app.addHook('onRequest', tracing.begin)
    app.addHook('preHandler', tracing.resume)
  }
  shedLoad(app.server, requestClasses.work, requestId)
  handleExpectHeader(app.server, requestId)
  guardAndAdmit(app, options, requestClasses)
  app.addHook('onClose', () => requestClasses.close())

  const paths = [...pathsOf(routes), ...(options.optionsOnly ?? []).map(barePath)]
  for (const route of routes) {
    requireDeclaredParams(route)
    for (const schema of [route.params, route.query, route.body]) if (schema) prepareDecoder(schema)
  }
  handleErrors(app, paths)
  serveApi(app, paths, options, requestClasses)
  registerReasonsPage(app)
  serveOpenApi(app, options)
  return app
}

const openFastify = <Viewer>(
  { logger, trustedProxies = [] }: ApiServerOptions<Viewer>,
  requestId: ReturnType<typeof requestIds>,
): FastifyInstance =>
  Fastify({
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

/** Runs the guard of sessions, then gives a request outside the API a place in its class. */
const guardAndAdmit = <Viewer>(
  app: FastifyInstance,
  options: ApiServerOptions<Viewer>,
  requestClasses: RequestClasses,
): void => {
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
    const call = { headers: raw.headers, method: raw.method ?? 'GET', path: url.split('?', 1)[0] ?? '' }
    guard(call).then(enter, (error: unknown) => void sendError(error, request, reply))
  })
}

const handleErrors = (app: FastifyInstance, paths: readonly ApiPath[]): void => {
  app.setErrorHandler((error, request, reply) => {
    // Fastify also reads the body of an unknown route: http.md §3.1 puts the unknown route first.
    const cause = request.is404 ? unknownRoute(paths, request) : error
    void sendError(cause, request, reply, allowOf(request))
  })
  app.setNotFoundHandler((request, reply) => void sendError(unknownRoute(paths, request), request, reply))
}

const serveApi = <Viewer>(
  app: FastifyInstance,
  paths: readonly ApiPath[],
  options: ApiServerOptions<Viewer>,
  requestClasses: RequestClasses,
): void => {
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
}

const serveOpenApi = <Viewer>(app: FastifyInstance, options: ApiServerOptions<Viewer>): void => {
  registerExplorer(app, {
    document: buildOpenApi(options.routes, {
      version: options.version,
      ...(options.outgoingCalls && { outgoingCalls: options.outgoingCalls }),
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
}

const documentHeaders = responseHeaders('OPTIONS, GET')

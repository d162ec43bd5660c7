import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { isRetryableRead } from '../../db/outage.ts'
import { whileActing, type Acting } from '../../events/acting.ts'
import { Forbidden, Invalid, Refusal, ServiceUnavailable } from '../../errors.ts'
import { idempotentCall, parseIdempotencyKey, type IdempotentCall } from '../../idempotency/idempotency-key.ts'
import { mergeHeaders } from '../../limits/quota-headers.ts'
import { overloaded } from '../../overload/concurrency-limiter.ts'
import type { RequestClasses } from '../../overload/request-classes.ts'
import { requireDeclared } from '../contract/response-check.ts'
import { deprecationHeaders } from '../headers/deprecation.ts'
import { negotiate, negotiateOther, requireCharset, type Format, type OtherFormat } from '../headers/negotiate.ts'
import { bodyFormatOf, originOf, parseBody, parseForm, type BodyFormat } from '../request/body.ts'
import { decode } from '../request/decode.ts'
import { decodeBody, decodeQuery, listParameters, withLists } from '../request/decode-parameters.ts'
import {
  JsonList,
  withHeaders,
  writeResponse,
  type OutgoingResponse,
  type ResponseHeaders,
} from '../response/response.ts'
import { writeLines, writeLive } from '../response/streams.ts'
import { pageLinksOf } from '../routes/page-links.ts'
import { rehearsalsOf } from '../routes/rehearsal.ts'
import type { ApiRequest, ApiResponse, Route, RouteShape } from '../routes/route.ts'
import { urlOf, pathFormat, type ApiPath, type RawRequest } from './api-paths.ts'
import { RouteRequest } from './route-request.ts'
import { sendError } from './send-error.ts'
import type { Caller, ServingOptions } from './server-options.ts'
import { slowRequestLog } from './slow-request-log.ts'

/** Bytes; a larger body is parsed only once its sender is known. This is as much as a client without credentials may send. */
const LARGE_BODY: Readonly<Record<BodyFormat, number>> = { json: 256 * 1024, form: 256 * 1024, xml: 64 * 1024 }

export const registerOptions = (api: FastifyInstance, path: ApiPath): void => {
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

export const registerRoute = <Viewer>(
  api: FastifyInstance,
  route: Route<Viewer>,
  headersOfPath: ResponseHeaders,
  options: ServingOptions<Viewer>,
): void => {
  const headers = route.deprecation ? withHeaders(headersOfPath, deprecationHeaders(route.deprecation)) : headersOfPath
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

/** A request between its steps: an error response and the log need what is known by then. */
interface Exchange<Viewer> {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly headers: ResponseHeaders
  format: Format | undefined
  viewer: Viewer | undefined
  /** Headers with the remaining quota of calls. */
  allowance: Readonly<Record<string, string>> | undefined
  /** False once the request has given its place to another one. */
  isInWork: boolean
  /** A refused rehearsal changes nothing, and is no matter of the audit. */
  isRehearsal: boolean
}

/** Serves a request in steps, in the order in which http.md §3.1 wants them to fail. */
const serveRoute = <Viewer>(route: Route<Viewer>, headers: ResponseHeaders, options: ServingOptions<Viewer>) => {
  const { work } = options.requestClasses
  const noteSlow = slowRequestLog(options)
  const named = { method: route.method, route: `/api${route.path}` }
  const isTraced = options.logger.isLevelEnabled('debug')
  const read = requestReader(route, options)
  const handle = handlerOf(route, options)
  const { everyResponse } = route
  const addLinks = linking(route, options)

  const serve = async (exchange: Exchange<Viewer>, waitedMs: number): Promise<void> => {
    const { request, reply } = exchange
    const started = performance.now()
    try {
      const response = addLinks(await handle(await read(exchange)), request)
      const common = everyResponse
        ? { ...exchange.allowance, ...(await everyResponse(exchange.viewer)) }
        : exchange.allowance
      await respond(exchange, response, common, options.requestClasses)
    } catch (error) {
      noteForbidden(route, exchange, options, error)
      // If the headers cannot be read either, the first error is the one that the client must see.
      const common = everyResponse
        ? { ...exchange.allowance, ...(await everyResponse(exchange.viewer).catch(() => ({}))) }
        : exchange.allowance
      await sendError(error, request, reply, headers, exchange.format, common)
    } finally {
      if (exchange.isInWork) work.release()
    }
    // The time in which a client reads a long list is not slowness of the server.
    if (noteSlow && exchange.isInWork)
      noteSlow(request, reply, { ...named, viewer: exchange.viewer, started, waitedMs })
    if (isTraced) logAnswered(options.logger, exchange)
  }

  return (request: FastifyRequest, reply: FastifyReply, waitedMs: number): Promise<void> => {
    const exchange: Exchange<Viewer> = {
      request,
      reply,
      headers,
      format: undefined,
      viewer: undefined,
      allowance: undefined,
      isInWork: true,
      isRehearsal: false,
    }
    return whileActing(actingIn(exchange, options), () => serve(exchange, waitedMs))
  }
}

/** Read only by events, so that a call without events costs nothing. */
const actingIn = <Viewer>(
  exchange: Exchange<Viewer>,
  { actingOf }: Pick<ServingOptions<Viewer>, 'actingOf'>,
): Acting => {
  const known = () => (exchange.viewer === undefined ? undefined : actingOf?.(exchange.viewer))
  return {
    get ip() {
      return exchange.request.ip
    },
    get requestId() {
      return exchange.request.id
    },
    get credential() {
      return known()?.credential
    },
    get agent() {
      return known()?.agent
    },
  }
}

const noteForbidden = <Viewer>(
  { method, operationId, path }: RouteShape,
  { viewer, request, isRehearsal }: Exchange<Viewer>,
  { onForbidden }: Pick<ServingOptions<Viewer>, 'onForbidden'>,
  error: unknown,
): void => {
  if (!onForbidden || method === 'GET' || viewer === undefined || isRehearsal || !(error instanceof Forbidden)) return
  const { reason } = error.details
  onForbidden({ viewer, operationId, path, params: request.params, ip: request.ip, reason })
}

/** Checks and decodes a request, and finds out who is calling. */
const requestReader = <Viewer>(route: Route<Viewer>, options: ServingOptions<Viewer>) => {
  const { authenticate, logger, isReady, callLimits, requestClasses } = options
  const lists = listParameters(route.query)
  const otherFormats = Object.keys(route.otherFormats ?? {}) as OtherFormat[]
  const readsBody = route.method === 'POST' || route.method === 'PUT' || route.method === 'PATCH'
  const rehearses = rehearsalsOf(route)

  /** Counts the call, also that of a caller with wrong credentials. */
  const identifyAndCharge = async (
    exchange: Exchange<Viewer>,
    identify: () => Promise<Viewer>,
    caller: Caller,
    url: string,
    limits: NonNullable<typeof callLimits>,
  ): Promise<Viewer> => {
    const viewer = await identify().catch(async (error: unknown) => {
      await limits.charge(undefined, caller)
      throw error
    })
    exchange.viewer = viewer
    const isRehearsed = route.dryRun !== undefined && wouldRehearse(rehearses, url, caller.headers)
    // A dry run counts as a read.
    exchange.allowance = await limits.charge(viewer, isRehearsed ? { ...caller, method: 'GET' } : caller)
    return viewer
  }

  return async (exchange: Exchange<Viewer>): Promise<RouteRequest<Viewer>> => {
    const { request, reply } = exchange
    const raw = request.raw as RawRequest
    const sent = raw.headers
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
    const query = mark < 0 ? {} : withLists(parseForm(url.slice(mark + 1)), url.slice(mark + 1), lists)
    const otherFormat = otherFormats.length > 0 ? negotiateOther(otherFormats, sent.accept, query['format']) : undefined
    exchange.format = otherFormat ? 'json' : negotiate(raw[pathFormat], sent.accept)
    requireCharset(sent['accept-charset'] as string | undefined)
    const viewer =
      callLimits?.isOn() === true
        ? await identifyAndCharge(exchange, identify, caller, url, callLimits)
        : (exchange.viewer = await identify())
    const isDryRun = (mark >= 0 || sent['prefer'] !== undefined) && rehearses(query, sent)
    const decodedQuery = route.query ? decodeQuery(route.query, query, parsed, bodyFormat) : undefined
    // Some routes have a dry run of their own.
    const isRehearsal = isDryRun || (decodedQuery as { dry_run?: boolean } | undefined)?.dry_run === true
    exchange.isRehearsal = isRehearsal
    const queryText = mark < 0 ? '' : url.slice(mark + 1)
    const body = route.body ? decodeBody(route.body, route.bodyName, query, parsed, bodyFormat) : undefined
    if (callLimits?.isOn() === true && route.callsOf) {
      const counted = isDryRun ? { ...caller, method: 'GET' } : caller
      for (let call = 1; call < route.callsOf(body); call++) {
        // A refusal has headers of its own.
        exchange.allowance = undefined
        exchange.allowance = await callLimits.charge(viewer, counted)
      }
    }
    const call = isRehearsal ? undefined : callOf(route, caller, viewer, queryText, bytes, options)
    return new RouteRequest(
      viewer,
      params,
      decodedQuery,
      body,
      originOf(bodyFormat),
      isDryRun,
      call,
      otherFormat,
      identify,
      () => leaveWork(exchange, requestClasses),
      request,
      reply.raw,
      logger,
    )
  }
}

/** Like `rehearses` for a request that may be wrong: it counts as a write until it is refused. */
const wouldRehearse = (
  rehearses: ReturnType<typeof rehearsalsOf>,
  url: string,
  headers: Caller['headers'],
): boolean => {
  const mark = url.indexOf('?')
  try {
    return rehearses(mark < 0 ? {} : parseForm(url.slice(mark + 1)), headers)
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

/** The call of a write with an `Idempotency-Key`; throws 400 if the key cannot count. A read ignores the key. */
const callOf = <Viewer>(
  route: RouteShape,
  { headers, method, path }: Caller,
  viewer: Viewer,
  query: string,
  body: Buffer | undefined,
  { accountIdOf, credentialLimitsOf }: Pick<ServingOptions<Viewer>, 'accountIdOf' | 'credentialLimitsOf'>,
): IdempotentCall | undefined => {
  const header = headers['idempotency-key']
  if (header === undefined || method === 'GET') return undefined
  const parameter = 'Idempotency-Key'
  if (!route.idempotency)
    throw new Invalid('This route takes no `Idempotency-Key`', { reason: 'idempotency.unsupported', parameter })
  const key = parseIdempotencyKey(String(header))
  const accountId = accountIdOf?.(viewer)
  if (accountId === undefined)
    throw new Invalid('An `Idempotency-Key` counts for an account: sign in', {
      reason: 'idempotency.anonymous',
      parameter,
    })
  return idempotentCall(accountId, key, {
    method,
    path,
    query,
    headers,
    limits: credentialLimitsOf?.(viewer) ?? '',
    body,
  })
}

const successOf = ({ responses }: RouteShape): number => Math.min(...Object.keys(responses).map(Number))

const handlerOf = <Viewer>(route: Route<Viewer>, { checkResponses, answerOnce }: ServingOptions<Viewer>) => {
  const handler = route.handler as (request: ApiRequest<Viewer, unknown, unknown, unknown>) => Promise<ApiResponse>
  return async (asked: RouteRequest<Viewer>): Promise<ApiResponse> => {
    let answered
    try {
      const { call } = asked
      answered =
        call && answerOnce && route.idempotency === 'answer'
          ? await answerOnce(call, successOf(route), () => handler(asked))
          : await handler(asked)
    } catch (error) {
      // A read is repeated when the connection was lost: the next connection may reach another server.
      if (route.method !== 'GET' || !isRetryableRead(error)) throw error
      answered = await handler(asked)
    }
    return checkResponses === true && !answered.isReplayed ? requireDeclared(route, answered, asked.isDryRun) : answered
  }
}

/** Adds the header `Link` to the lists of a route. */
const linking = <Viewer>(
  route: RouteShape,
  { baseUrl }: Pick<ServingOptions<Viewer>, 'baseUrl'>,
): ((response: ApiResponse, request: FastifyRequest) => ApiResponse) => {
  const linksOf = pageLinksOf(route)
  if (!linksOf || !baseUrl) return response => response
  return (response, request) => {
    const link = linksOf(response, () => new URL(`${baseUrl()}${request.originalUrl}`))
    return link === undefined ? response : { ...response, headers: { ...response.headers, Link: link } }
  }
}

const leaveWork = <Viewer>(exchange: Exchange<Viewer>, { work }: RequestClasses): void => {
  if (!exchange.isInWork) return
  exchange.isInWork = false
  work.release()
}

const respond = async <Viewer>(
  exchange: Exchange<Viewer>,
  response: ApiResponse,
  common: Readonly<Record<string, string>> | undefined,
  requestClasses: RequestClasses,
): Promise<void> => {
  const { request, reply, headers, format } = exchange
  const { streams } = requestClasses
  const answer: OutgoingResponse = {
    status: response.status,
    format: format as Format,
    body: response.body,
    json: response.json,
    headers: mergeHeaders(common, response.headers),
    requestId: request.id,
  }
  const acceptEncoding = request.headers['accept-encoding']
  const { lines, live } = response
  if (!(response.json instanceof JsonList || lines || live))
    return writeResponse(reply.raw, acceptEncoding, headers, answer)
  // Sending takes as long as the client needs: meanwhile other requests may start.
  leaveWork(exchange, requestClasses)
  // A live response has limits of its own.
  if (live) return writeLive(reply.raw, headers, answer, live)
  if (lines) return streams.run(() => writeLines(reply.raw, acceptEncoding, headers, answer, lines))
  await streams.run(async () => writeResponse(reply.raw, acceptEncoding, headers, answer))
}

const logAnswered = <Viewer>(logger: Logger, { request, reply }: Exchange<Viewer>): void => {
  const { method, routeOptions, id } = request
  const milliseconds = Math.round(reply.elapsedTime * 10) / 10
  logger.debug(
    { reqId: id, method, route: routeOptions.url, status: reply.raw.statusCode, milliseconds },
    'request answered',
  )
}

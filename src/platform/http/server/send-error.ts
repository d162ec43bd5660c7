import type { FastifyReply, FastifyRequest } from 'fastify'
import { mergeHeaders } from '../../limits/quota-headers.ts'
import { unambiguousFormat, type Format } from '../headers/negotiate.ts'
import { drainRequestBody } from '../request/drain-request-body.ts'
import { errorBody, errorResponseOf } from '../response/error-handler.ts'
import { noRouteHeaders, writeResponse, type ResponseHeaders } from '../response/response.ts'
import { pathFormat, type RawRequest } from './api-paths.ts'

interface ApiConfig {
  readonly apiHeaders?: ResponseHeaders
}
export const allowOf = (request: FastifyRequest): ResponseHeaders | undefined =>
  (request.routeOptions.config as ApiConfig).apiHeaders

export const sendError = (
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
  const headers = mergeHeaders(allowance, answer.headers)
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
  (request.raw as RawRequest)[pathFormat] ?? unambiguousFormat(request.headers.accept)

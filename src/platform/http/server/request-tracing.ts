import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest, onRequestHookHandler, preHandlerHookHandler } from 'fastify'
import type { RequestSpan, Tracing } from '../../tracing/tracing.ts'

/** Makes a span of each request of one server. */
export interface RequestTracing {
  /** The hook before every one that may answer. */
  readonly begin: onRequestHookHandler
  /** Another request's end resumes a waiting request: this switches back to the span of the waiting one. */
  readonly resume: preHandlerHookHandler
  /** Like `resume`, for the API, where requests wait after all hooks. */
  resumed<Rest extends unknown[]>(
    serve: (request: FastifyRequest, reply: FastifyReply, ...rest: Rest) => Promise<void>,
  ): (request: FastifyRequest, reply: FastifyReply, ...rest: Rest) => Promise<void>
}

/** Machines request these every few seconds: traces of them help nobody. */
const UNTRACED: readonly (string | undefined)[] = ['/health', '/metrics']

export const createRequestTracing = (tracing: Tracing): RequestTracing => {
  const spans = new WeakMap<IncomingMessage, RequestSpan>()
  return {
    begin: (request, { raw: response }, next) => {
      const { url } = request.routeOptions
      if (UNTRACED.includes(url)) return next()
      const span = tracing.startRequest({
        method: request.method,
        route: url?.replaceAll(/:(\w+)/g, '{$1}'),
        scheme: request.protocol,
        requestId: request.id,
        headers: request.headers,
      })
      spans.set(request.raw, span)
      response.once('close', () => span.end(response.headersSent ? response.statusCode : undefined))
      span.run(next)
    },
    resume: (request, _reply, next) => {
      const span = spans.get(request.raw)
      if (span) span.run(next)
      else next()
    },
    resumed:
      serve =>
      (request, reply, ...rest) => {
        const span = spans.get(request.raw)
        return span ? span.run(() => serve(request, reply, ...rest)) : serve(request, reply, ...rest)
      },
  }
}

import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest, onRequestHookHandler, preHandlerHookHandler } from 'fastify'
import type { RequestSpan, Tracing } from '../../tracing/tracing.ts'

/** Makes a span of each request of one server. */
export interface RequestTracing {
  /** Before all that may answer. */
  readonly begin: onRequestHookHandler
  /** Who waited for a turn was woken by another request: what follows is part of its own again. */
  readonly resume: preHandlerHookHandler
  /** The same for the API, where they wait after all hooks. */
  resumed<Rest extends unknown[]>(
    serve: (request: FastifyRequest, reply: FastifyReply, ...rest: Rest) => Promise<void>,
  ): (request: FastifyRequest, reply: FastifyReply, ...rest: Rest) => Promise<void>
}

/** Asked every few seconds by machines: nobody wants to see that. */
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

import type { FastifyReply, FastifyRequest } from 'fastify'
import { overloaded } from '../../overload/concurrency-limiter.ts'
import type { RequestClasses } from '../../overload/request-classes.ts'
import { closeOnLateBody, closeWhenStalled } from '../response/request-timeouts.ts'
import { sendError } from './send-error.ts'
import type { LogSlowRequest } from './slow-request-log.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Class of routes outside the API; none = always admitted. */
    requestClass?: 'long' | 'plain'
  }
}

/** A request outside the API gets a place in its class before its body is read, and keeps it until the response is over. */
export const admitNonApiRequest = (
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

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ServingOptions } from './server-options.ts'

interface FinishedRequest<Viewer> {
  readonly method: string
  /** The declared path: the called one may hold a secret, as queries may. */
  readonly route: string | undefined
  readonly viewer?: Viewer | undefined
  readonly started: number
  readonly waitedMs: number
}
export type LogSlowRequest<Viewer> = (
  request: FastifyRequest,
  reply: FastifyReply,
  done: FinishedRequest<Viewer>,
) => void

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
export const slowRequestLog = <Viewer>({
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

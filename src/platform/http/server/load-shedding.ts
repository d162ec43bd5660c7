import type { IncomingMessage, RequestListener, Server } from 'node:http'
import { overloaded, type ConcurrencyLimiter } from '../../overload/concurrency-limiter.ts'
import { noRouteHeaders } from '../response/response.ts'
import { unambiguousFormat, type Format } from '../headers/negotiate.ts'
import { errorResponseOf } from '../response/error-handler.ts'
import { createReadThrottle } from './read-throttle.ts'
import { encodeXml } from '../../xml/object-xml.ts'

/**
 * Refuses API calls while the limiter is full, before any other work. A refusal must cost a small part of the refused work, or refusing
 * alone overloads the server. The server stops reading for a moment from a client that ignores `Retry-After`, and refuses its calls while
 * other calls wait. So calls are admitted in order, and no call waits long.
 */
export const shedLoad = (
  server: Server,
  limiter: ConcurrencyLimiter,
  requestId: (request: IncomingMessage) => string,
): void => {
  const [next] = server.listeners('request') as RequestListener[]
  if (!next) throw new Error('the server has no listener')
  const { pauseReading, wasJustResumed } = createReadThrottle()
  server.removeListener('request', next)
  server.on('request', (request, response) => {
    const isTooMuch = limiter.isFull || (limiter.waiting > 0 && wasJustResumed(request.socket))
    if (!isTooMuch || !(request.url ?? '').startsWith('/api/')) return void next(request, response)
    limiter.countRefusal()
    const { headers, body } = responseNow(unambiguousFormat(request.headers.accept))
    response.writeHead(503, [...headers, 'X-Request-Id', requestId(request)])
    response.end(body)
    // Not earlier: Node resumes reading at the end of a request.
    response.once('close', () => pauseReading(request.socket))
  })
}

interface EarlyResponse {
  readonly headers: readonly string[]
  readonly body: string
}

const responseIn = (format: Format): EarlyResponse => {
  const answer = errorResponseOf(overloaded)
  const body = format === 'json' ? JSON.stringify(answer.body) : encodeXml(answer.body)
  return {
    headers: [
      ...noRouteHeaders[format],
      'Content-Length',
      String(Buffer.byteLength(body)),
      ...Object.entries(answer.headers).flat(),
    ],
    body,
  }
}

/** The answers of this second: they say when to come back, and are not made anew for each of the thousands that are refused. */
let made: { readonly second: number; readonly json: EarlyResponse; readonly xml: EarlyResponse } | undefined

const responseNow = (format: Format): EarlyResponse => {
  const second = Math.floor(Date.now() / 1_000)
  if (made?.second !== second) made = { second, json: responseIn('json'), xml: responseIn('xml') }
  return made[format]
}

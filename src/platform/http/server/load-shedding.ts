import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { overloaded, type ConcurrencyLimiter } from '../../overload/concurrency-limiter.ts'
import { noRouteHeaders } from '../response/response.ts'
import { unambiguousFormat, type Format } from '../headers/negotiate.ts'
import { errorResponseOf } from '../response/error-handler.ts'
import { encodeXml } from '../../xml/object-xml.ts'

/** Half of `Retry-After`. A call that waits for its turn waits as long by default. */
const HOLD_MS = 1_000

/**
 * Refuses API calls while the limiter is full, before any other work: a refusal must cost a small part of the refused work. A client gets
 * its refusal a second later. A client that ignores `Retry-After` asks again at once, and refusing such calls alone would overload the
 * server (docs/decisions/0045-overload.md).
 */
export const shedLoad = (
  server: Server,
  limiter: ConcurrencyLimiter,
  requestId: (request: IncomingMessage) => string,
): void => {
  const [next] = server.listeners('request') as RequestListener[]
  if (!next) throw new Error('the server has no listener')
  /** Connections with a held refusal. Calls behind it on the same connection are refused in turn, without more memory. */
  const held = new WeakSet<Socket>()
  const refuse = (request: IncomingMessage, response: ServerResponse): void => {
    const { headers, body } = responseNow(unambiguousFormat(request.headers.accept))
    response.writeHead(503, [...headers, 'X-Request-Id', requestId(request)])
    response.end(body)
  }
  server.removeListener('request', next)
  server.on('request', (request, response) => {
    if (!limiter.isFull || !(request.url ?? '').startsWith('/api/')) return void next(request, response)
    limiter.countRefusal()
    if (held.has(request.socket)) return void refuse(request, response)
    held.add(request.socket)
    setTimeout(() => {
      held.delete(request.socket)
      refuse(request, response)
    }, HOLD_MS)
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

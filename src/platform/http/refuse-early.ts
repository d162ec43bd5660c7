import type { IncomingMessage, RequestListener, Server } from 'node:http'
import { overloaded, type Gate } from '../overload/gate.ts'
import { noRouteHeaders } from './answer.ts'
import { unambiguousFormat, type Format } from './negotiate.ts'
import { errorAnswerOf } from './error-handler.ts'
import { createQuietener } from './quietener.ts'
import { encodeXml } from './xml.ts'

/**
 * Refuses calls of the API while the gate is full, before anything else is done with them: a refusal must cost a small part of what is
 * refused, or refusing alone is more than the server can do. Who does not wait, as it was told, is not heard for a moment, and is refused
 * while others wait: who came in time goes first, and nobody is answered long after it asked.
 */
export const refuseEarly = (server: Server, gate: Gate, requestId: (request: IncomingMessage) => string): void => {
  const [next] = server.listeners('request') as RequestListener[]
  if (!next) throw new Error('the server has no listener')
  const { quieten, hasJustWoken } = createQuietener()
  server.removeListener('request', next)
  server.on('request', (request, response) => {
    const isTooMuch = gate.isFull || (gate.waiting > 0 && hasJustWoken(request.socket))
    if (!isTooMuch || !(request.url ?? '').startsWith('/api/')) return void next(request, response)
    gate.noteRefusal()
    const { headers, body } = answers[unambiguousFormat(request.headers.accept)]
    response.writeHead(503, [...headers, 'X-Request-Id', requestId(request)])
    response.end(body)
    // Not before: the server reads on by itself at the end of a request.
    response.once('close', () => quieten(request.socket))
  })
}

const answerIn = (format: Format): { headers: readonly string[]; body: string } => {
  const answer = errorAnswerOf(overloaded)
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
const answers = { json: answerIn('json'), xml: answerIn('xml') } as const

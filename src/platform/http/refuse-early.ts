import type { IncomingMessage, RequestListener, Server } from 'node:http'
import type { Socket } from 'node:net'
import { overloaded, type Gate } from '../overload/gate.ts'
import { noRouteHeaders } from './answer.ts'
import { unambiguousFormat, type Format } from './negotiate.ts'
import { errorAnswerOf } from './error-handler.ts'
import { encodeXml } from './xml.ts'

/** How long nothing is read from a connection after such a refusal: its client was asked to wait longer than that. */
const PAUSE_MS = 250
const TICK_MS = 50

/**
 * Refuses calls of the API while the gate is full, before anything else is done with them: a refusal must cost a small part of what is
 * refused, or refusing alone is more than the server can do. Who does not wait, as it was told, is not heard for a moment.
 */
export const refuseEarly = (server: Server, gate: Gate, requestId: (request: IncomingMessage) => string): void => {
  const [next] = server.listeners('request') as RequestListener[]
  if (!next) throw new Error('the server has no listener')
  const quieten = quietener()
  server.removeListener('request', next)
  server.on('request', (request, response) => {
    if (!gate.isFull || !(request.url ?? '').startsWith('/api/')) return void next(request, response)
    gate.noteRefusal()
    const { headers, body } = answers[unambiguousFormat(request.headers.accept)]
    response.writeHead(503, [...headers, 'X-Request-Id', requestId(request)])
    response.end(body)
    quieten(request.socket)
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

/** Stops to read from connections for a while. One timer for all: each of them would cost as much as the refusal. */
const quietener = (): ((socket: Socket) => void) => {
  let refused: Socket[] = []
  let quiet: { readonly until: number; readonly sockets: readonly Socket[] }[] = []
  let timer: NodeJS.Timeout | undefined
  const wake = (): void => {
    const now = performance.now()
    const over = quiet.filter(({ until }) => until <= now)
    quiet = quiet.filter(({ until }) => until > now)
    for (const { sockets } of over) for (const socket of sockets) socket.resume()
    if (quiet.length === 0) {
      clearInterval(timer)
      timer = undefined
    }
  }
  const pause = (): void => {
    const sockets = refused
    refused = []
    for (const socket of sockets) socket.pause()
    quiet.push({ until: performance.now() + PAUSE_MS, sockets })
    timer ??= setInterval(wake, TICK_MS)
  }
  return socket => {
    // After this turn: the server reads on by itself at the end of a request.
    if (refused.push(socket) === 1) setImmediate(pause)
  }
}

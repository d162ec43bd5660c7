import { request as startRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { sendStream } from '../../../platform/http/response/send-stream.ts'
import type { ApacheAddress } from './apache-process.ts'
import { SECRET_HEADER } from './apache-configuration.ts'

export interface ProxiedRequest {
  readonly client: IncomingMessage
  readonly response: ServerResponse
  readonly address: ApacheAddress
  /** The login that Apache and the access file get. */
  readonly login: string
  /** Path in the same repository, for COPY and MOVE. */
  readonly destination: string | undefined
  /** The body, if it was read already; otherwise the client's stream is forwarded. */
  readonly body?: Buffer
  /** Scheme of the addresses that the client uses. */
  readonly scheme: string
}

/**
 * `unreachable`: nothing was sent to Apache or the client. `failed`: Apache closed the connection before it answered. `abandoned`: the
 * client disconnected before the end.
 */
export type ProxyResult = 'answered' | 'unreachable' | 'failed' | 'abandoned'

/** Headers of one connection, or of the hop between a client and this server: never forwarded. */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
])
const NOT_FOR_APACHE = new Set([
  ...HOP_BY_HOP,
  'authorization',
  'cookie',
  'forwarded',
  'via',
  'content-length',
  'destination',
  'host',
  SECRET_HEADER.toLowerCase(),
  'x-remote-user',
])
const NOT_FOR_CLIENTS = new Set([...HOP_BY_HOP, 'server', 'location', 'set-cookie', 'www-authenticate'])

/**
 * Forwards a request to Apache and streams the response to the client. Opens one connection for each request, because Apache keeps the
 * access file and the repository open for the life of a connection.
 */
export const proxyRequest = (proxied: ProxiedRequest): Promise<ProxyResult> =>
  new Promise(resolve => {
    const { client, response, address, body } = proxied
    const upstream = startRequest({
      host: '127.0.0.1',
      port: address.port,
      method: client.method,
      path: client.url,
      headers: headersFor(proxied),
      agent: false,
      setHost: false,
    })
    let isConnected = false
    let isAnswered = false

    upstream.once('socket', (socket: Socket) => {
      // Without this, each write waits for an acknowledgement of the other side.
      socket.setNoDelay(true)
      socket.once('connect', () => {
        isConnected = true
        if (body) upstream.end(body)
        else client.pipe(upstream)
      })
    })
    upstream.once('response', answer => {
      isAnswered = true
      response.writeHead(answer.statusCode ?? 502, headersFrom(answer, proxied))
      const end = (): void => {
        // Discards the rest of the body, which would precede the next request on the connection.
        if (!client.complete) client.resume()
        resolve('answered')
      }
      // If the response breaks off, the client's connection is closed: the response must not look complete.
      void sendStream(response, answer).then(end, end)
    })
    upstream.on('error', () => {
      if (!body) client.unpipe(upstream)
      // Apache may answer before it has read everything, and close the connection: that response counts.
      if (!isAnswered) resolve(isConnected ? 'failed' : 'unreachable')
    })
    onDisconnect(client, response, () => {
      if (!isAnswered) resolve('abandoned')
      upstream.destroy()
    })
  })

/** Ends the work for a client that disconnects before the response, or has disconnected already. */
const onDisconnect = (client: IncomingMessage, response: ServerResponse, leave: () => void): void => {
  const end = (): void => {
    if (!response.writableFinished) leave()
  }
  response.once('close', end)
  client.once('error', end)
  if (response.destroyed || (client.destroyed && !client.complete)) end()
}

const headersFor = ({
  client,
  address,
  login,
  destination,
  body,
}: ProxiedRequest): Record<string, string | string[]> => {
  const { headers } = client
  const listed = new Set((headers.connection ?? '').split(',').map(name => name.trim().toLowerCase()))
  const sent: Record<string, string | string[]> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || NOT_FOR_APACHE.has(name) || listed.has(name) || name.startsWith('x-forwarded-')) continue
    sent[name] = value
  }
  const host = headers.host ?? 'localhost'
  sent['host'] = host
  sent['connection'] = 'close'
  sent['authorization'] = `Basic ${Buffer.from(`${login}:x`).toString('base64')}`
  sent[SECRET_HEADER] = address.secret
  if (destination !== undefined) sent['destination'] = `http://${host}${destination}`
  // mod_dav refuses a MKCOL with a body, and Node sends an empty chunked body if no length is given.
  if (body) sent['content-length'] = String(body.length)
  else if (headers['transfer-encoding'] !== undefined) sent['transfer-encoding'] = 'chunked'
  else sent['content-length'] = headers['content-length'] ?? '0'
  return sent
}

const headersFrom = (answer: IncomingMessage, { client, scheme }: ProxiedRequest): string[] => {
  const headers: string[] = []
  for (let index = 0; index < answer.rawHeaders.length; index += 2) {
    const [name = '', value = ''] = answer.rawHeaders.slice(index, index + 2)
    if (!NOT_FOR_CLIENTS.has(name.toLowerCase())) headers.push(name, value)
  }
  const { location } = answer.headers
  if (location !== undefined) {
    const path = location.replace(/^https?:\/\/[^/]*/i, '')
    headers.push('Location', `${scheme}://${client.headers.host ?? 'localhost'}${path}`)
  }
  return [...headers, ...safeHeaders(client.method)]
}

/** §3.1: scripts of a versioned page must not run under the address of the API. */
export const safeHeaders = (method: string | undefined): string[] => [
  'X-Content-Type-Options',
  'nosniff',
  ...(method === 'GET' || method === 'HEAD'
    ? ['Content-Disposition', 'attachment', 'Cache-Control', 'private', 'Content-Security-Policy', "default-src 'none'"]
    : []),
]

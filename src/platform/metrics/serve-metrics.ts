import { createHash, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import { CONTENT_TYPE } from './exposition.ts'

export interface MetricsResponse {
  readonly status: 200 | 401 | 500
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const PLAIN = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' }

/** Answers one scrape; if a token is set, only requests with the token. */
export const handleScrape =
  (scrape: () => Promise<string>, token: string | undefined, log: Logger) =>
  async (headers: IncomingHttpHeaders): Promise<MetricsResponse> => {
    if (token !== undefined && !hasToken(headers.authorization, token)) {
      return {
        status: 401,
        headers: { ...PLAIN, 'WWW-Authenticate': 'Bearer realm="Crocus metrics"' },
        body: 'Send the token of CROCUS_METRICS_TOKEN as a bearer token.\n',
      }
    }
    try {
      return { status: 200, headers: { ...PLAIN, 'Content-Type': CONTENT_TYPE }, body: await scrape() }
    } catch (error) {
      log.error({ err: error }, 'the metrics could not be collected')
      return { status: 500, headers: PLAIN, body: 'The metrics could not be collected; the log says why.\n' }
    }
  }

// Compares hashes, so that the comparison takes the same time for any input.
const hash = (text: string): Buffer => createHash('sha256').update(text).digest()

const hasToken = (authorization: string | undefined, token: string): boolean => {
  const sent = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1]
  return sent !== undefined && timingSafeEqual(hash(sent), hash(token))
}

export interface MetricsServer {
  /** The address that Prometheus reads. */
  readonly address: string
  close(): Promise<void>
}

/** Listens on the separate port. Throws if it cannot listen. */
export const serveMetrics = async (
  { host, port }: { readonly host: string; readonly port: number },
  answer: (headers: IncomingHttpHeaders) => Promise<MetricsResponse>,
): Promise<MetricsServer> => {
  const server = createServer({ requestTimeout: 5_000, headersTimeout: 5_000 }, (request, response) => {
    const [path] = (request.url ?? '').split('?', 1)
    if (path !== '/metrics') response.writeHead(404, PLAIN).end('The metrics are at /metrics.\n')
    else if (request.method !== 'GET' && request.method !== 'HEAD')
      response.writeHead(405, { ...PLAIN, Allow: 'GET, HEAD' }).end()
    else void answer(request.headers).then(({ status, headers, body }) => response.writeHead(status, headers).end(body))
  })
  server.listen(port, host)
  await once(server, 'listening')
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return {
    address: `http://${name.includes(':') ? `[${name}]` : name}:${(server.address() as AddressInfo).port}/metrics`,
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

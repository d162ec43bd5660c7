// One API caller: never retries by itself, and records how each request ended.
import { Agent, request, type OutgoingHttpHeaders, type RequestOptions } from 'node:http'
import { decodeXml, encodeXml } from '../src/platform/xml/object-xml.ts'
import { recordFinding, type ExpectedState, type Outcome } from './expected-state.ts'
import type { Statistics } from './statistics.ts'

/** Longer than any fault lasts: a request without a response by then is lost. */
const REQUEST_TIMEOUT_MS = 75_000

export interface Request {
  readonly headers?: OutgoingHttpHeaders
  readonly body?: unknown
  readonly bytes?: Buffer
  readonly format?: 'json' | 'xml'
}

export interface ClientResponse {
  /** Undefined: the connection ended without a response. */
  readonly status: number | undefined
  readonly outcome: Outcome
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly bytes: Buffer
  /** The parsed body in either format; throws if it is incomplete. */
  value<Value>(): Value
  readonly startedAt: number
  readonly endedAt: number
}

export interface Client {
  /** `operation` is its name in the report. */
  send(operation: string, method: string, path: string, request?: Request): Promise<ClientResponse>
  close(): void
}

interface ClientOptions {
  readonly url: string
  readonly headers: OutgoingHttpHeaders
  readonly statistics: Statistics
  readonly expected: ExpectedState
}

/** 5xx statuses that a server may answer while a dependency is unavailable. */
const DOCUMENTED = new Set([503, 507])

export const createClient = ({ url, headers, statistics, expected }: ClientOptions): Client => {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  const { hostname, port } = new URL(url)

  const send: Client['send'] = async (operation, method, path, given = {}) => {
    const { format = 'json' } = given
    const text =
      given.body === undefined ? undefined : format === 'xml' ? encodeXml(given.body) : JSON.stringify(given.body)
    const payload = given.bytes ?? (text === undefined ? undefined : Buffer.from(text))
    const startedAt = performance.now()
    const raw = await exchange(
      {
        agent,
        hostname,
        port,
        method,
        path,
        headers: {
          accept: `application/${format}`,
          ...(text === undefined ? {} : { 'content-type': `application/${format}` }),
          ...(payload === undefined ? {} : { 'content-length': payload.length }),
          ...headers,
          ...given.headers,
        },
      },
      payload,
    )
    const endedAt = performance.now()
    statistics.count(operation, raw.status ?? raw.reason, endedAt - startedAt)
    const { status } = raw
    if (status !== undefined && status >= 500) {
      const shown = raw.bytes.toString().slice(0, 300)
      if (!DOCUMENTED.has(status))
        recordFinding(expected, `${operation}: ${method} ${path} was answered ${status}: ${shown}`)
      else if (status === 503 && path.startsWith('/api/') && raw.headers['retry-after'] === undefined)
        recordFinding(expected, `${operation}: ${method} ${path} was answered 503 without Retry-After: ${shown}`)
    }
    if (raw.reason === 'silent')
      recordFinding(
        expected,
        `${operation}: ${method} ${path} had no answer after ${REQUEST_TIMEOUT_MS / 1_000} s (${token(text)})`,
      )
    return {
      status,
      outcome: status === undefined || status >= 500 ? 'unknown' : status < 400 ? 'done' : 'refused',
      headers: raw.headers,
      bytes: raw.bytes,
      startedAt,
      endedAt,
      value: <Value>() => {
        const body = raw.bytes.toString()
        return (body.startsWith('<') ? decodeXml(body) : JSON.parse(body)) as Value
      },
    }
  }
  return { send, close: () => agent.destroy() }
}

const token = (text: string | undefined): string => /sk\d+x\d+/.exec(text ?? '')?.[0] ?? 'no token'

interface RawResponse {
  readonly status: number | undefined
  readonly reason: 'cut' | 'silent'
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly bytes: Buffer
}

/** An incomplete response counts as none. */
const exchange = (options: RequestOptions, payload: Buffer | undefined): Promise<RawResponse> =>
  new Promise(resolve => {
    const none = (reason: RawResponse['reason']): void =>
      resolve({ status: undefined, reason, headers: {}, bytes: Buffer.alloc(0) })
    const sent = request(options, response => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', () => none('cut'))
      response.on('close', () => {
        clearTimeout(patience)
        if (!response.complete) return none('cut')
        resolve({ status: response.statusCode, reason: 'cut', headers: response.headers, bytes: Buffer.concat(chunks) })
      })
    })
    const patience = setTimeout(() => {
      none('silent')
      sent.destroy()
    }, REQUEST_TIMEOUT_MS)
    sent.on('error', () => {
      clearTimeout(patience)
      none('cut')
    })
    sent.end(payload)
  })

// One request and its answer, whichever way they go: into the application itself, or over a socket to a server.
import { Agent, request } from 'node:http'
import type { FastifyInstance } from 'fastify'

export interface SentRequest {
  readonly method: string
  /** From the slash on. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly payload?: string | Buffer
}

export interface ReceivedResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: Buffer
}

export type SendRequest = (sent: SentRequest) => Promise<ReceivedResponse>

export const injectRequests =
  (fastify: FastifyInstance): SendRequest =>
  async ({ method, url, headers, payload }) => {
    const answer = await fastify.inject({
      method: method as 'GET',
      url,
      headers,
      ...(payload === undefined ? {} : { payload }),
    })
    return {
      status: answer.statusCode,
      headers: answer.headers as ReceivedResponse['headers'],
      body: answer.rawPayload,
    }
  }

const ANSWER_WAIT_MS = 60_000

/** `close` ends the connections that are kept. */
export const overSockets = (address: string): { exchange: SendRequest; close: () => void } => {
  const { hostname, port } = new URL(address)
  const agent = new Agent({ keepAlive: true, maxSockets: 16 })
  const exchange: SendRequest = ({ method, url, headers, payload }) =>
    new Promise((resolve, reject) => {
      const length = payload === undefined ? {} : { 'content-length': String(Buffer.byteLength(payload)) }
      const sending = request(
        { hostname, port, agent, method, path: url, headers: { ...length, ...headers } },
        answer => {
          const chunks: Buffer[] = []
          answer.on('data', (chunk: Buffer) => chunks.push(chunk))
          answer.on('error', reject)
          answer.on('end', () =>
            resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) }),
          )
        },
      )
      sending.setTimeout(ANSWER_WAIT_MS, () => sending.destroy(new Error('no answer within a minute')))
      sending.on('error', reject)
      sending.end(payload)
    })
  return { exchange, close: () => agent.destroy() }
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
const MAX_SHOWN = 3_000

/** A line to type that sends the same request; a very long body is cut, and the number of the request gives it whole. */
export const asCurl = ({ method, url, headers, payload }: SentRequest, address = 'http://127.0.0.1:8080'): string => {
  const parts = ['curl -sS -i --path-as-is -g', `-X ${method}`, quoted(address + url)]
  for (const [name, value] of Object.entries(headers)) parts.push(`-H ${quoted(`${name}: ${value}`)}`)
  if (payload === undefined) return parts.join(' ')
  const bytes = Buffer.from(payload)
  // eslint-disable-next-line no-control-regex -- what a shell cannot hold goes as base64
  if (bytes.length <= MAX_SHOWN && !/[\x00-\x08\x0e-\x1f\ufffd]/.test(bytes.toString()))
    return [...parts, `--data-binary ${quoted(bytes.toString())}`].join(' ')
  const shown = bytes.subarray(0, MAX_SHOWN).toString('base64')
  const cut = bytes.length > MAX_SHOWN ? ` # the body has ${bytes.length} bytes, here are the first ${MAX_SHOWN}` : ''
  return `printf %s ${shown} | base64 -d | ${parts.join(' ')} --data-binary @-${cut}`
}

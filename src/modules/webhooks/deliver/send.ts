import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { post, unreachableReason } from '../../../platform/outgoing/post.ts'
import { sign } from '../model/signature.ts'
import type { Attempt } from '../model/webhook.ts'

const TIMEOUT_MS = 10_000
/** Bytes of an answer that are read and kept. */
const MOST_READ = 64 * 1024

export interface Call {
  readonly url: string
  readonly messageId: string
  readonly body: string
  readonly secrets: readonly string[]
  readonly at: Date
  readonly allowedHosts: readonly string[]
  readonly userAgent: string
  /** Ends the call when the server stops. */
  readonly signal?: AbortSignal
  /** For tests. */
  readonly timeoutMs?: number
}

export interface CallResult {
  readonly headers: Readonly<Record<string, string>>
  readonly attempt: Omit<Attempt, 'at'>
}

/** Makes one attempt. Throws only if `signal` ended it. */
export const send = async (call: Call): Promise<CallResult> => {
  const timestamp = Math.floor(call.at.getTime() / 1000)
  const headers = {
    'content-type': 'application/json',
    'user-agent': call.userAgent,
    traceparent: `00-${randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-01`,
    'webhook-id': call.messageId,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': sign(call.secrets, call.messageId, timestamp, call.body),
  }
  const begun = performance.now()
  const answer = await request(call, headers)
  return { headers, attempt: { duration_ms: Math.round(performance.now() - begun), ...answer } }
}

type Answer = Omit<Attempt, 'at' | 'duration_ms'>

const request = async (call: Call, headers: Readonly<Record<string, string>>): Promise<Answer> => {
  const { url: address, body, allowedHosts, signal, timeoutMs = TIMEOUT_MS } = call
  const url = URL.parse(address)
  if (!url) return noAnswer('This is no address.')
  try {
    const options = { allowedHosts, timeoutMs, ...(signal && { signal }) }
    const answer = await post({ url, headers, body }, options, readAnswer)
    return 'reason' in answer ? noAnswer(answer.reason) : answer
  } catch (error) {
    if (signal?.aborted) throw error
    return noAnswer(unreachableReason(error, timeoutMs))
  }
}

const noAnswer = (error: string): Answer => ({ status: null, error, response_body: null })

const readAnswer = async (response: IncomingMessage): Promise<Answer> => ({
  status: response.statusCode ?? 0,
  error: null,
  response_headers: Object.fromEntries(
    Object.entries(response.headers).flatMap(([name, value]) =>
      ['content-type', 'retry-after', 'location'].includes(name) && value !== undefined
        ? [[name, String(value).slice(0, 500)]]
        : [],
    ),
  ),
  response_body: await readText(response),
})

/** The beginning of the body; an answer that breaks off or never ends is kept as far as it came. */
const readText = async (response: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = []
  let size = 0
  try {
    for await (const part of response as AsyncIterable<Buffer>) {
      parts.push(part)
      size += part.length
      if (size >= MOST_READ) break
    }
  } catch {
    // The status is there, and decides.
  }
  // PostgreSQL stores no NUL.
  return Buffer.concat(parts).subarray(0, MOST_READ).toString('utf8').replaceAll('\0', '\uFFFD')
}

import type { answerOnce, StorableResponse } from '../../idempotency/answer-once.ts'
import type { IdempotentCall } from '../../idempotency/idempotency-key.ts'
import { JsonList, JsonText } from '../response/response.ts'
import type { ApiResponse } from './route.ts'

/** Keeps the answers of routes, and makes them again for repeated calls. */
export const answeringOnce =
  (once: ReturnType<typeof answerOnce>) =>
  (call: IdempotentCall, status: number, answer: () => Promise<ApiResponse>): Promise<ApiResponse> =>
    once(call, status, answer, { keep, restore })

const keep = ({ status, headers, body, json, isDryRun }: ApiResponse): StorableResponse | undefined => {
  if (isDryRun) return undefined
  if (json instanceof JsonList) throw new Error('a write answers no list in chunks')
  const text = json instanceof JsonText ? json.in('json') : json
  return { status, headers, body: text === undefined ? textOf(body) : String(text) }
}

const textOf = (body: unknown): string | undefined => (body === undefined ? undefined : JSON.stringify(body))

const restore = ({ status, headers, body }: StorableResponse): ApiResponse => ({
  status,
  isReplayed: true,
  ...(headers && { headers }),
  ...(body !== undefined && { json: body }),
})

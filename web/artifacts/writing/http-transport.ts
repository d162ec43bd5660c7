import { ApiError, apiErrorOf, isApiError } from '../../api/api-error.ts'
import { api } from '../../api/api.ts'
import { loadArtifact } from '../artifact-queries.ts'
import type { Transport, WriteAnswer, WriteRequest } from './write-queue.ts'

const DEFAULT_RETRY_MS = 3_000

/** The writes of one artifact over the REST API. */
export const httpTransport = (id: number): Transport => ({
  put: async request => {
    try {
      return await put(id, request)
    } catch {
      return { kind: 'unreachable' }
    }
  },
  get: async () => {
    try {
      return await loadArtifact(id)
    } catch (error) {
      if (isApiError(error) && error.status !== 0 && error.status < 500) return { kind: 'refused', error }
      return { kind: 'unreachable' }
    }
  },
})

/** The server does requests with the same key once. */
export const newRequestKey = (): string => crypto.randomUUID()

const put = async (id: number, { ifMatch, key, values, comment }: WriteRequest): Promise<WriteAnswer> => {
  const { response, error } = await api.PUT('/artifacts/{id}', {
    params: { path: { id } },
    headers: { 'Idempotency-Key': key, ...(ifMatch !== undefined && { 'If-Match': ifMatch }) },
    body: {
      values: [...values],
      ...(comment && {
        comment: {
          body: comment.body,
          format: comment.format,
          ...(comment.ugroups && { ugroups: [...comment.ugroups] }),
        },
      }),
    },
  })
  if (response.ok) return { kind: 'done', etag: response.headers.get('etag') ?? '' }
  const { status } = response
  if (status === 412) return { kind: 'changed' }
  const refusal = apiErrorOf(status, error)
  const isRunning = status === 409 && refusal.reasons[0]?.reason === 'idempotency.running'
  if (status === 429 || status === 503 || isRunning) return { kind: 'later', afterMs: retryAfter(response) }
  // A failed gateway says nothing about the write; neither does a server that failed in the middle.
  if (status >= 500) return { kind: 'unreachable' }
  return { kind: 'refused', error: refusal.faults.length > 0 ? refusal : new ApiError(status, [], refusal.reasons) }
}

/** `Retry-After` in seconds, or as a date. */
const retryAfter = (response: Response): number => {
  const header = response.headers.get('retry-after')
  if (header === null) return DEFAULT_RETRY_MS
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isFinite(ms) ? Math.max(ms, 500) : DEFAULT_RETRY_MS
}

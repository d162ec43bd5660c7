import { ApiError, apiErrorOf, isApiError } from '../../api/api-error.ts'
import { api, bodyOf } from '../../api/api.ts'
import { loadArtifact } from '../artifact-queries.ts'
import type { NewComment, Transport, WriteAnswer, WriteRequest } from './write-queue.ts'

const DEFAULT_RETRY_MS = 3_000

/** The writes of one artifact over the REST API. */
export const httpTransport = (id: number, accountId: number | undefined): Transport => ({
  put: async request => {
    try {
      return await put(id, request, accountId)
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

/** A key that tells when the request was made: whether it may have been sent before. */
export const newRequestKey = (): string => `${Date.now()}-${crypto.randomUUID()}`

const FIRST_TRY_MS = 1_500
const NEWEST_COMMENTS = 20

/**
 * A comment alone has no precondition, so a repeated request would write it twice. Before another try the page looks for the same text by
 * the same account since the first one.
 */
const hasArrived = async (id: number, key: string, comment: NewComment, accountId: number | undefined) => {
  const since = Number(key.split('-', 1)[0])
  if (!(Date.now() - since > FIRST_TRY_MS)) return false
  const items = await bodyOf(
    api.GET('/artifacts/{id}/changesets', {
      params: { path: { id }, query: { fields: 'comments', order: 'desc', limit: NEWEST_COMMENTS } },
    }),
  )
  return items.some(
    ({ submitted_by, submitted_on, last_comment }) =>
      submitted_by === accountId &&
      // The time of the server has whole seconds.
      Date.parse(submitted_on) >= since - CLOCK_SKEW_MS &&
      (last_comment.commonmark ?? last_comment.body).trim() === comment.body.trim(),
  )
}

const CLOCK_SKEW_MS = 5_000

const put = async (
  id: number,
  { ifMatch, key, values, comment }: WriteRequest,
  accountId: number | undefined,
): Promise<WriteAnswer> => {
  if (comment && ifMatch === undefined && (await hasArrived(id, key, comment, accountId)))
    return { kind: 'done', etag: '' }
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

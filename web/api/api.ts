import { createHttpClient } from '../../client/http-client.ts'
import { ApiError, apiErrorOf } from './api-error.ts'
import { sessionFetch } from './session-fetch.ts'

/** The REST API, as every client calls it; the session cookie identifies the caller. */
export const api = createHttpClient({
  server: window.location.origin,
  fetch: sessionFetch,
})

interface ApiResult<Data> {
  readonly data?: Data
  readonly error?: unknown
  readonly response: Response
}

/** Report of a dry run: the server answers so only if the request asks for one. */
interface Rehearsal {
  readonly dry_run: true
}

/**
 * The body of a response: `await bodyOf(api.GET('/projects/{id}', …))`. Throws an ApiError for a refusal, or if no response arrives. For
 * requests that ask for no dry run.
 */
export const bodyOf = async <Data>(answer: Promise<ApiResult<Data>>): Promise<Exclude<NonNullable<Data>, Rehearsal>> =>
  (await requireAnswer(answer)).data as Exclude<NonNullable<Data>, Rehearsal>

/** The body with its response, for headers such as `Etag`. */
export const responseOf = async <Data>(
  answer: Promise<ApiResult<Data>>,
): Promise<{ readonly data: NonNullable<Data>; readonly response: Response }> => {
  const { data, response } = await requireAnswer(answer)
  return { data: data as NonNullable<Data>, response }
}

export interface ListPage<Item> {
  readonly items: readonly Item[]
  /** Number of items on all pages, as far as the server reports it. */
  readonly total: number
}

/** A page of a list, with the size of the whole list. */
export const pageOf = async <Item>(answer: Promise<ApiResult<readonly Item[]>>): Promise<ListPage<Item>> => {
  const { data, response } = await requireAnswer(answer)
  const items = data ?? []
  return { items, total: Number(response.headers.get('X-PAGINATION-SIZE') ?? items.length) }
}

/** For routes whose response is empty. */
export const done = async (answer: Promise<ApiResult<unknown>>): Promise<void> => {
  await requireAnswer(answer)
}

const requireAnswer = async <Data>(answer: Promise<ApiResult<Data>>): Promise<ApiResult<Data>> => {
  const settled = await answer.catch((error: unknown) => {
    // The page itself cancelled the request, so this is no error.
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new ApiError(0, [])
  })
  if (!settled.response.ok) throw apiErrorOf(settled.response.status, settled.error)
  return settled
}

/** The answer to a HEAD request, whatever its status: the generated client does not have the method. */
export const headOf = (path: string, signal?: AbortSignal): Promise<Response> =>
  sessionFetch(
    new Request(`/api${path}`, { method: 'HEAD', headers: { accept: 'application/json' }, ...(signal && { signal }) }),
  )

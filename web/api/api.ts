import { createClient } from '../../client/index.ts'
import { ApiError, apiErrorOf } from './api-error.ts'

/** The REST API, as every client has it; the session's cookie says who is asking. */
export const api = createClient({
  server: window.location.origin,
  // The global one is looked up at each call.
  fetch: request => fetch(request),
})

interface ApiResult<Data> {
  readonly data?: Data
  readonly error?: unknown
  readonly response: Response
}

/** The body of an answer: `await bodyOf(api.GET('/projects/{id}', …))`. A refusal, or no answer at all, is thrown as an ApiError. */
export const bodyOf = async <Data>(answer: Promise<ApiResult<Data>>): Promise<NonNullable<Data>> =>
  (await requireAnswer(answer)).data as NonNullable<Data>

export interface ListPage<Item> {
  readonly items: readonly Item[]
  /** Of all pages together, as far as the server tells. */
  readonly total: number
}

/** A page of a list with the size of the whole. */
export const pageOf = async <Item>(answer: Promise<ApiResult<readonly Item[]>>): Promise<ListPage<Item>> => {
  const { data, response } = await requireAnswer(answer)
  const items = data ?? []
  return { items, total: Number(response.headers.get('X-PAGINATION-SIZE') ?? items.length) }
}

/** For routes whose answer is empty. */
export const done = async (answer: Promise<ApiResult<unknown>>): Promise<void> => {
  await requireAnswer(answer)
}

const requireAnswer = async <Data>(answer: Promise<ApiResult<Data>>): Promise<ApiResult<Data>> => {
  const settled = await answer.catch((error: unknown) => {
    // Abandoned by the page itself: nothing went wrong.
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new ApiError(0, [])
  })
  if (!settled.response.ok) throw apiErrorOf(settled.response.status, settled.error)
  return settled
}

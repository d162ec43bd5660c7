import { post, type OutgoingOptions } from './post.ts'

/** `unavailable` may succeed later, `refused` never will. */
export type Outcome =
  | { readonly kind: 'accepted' | 'unavailable' | 'refused'; readonly status: number }
  | { readonly kind: 'refused'; readonly reason: string }

/** Too early, too many, too slow: the same request may succeed later. */
const LATER: readonly number[] = [408, 425, 429]

/** Posts a form to a configured address; the body of the response is not read. */
export const postForm = async (
  url: URL,
  form: Readonly<Record<string, string>>,
  options: OutgoingOptions,
): Promise<Outcome> => {
  const answer = await post(
    {
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form).toString(),
    },
    options,
    async response => ({ status: response.statusCode ?? 0 }),
  )
  if ('reason' in answer) return { kind: 'refused', reason: answer.reason }
  const { status } = answer
  if (status < 400) return { kind: 'accepted', status }
  return { kind: status >= 500 || LATER.includes(status) ? 'unavailable' : 'refused', status }
}

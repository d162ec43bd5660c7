import { api, bodyOf, pageOf } from '../../api/api.ts'
import { isApiError } from '../../api/api-error.ts'

export interface LinkTarget {
  readonly id: number
  readonly xref: string
  readonly title: string
}

export const MAX_FOUND = 8

/** Trackers of a project that one search asks. */
const MAX_TRACKERS = 12

/** `12`, `#12` or `bug #12`. */
const NUMBER = /^(?:[\p{L}\p{N}_-]*\s*#)?\s*(\d{1,15})$/u

export interface Searched {
  readonly text: string
  /** The trackers whose titles are searched, those whose hits come first in front. */
  readonly trackerIds: readonly number[]
}

/** Finds artifacts by number everywhere, and by words of the title in the trackers. */
export const findTargets = async (
  { text, trackerIds }: Searched,
  signal: AbortSignal,
): Promise<readonly LinkTarget[]> => {
  const number = NUMBER.exec(text)?.[1]
  const [numbered, ...titled] = await Promise.all([
    number === undefined ? [] : withNumber(Number(number), signal),
    ...trackerIds.slice(0, MAX_TRACKERS).map(id => withTitle(id, text, signal)),
  ])
  const found = new Map<number, LinkTarget>()
  for (const target of [...numbered, ...inTurn(titled)]) found.set(target.id, found.get(target.id) ?? target)
  return [...found.values()].slice(0, MAX_FOUND)
}

/** The best of each list first, so that no tracker pushes the others out. */
const inTurn = <Item>(lists: readonly (readonly Item[])[]): readonly Item[] =>
  Array.from({ length: MAX_FOUND }, (_, place) => lists.flatMap(list => list.slice(place, place + 1))).flat()

const withNumber = async (id: number, signal: AbortSignal): Promise<readonly LinkTarget[]> => {
  const query = JSON.stringify({ id: [id] })
  const { collection } = await bodyOf(api.GET('/artifacts', { params: { query: { query } }, signal }))
  return collection.map(({ id: found, xref, title }) => ({ id: found, xref, title: title ?? '' }))
}

const withTitle = async (id: number, text: string, signal: AbortSignal): Promise<readonly LinkTarget[]> => {
  const tql = `@title = "${text.replace(/["\\]/g, '\\$&')}"`
  try {
    const { items } = await pageOf(
      api.GET('/trackers/{id}/artifacts', {
        params: { path: { id }, query: { limit: MAX_FOUND, tql, order_by: '' } },
        signal,
      }),
    )
    return items.map(({ id: found, xref, title }) => ({ id: found, xref, title: title ?? '' }))
  } catch (error) {
    // A tracker without titles cannot be searched by them.
    if (isApiError(error, 400) || isApiError(error, 403) || isApiError(error, 404)) return []
    throw error
  }
}

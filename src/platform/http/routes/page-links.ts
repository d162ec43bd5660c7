import type { ApiResponse, RouteShape } from './route.ts'

/** Characters of all links together: many proxies take 4 KiB of headers by default. Long queries have fewer links, `next` first. */
const MAX_LENGTH = 2_000

/** Header that names a list that was kept: pages that follow ask for it (integrators.md §11). */
export const SNAPSHOT_HEADER = 'X-Snapshot'

type PageLinks = (response: ApiResponse, address: () => URL) => string | undefined

/** Whether the route answers a list by `limit` and `offset`. */
export const isOffsetList = ({ query }: Pick<RouteShape, 'query'>): boolean => {
  const { properties = {} } = (query ?? {}) as { properties?: object }
  return 'limit' in properties && 'offset' in properties
}

/**
 * The header `Link` (RFC 8288) of the lists of a route: `next`, `prev`, `first` and `last` by `limit` and `offset`, with all other parameters of
 * the request; `next` alone for a route with a cursor. `address` is the absolute address of the request. undefined: the route has no links.
 */
export const pageLinksOf = (route: Pick<RouteShape, 'query' | 'cursor'>): PageLinks | undefined => {
  if (route.cursor !== undefined) return cursorLinks(route.cursor)
  return isOffsetList(route) ? offsetLinks : undefined
}

const cursorLinks =
  (parameter: string): PageLinks =>
  ({ next }, address) =>
    next === undefined || next === null
      ? undefined
      : joined([['next', withParameters(address(), { [parameter]: String(next) })]])

const offsetLinks: PageLinks = ({ headers = {} }, address) => {
  const limit = Number(headers['X-PAGINATION-LIMIT'])
  const offset = Number(headers['X-PAGINATION-OFFSET'])
  const size = Number(headers['X-PAGINATION-SIZE'])
  if (!(limit > 0) || Number.isNaN(offset) || Number.isNaN(size)) return undefined
  const base = address()
  const snapshot = headers[SNAPSHOT_HEADER]
  const at = (place: number): string =>
    withParameters(base, {
      limit: String(limit),
      offset: String(place),
      ...(snapshot !== undefined && { snapshot }),
    })
  const last = Math.max(0, Math.ceil(size / limit) - 1) * limit
  return joined([
    ...(offset + limit < size ? [['next', at(offset + limit)] as const] : []),
    ...(offset > 0 ? [['prev', at(Math.min(last, Math.max(0, offset - limit)))] as const] : []),
    ['first', at(0)],
    ['last', at(last)],
  ])
}

const withParameters = (address: URL, parameters: Readonly<Record<string, string>>): string => {
  const url = new URL(address)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}

const joined = (links: readonly (readonly [relation: string, address: string])[]): string | undefined => {
  let text = ''
  for (const [relation, address] of links) {
    const link = `<${address}>; rel="${relation}"`
    if (text.length + link.length + 2 > MAX_LENGTH) break
    text += text === '' ? link : `, ${link}`
  }
  return text === '' ? undefined : text
}

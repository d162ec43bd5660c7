import { Type } from 'typebox'
import { ok, type ApiResponse } from './route.ts'

/** A page as asked for; `limit` and `offset` were checked by the schema of `paginationQuery` (http.md §6). */
export interface Page {
  readonly limit: number
  readonly offset: number
}

/** Query parameters `limit` and `offset` of a route: outside the bounds they are a 400. */
export const paginationQuery = (options: { default?: number; max: number; min?: number }) => ({
  limit: Type.Integer({
    minimum: options.min ?? 0,
    maximum: options.max,
    default: options.default ?? 10,
    description: 'Number of elements of the page.',
  }),
  offset: Type.Integer({ minimum: 0, default: 0, description: 'Index of the first element, from 0.' }),
})

/** The headers that tell a client where it is in a list. `size` counts before the filter of permissions (http.md §6). */
export const paginationHeaders = (page: Page, size: number, max: number): Record<string, string> => ({
  'X-PAGINATION-LIMIT': String(page.limit),
  'X-PAGINATION-OFFSET': String(page.offset),
  'X-PAGINATION-SIZE': String(size),
  'X-PAGINATION-LIMIT-MAX': String(max),
})

/** 200 with the page's elements and its headers. */
export const paginated = (body: unknown, page: Page, size: number, max: number): ApiResponse =>
  ok(body, paginationHeaders(page, size, max))

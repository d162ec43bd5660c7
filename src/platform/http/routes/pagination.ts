import { Type } from 'typebox'
import { ok, type ApiResponse } from './route.ts'

/** The requested page; the schema of `paginationQuery` has checked `limit` and `offset` (http.md §6). */
export interface Page {
  readonly limit: number
  readonly offset: number
}

/** Query parameters `limit` and `offset` of a route: values outside the bounds are a 400. */
export const paginationQuery = (options: { default?: number; max: number; min?: number }) => ({
  limit: Type.Integer({
    minimum: options.min ?? 0,
    maximum: options.max,
    default: options.default ?? 10,
    description: 'Number of elements of the page.',
  }),
  offset: Type.Integer({ minimum: 0, default: 0, description: 'Index of the first element, from 0.' }),
})

/** The headers that tell a client its position in a list. `size` counts before the permission filter (http.md §6). */
export const paginationHeaders = (page: Page, size: number, max: number): Record<string, string> => ({
  'X-PAGINATION-LIMIT': String(page.limit),
  'X-PAGINATION-OFFSET': String(page.offset),
  'X-PAGINATION-SIZE': String(size),
  'X-PAGINATION-LIMIT-MAX': String(max),
})

/** 200 with the page's elements and its headers. */
export const paginated = (body: unknown, page: Page, size: number, max: number): ApiResponse =>
  ok(body, paginationHeaders(page, size, max))

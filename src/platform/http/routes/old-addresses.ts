import type { FastifyInstance, RouteHandlerMethod } from 'fastify'

const ID = /^[1-9]\d{0,14}$/

export type OldQuery = Readonly<Record<string, unknown>>

/** An id in an address, as it stands there; undefined for anything else. */
export const oldId = (value: unknown): string | undefined =>
  typeof value === 'string' && ID.test(value) ? value : undefined

/** Redirects a path, with and without a slash at its end, to the page that `pageOf` names. `showPage` answers what no page replaces. */
export const redirectOldPath = (
  fastify: FastifyInstance,
  path: string,
  pageOf: (query: OldQuery) => string | undefined,
  showPage: RouteHandlerMethod,
): void => {
  for (const each of [path, `${path}/`]) {
    fastify.get<{ Querystring: Record<string, unknown> }>(each, function (request, reply) {
      const page = pageOf(request.query)
      return page === undefined ? showPage.call(this, request, reply) : reply.redirect(page, 302)
    })
  }
}

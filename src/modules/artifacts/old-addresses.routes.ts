import type { FastifyInstance, RouteHandlerMethod } from 'fastify'

const ID = /^[1-9]\d{0,14}$/

/**
 * The page that replaces `/plugins/tracker/?…` of the reference platform, by the text of the address alone: the redirect is the same for
 * everybody and tells nobody what exists. Undefined: no page replaces the address.
 */
export const pageOfOldAddress = (query: Readonly<Record<string, unknown>>): string | undefined => {
  const idOf = (name: string): string | undefined => {
    const value = query[name]
    return typeof value === 'string' && ID.test(value) ? value : undefined
  }
  const { func } = query
  const [artifact, report, tracker, project] = [idOf('aid'), idOf('report'), idOf('tracker'), idOf('group_id')]
  if (artifact !== undefined) return `/artifacts/${artifact}`
  if (tracker !== undefined && func === 'new-artifact') return `/trackers/${tracker}/new`
  if (tracker !== undefined && typeof func === 'string' && /^admin(-|$)/.test(func))
    return `/trackers/${tracker}/settings/general`
  if (report !== undefined) return `/tracker-reports/${report}`
  if (tracker !== undefined) return `/trackers/${tracker}`
  return project === undefined ? undefined : `/projects/${project}/trackers`
}

/** Redirects the addresses that texts, mails and bookmarks of the reference platform hold. `showPage` answers all others. */
export const addOldAddresses = (fastify: FastifyInstance, showPage: RouteHandlerMethod): void => {
  for (const path of ['/plugins/tracker', '/plugins/tracker/']) {
    fastify.get<{ Querystring: Record<string, unknown> }>(path, function (request, reply) {
      const page = pageOfOldAddress(request.query)
      return page === undefined ? showPage.call(this, request, reply) : reply.redirect(page, 302)
    })
  }
  fastify.get<{ Params: { id: string } }>('/a/:id', function (request, reply) {
    const { id } = request.params
    return ID.test(id) ? reply.redirect(`/artifacts/${id}`, 302) : showPage.call(this, request, reply)
  })
}

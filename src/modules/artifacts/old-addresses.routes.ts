import type { FastifyInstance, RouteHandlerMethod } from 'fastify'
import { oldId, redirectOldPath, type OldQuery } from '../../platform/http/routes/old-addresses.ts'

/**
 * The page that replaces `/plugins/tracker/?…` of the reference platform, by the text of the address alone: the redirect is the same for
 * everybody and tells nobody what exists. Undefined: no page replaces the address.
 */
const pageOfTracker = (query: OldQuery): string | undefined => {
  const { func } = query
  const [artifact, report] = [oldId(query['aid']), oldId(query['report'])]
  const [tracker, project] = [oldId(query['tracker']), oldId(query['group_id'])]
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
  redirectOldPath(fastify, '/plugins/tracker', pageOfTracker, showPage)
  fastify.get<{ Params: { id: string } }>('/a/:id', function (request, reply) {
    const id = oldId(request.params.id)
    return id === undefined ? showPage.call(this, request, reply) : reply.redirect(`/artifacts/${id}`, 302)
  })
}

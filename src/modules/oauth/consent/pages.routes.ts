import type { FastifyInstance } from 'fastify'

/** auth.md §6.1, §6.8: links to pages of the reference platform redirect to our pages. */
export const addPageRedirects = (fastify: FastifyInstance): void => {
  fastify.get<{ Params: { id: string } }>('/plugins/oauth2_server/project/:id/admin', (request, reply) => {
    const { id } = request.params
    if (!/^\d{1,15}$/.test(id)) return reply.code(404).send()
    return reply.redirect(`/projects/${id}/administration/applications`, 302)
  })
  fastify.get('/plugins/oauth2_server/account/apps', (_request, reply) => reply.redirect('/account/applications', 302))
}

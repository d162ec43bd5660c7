import type { FastifyInstance } from 'fastify'
import { answeredMethods, type SvnGateway } from './svn-gateway.ts'
import { SVN_PREFIX } from '../model/svn-path.ts'

/**
 * Adds the addresses of repositories to the server. Bodies stay in the socket: the gateway forwards them as they arrive, without time limit
 * and without the API's limit of size.
 */
export const registerSvnGateway = (app: FastifyInstance, gateway: SvnGateway): void => {
  for (const method of answeredMethods) if (!app.supportedMethods.includes(method)) app.addHttpMethod(method)
  app.register((svn, _options, done) => {
    svn.removeAllContentTypeParsers()
    svn.addContentTypeParser('*', (_request, _body, parsed) => parsed(null))
    svn.route({
      method: [...answeredMethods],
      url: `${SVN_PREFIX}/*`,
      config: { requestClass: 'long' },
      handler: async (request, reply) => {
        await gateway(request.raw, reply.raw, request.ip)
        reply.hijack()
      },
    })
    done()
  })
}

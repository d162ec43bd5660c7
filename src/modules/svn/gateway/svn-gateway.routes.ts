import type { FastifyInstance } from 'fastify'
import { answeredMethods, type SvnGateway } from './svn-gateway.ts'
import { SVN_PREFIX } from '../model/svn-path.ts'

/**
 * Adds the addresses of repositories to the server. Bodies are left on the socket: the gateway hands them on while they come, as long
 * as they take, whatever the limits of the API.
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

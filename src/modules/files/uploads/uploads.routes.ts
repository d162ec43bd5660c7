import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { errorResponseOf } from '../../../platform/http/response/error-handler.ts'
import { drainRequestBody } from '../../../platform/http/request/drain-request-body.ts'
import { UPLOADS } from '../model/file.ts'
import type { Authenticate } from '../model/plain-caller.ts'
import { viewerOf } from '../model/plain-caller.ts'
import { TUS_VERSION, type serveUpload, type UploadResponse } from './serve-upload.ts'

const ALLOW = 'OPTIONS, HEAD, PATCH, DELETE'
const corsHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Credentials': 'true',
  'Access-Control-Allow-Methods': 'OPTIONS, HEAD, PATCH, POST, DELETE',
  'Access-Control-Allow-Headers':
    'Authorization, Content-Type, Origin, X-Auth-UserId, X-Auth-Token, X-Client-Uuid, X-Auth-AccessKey, ' +
    'Tus-Resumable, Upload-Offset, Upload-Length, X-HTTP-Method-Override',
  'Access-Control-Expose-Headers':
    'Tus-Version, Tus-Resumable, Upload-Offset, Upload-Length, Tus-Extension, Tus-Max-Size',
}
const discovery = { 'Tus-Version': TUS_VERSION, 'Tus-Extension': 'termination' }
const overriding: ReadonlySet<string> = new Set(['PATCH', 'POST', 'PUT', 'DELETE'])

interface UploadRoutes {
  readonly authenticate: Authenticate
  readonly serve: ReturnType<typeof serveUpload>
  /** Path without the id of the upload. */
  readonly path?: string
}

/** The addresses to which clients send files (files.md §2): TUS 1.0.0, at the root of the host. */
export const addUploadRoutes = (
  fastify: FastifyInstance,
  { authenticate, serve, path = UPLOADS }: UploadRoutes,
): void => {
  const viewer = viewerOf(authenticate)
  fastify.register((uploads, _options, done) => {
    // The body stays in the connection until the store reads it.
    uploads.removeAllContentTypeParsers()
    uploads.addContentTypeParser('*', (_request, _body, parsed) => parsed(null))
    uploads.all<{ Params: { id: string } }>(`${path}/:id`, { config: { requestClass: 'long' } }, (request, reply) => {
      reply.hijack()
      void answer(request, reply.raw)
    })
    done()
  })

  const answer = async (
    request: FastifyRequest<{ Params: { id: string } }>,
    response: ServerResponse,
  ): Promise<void> => {
    const method = methodOf(request)
    if (method === 'OPTIONS') return send(request, response, { status: 204, headers: discovery })
    if (method === undefined) return send(request, response, { status: 405, headers: { Allow: ALLOW } })
    const tus = { 'Tus-Resumable': TUS_VERSION }
    try {
      const { status, headers } = await serve({
        method,
        id: /^[1-9]\d{0,14}$/.test(request.params.id) ? Number(request.params.id) : undefined,
        message: request.raw,
        viewer: () => viewer({ headers: request.headers, method, path: request.url, ip: request.ip }),
      })
      send(request, response, { status, headers: { ...tus, ...headers } })
    } catch (error) {
      const { status, headers, logLevel } = errorResponseOf(error, request.headers)
      if (logLevel) request.log[logLevel]({ err: error, method, route: path }, 'request failed')
      send(request, response, { status, headers: { ...tus, ...headers } })
    }
  }
}

/** HEAD, PATCH, DELETE or OPTIONS, from the override if there is one; undefined = not supported here. */
const methodOf = ({ method, headers }: FastifyRequest): string | undefined => {
  const override = headers['x-http-method-override']
  if (override !== undefined) {
    const meant = String(override).trim().toUpperCase()
    if (!overriding.has(method) || !overriding.has(meant)) return undefined
    return meant === 'PATCH' || meant === 'DELETE' ? meant : undefined
  }
  return ['OPTIONS', 'HEAD', 'PATCH', 'DELETE'].includes(method) ? method : undefined
}

const send = (request: FastifyRequest, response: ServerResponse, { status, headers }: UploadResponse): void => {
  const length = status === 204 ? {} : { 'Content-Length': '0' }
  response.writeHead(status, { ...corsHeaders, ...headers, ...length, 'X-Content-Type-Options': 'nosniff' })
  response.end()
  drainRequestBody(request.raw)
}

import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { errorResponseOf } from '../../../platform/http/response/error-handler.ts'
import { sendStream } from '../../../platform/http/response/send-stream.ts'
import { ATTACHMENTS } from '../model/file.ts'
import { viewerOf, type Authenticate } from '../model/plain-caller.ts'
import type { serveDownload } from './serve-download.ts'

const ALLOW = 'OPTIONS, GET, HEAD'
const corsHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Credentials': 'true',
  'Access-Control-Allow-Methods': ALLOW,
  'Access-Control-Allow-Headers':
    'Authorization, Content-Type, Origin, Range, X-Auth-UserId, X-Auth-Token, X-Client-Uuid, X-Auth-AccessKey',
  'Access-Control-Expose-Headers': 'Accept-Ranges, Content-Disposition, Content-Length, Content-Range, ETag',
}

/** The addresses of contents and of previews (files.md §4), at the root of the host. */
export const addDownloadRoutes = (
  fastify: FastifyInstance,
  { authenticate, serve }: { readonly authenticate: Authenticate; readonly serve: ReturnType<typeof serveDownload> },
): void => {
  const viewer = viewerOf(authenticate)
  fastify.all(`${ATTACHMENTS}/*`, { config: { requestClass: 'long' } }, (request, reply) => {
    reply.hijack()
    void answer(request, reply.raw)
  })

  const answer = async (request: FastifyRequest, response: ServerResponse): Promise<void> => {
    const { method } = request
    const allow = { ...corsHeaders, Allow: ALLOW }
    if (method === 'OPTIONS') return void response.writeHead(200, { ...allow, 'Content-Length': '0' }).end()
    if (method !== 'GET' && method !== 'HEAD')
      return void response.writeHead(405, { ...allow, 'Content-Length': '0' }).end()
    try {
      const path = request.url.split('?', 1)[0] ?? ''
      const caller = { headers: request.headers, method, path, ip: request.ip }
      const { status, headers, open } = await serve({ path, headers: request.headers, viewer: await viewer(caller) })
      const content = method === 'GET' && open ? await open() : undefined
      response.writeHead(status, { ...corsHeaders, ...headers })
      if (content) await sendStream(response, content)
      else response.end()
    } catch (error) {
      refuse(request, response, error)
    }
  }
}

const refuse = (request: FastifyRequest, response: ServerResponse, error: unknown): void => {
  // The response has begun: a client that disconnected needs no end of it, and any other client must see that the content is incomplete.
  if (response.headersSent) {
    if (!request.raw.destroyed) request.log.error({ err: error, route: ATTACHMENTS }, 'download broken off')
    return void response.destroy()
  }
  const { status, body, headers, logLevel } = errorResponseOf(error, request.headers)
  if (logLevel) request.log[logLevel]({ err: error, route: ATTACHMENTS }, 'request failed')
  const text = JSON.stringify(body)
  response
    .writeHead(status, {
      ...corsHeaders,
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': String(Buffer.byteLength(text)),
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      ...headers,
    })
    .end(text)
}

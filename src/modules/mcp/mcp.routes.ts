import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Forbidden, Refusal } from '../../platform/errors.ts'
import { whileActing } from '../../platform/events/acting.ts'
import { errorResponseOf } from '../../platform/http/response/error-handler.ts'
import { isObject, parseObject } from '../../platform/json-object.ts'
import { isWritingTool } from '../agents/index.ts'
import type { McpEndpoint } from './mcp.module.ts'

/** Where agents call. Not below `/api`: its rules are those of the protocol. */
export const MCP_PATH = '/mcp'
export const METADATA_PATH = '/.well-known/oauth-protected-resource/mcp'

/** Bytes of a request. */
const MAX_BODY = 1024 * 1024

/** integrators.md §14: the MCP server over Streamable HTTP. */
export const addMcpEndpoint = (fastify: FastifyInstance, endpoint: McpEndpoint): void => {
  fastify.get(METADATA_PATH, (_request, reply) =>
    reply.headers({ 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'no-store' }).send(endpoint.metadata()),
  )
  fastify.register((mcp, _options, done) => {
    mcp.removeAllContentTypeParsers()
    mcp.addContentTypeParser('*', { parseAs: 'string', bodyLimit: MAX_BODY }, (_request, body, parsed) =>
      parsed(null, body),
    )
    mcp.post(MCP_PATH, (request, reply) => answer(endpoint, request, reply))
    for (const method of ['GET', 'DELETE', 'PUT', 'PATCH'] as const)
      mcp.route({
        method,
        url: MCP_PATH,
        handler: (_request, reply) => reply.code(405).header('Allow', 'POST').send(),
      })
    done()
  })
}

const answer = async (endpoint: McpEndpoint, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
  try {
    requireOwnOrigin(request, endpoint.publicUrl())
    const caller = await endpoint.identify(request)
    const body = typeof request.body === 'string' ? request.body : ''
    if (callsWritingTool(body)) await caller.requireScopeToWrite()
    // The library is loaded with the first call.
    const { createMcpHandler } = await import('@modelcontextprotocol/server')
    const handler = createMcpHandler(() => endpoint.serve(caller))
    try {
      const { headers } = request
      const call = new Request(new URL(MCP_PATH, endpoint.publicUrl()), {
        method: 'POST',
        headers: Object.entries(headers).flatMap(([name, value]): [string, string][] =>
          FORWARDED.test(name) && typeof value === 'string' ? [[name, value]] : [],
        ),
        body,
      })
      const response = await whileActing(caller.acting, () => handler.fetch(call))
      const text = await response.text()
      return await reply
        .code(response.status)
        .headers({ ...Object.fromEntries(response.headers), 'Cache-Control': 'no-store' })
        .send(text)
    } finally {
      await handler.close()
    }
  } catch (error) {
    return refuse(endpoint, error, request, reply)
  }
}

/** Headers of the protocol. Credentials and cookies stay here. */
const FORWARDED = /^(?:accept|content-type|mcp-[a-z-]+)$/

/** A page of another site must not call with what the browser knows. Programs send no origin. */
const requireOwnOrigin = ({ headers: { origin } }: FastifyRequest, publicUrl: string): void => {
  if (origin !== undefined && origin !== new URL(publicUrl).origin)
    throw new Forbidden('Pages of other sites may not call the MCP server', { reason: 'csrf' })
}

/** Whether a request calls a tool that changes something. The library reads the request itself. */
const callsWritingTool = (body: string): boolean => {
  const { method, params } = parseObject(body) ?? {}
  return method === 'tools/call' && isObject(params) && isWritingTool(params['name'])
}

/** Clients ask for a scope, or for one more, by this challenge (RFC 6750 §3.1, RFC 9728 §5.1). */
const challengeOf = (endpoint: McpEndpoint, error: unknown): Record<string, string> => {
  if (!(error instanceof Refusal)) return {}
  const metadata = `resource_metadata="${endpoint.publicUrl()}${METADATA_PATH}"`
  if (error.status === 401) return { 'WWW-Authenticate': `Bearer ${metadata}, scope="read:mcp"` }
  const { reason, scope } = error.details
  if (reason !== 'scope.missing') return {}
  return { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${scope}", ${metadata}` }
}

const refuse = (endpoint: McpEndpoint, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  const { status, body, headers, logLevel } = errorResponseOf(error, request.headers)
  if (logLevel) request.log[logLevel]({ reqId: request.id, err: error, route: MCP_PATH }, 'request failed')
  return reply
    .code(status)
    .headers({ ...headers, ...challengeOf(endpoint, error) })
    .send(body)
}

// Calls of the API inside the process, with the rights of a viewer that was identified before. An MCP tool is a client of the API: it has the
// checks, limits and refusals of every other client.
import { randomUUID } from 'node:crypto'
import type { ApiAnswer, ApiCall } from './modules/mcp/index.ts'
import type { Viewer } from './modules/users/index.ts'
import { Unauthorized } from './platform/errors.ts'
import { createApiServer } from './platform/http/server/api-server.ts'
import type { ApiServerOptions } from './platform/http/server/server-options.ts'

/** Header that names the viewer of a call. Only the server of this file reads it, and that server has no socket. */
const VIEWER = 'x-crocus-viewer'

export interface InnerCalls {
  /** `identify` asks anew who the viewer is; without it a long call keeps the rights that the viewer had at its beginning. */
  call(viewer: Viewer, call: ApiCall, ip: string, identify?: () => Promise<Viewer>): Promise<ApiAnswer>
  close(): Promise<void>
}

/** The server is made with the first call. */
export const createInnerCalls = (
  options: Omit<ApiServerOptions<Viewer>, 'authenticate' | 'guard' | 'meter'>,
): InnerCalls => {
  const callers = new Map<string, () => Promise<Viewer>>()
  let server: ReturnType<typeof createApiServer> | undefined
  const open = (): ReturnType<typeof createApiServer> =>
    (server ??= createApiServer<Viewer>({
      ...options,
      authenticate: ({ headers }) => {
        const identify = callers.get(String(headers[VIEWER]))
        return identify
          ? identify()
          : Promise.reject(new Unauthorized('there is no such viewer', { reason: 'credentials.missing' }))
      },
    }))
  return {
    call: async (viewer, { method, path, query = {}, body, headers }, ip, identify) => {
      const key = randomUUID()
      let isIdentified = false
      callers.set(key, () => {
        if (isIdentified && identify) return identify()
        isIdentified = true
        return Promise.resolve(viewer)
      })
      try {
        const given = Object.entries(query).flatMap(([name, value]): [string, string][] =>
          value === undefined ? [] : [[name, String(value)]],
        )
        const response = await open().inject({
          method,
          url: `/api${path}${given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`}`,
          headers: { ...headers, [VIEWER]: key, ...(body !== undefined && { 'content-type': 'application/json' }) },
          ...(body !== undefined && { payload: JSON.stringify(body) }),
          remoteAddress: ip,
        })
        const text = response.body
        return {
          status: response.statusCode,
          headers: response.headers,
          body: text === '' ? undefined : JSON.parse(text),
        }
      } finally {
        callers.delete(key)
      }
    },
    close: async () => server?.close(),
  }
}

import type { McpServer } from '@modelcontextprotocol/server'
import type { Clock } from '../../platform/clock.ts'
import { inTransaction, type Db } from '../../platform/db/db.ts'
import { Unauthorized } from '../../platform/errors.ts'
import { appendEvents } from '../../platform/events/event-log.store.ts'
import type { Authenticate } from '../../platform/http/server/server-options.ts'
import { ACCESS_KEY_PREFIX } from '../auth/index.ts'
import type { SettingsModule } from '../settings/index.ts'
import { actingOf, type Viewer } from '../users/index.ts'
import type { McpCaller } from './create-server.ts'
import { asToolRefusal, requireSuccess, type ApiAnswer, type ApiCall, type ToolRefusal } from './model/call-api.ts'
import { createConfirmations, type Confirmations } from './model/confirmations.ts'
import type { WritingDependencies } from './run-tools.ts'

export interface McpDependencies {
  readonly db: Db
  readonly clock: Clock
  readonly settings: Pick<SettingsModule, 'publicUrl' | 'secret'>
  /** Finds out who is calling. */
  readonly authenticate: Authenticate<Viewer>
  /** Counts a call for the limits of calls; undefined: nobody was identified. Throws 429. */
  readonly charge: (viewer: Viewer | undefined, ip: string) => Promise<unknown>
  /** Policies and approvals of the caller. */
  readonly agents: WritingDependencies['agents']
  /** Calls the API inside this process, as this viewer. `identify` asks anew for the rights of the viewer. */
  readonly callApi: (viewer: Viewer, call: ApiCall, ip: string, identify: () => Promise<Viewer>) => Promise<ApiAnswer>
}

/** The part of a request that tells who is calling. */
export interface McpRequest {
  readonly id: string
  readonly ip: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

export interface McpEndpoint {
  readonly publicUrl: () => string
  /** Protected resource metadata (RFC 9728). */
  readonly metadata: () => object
  readonly identify: (request: McpRequest) => Promise<McpCaller>
  readonly serve: (caller: McpCaller) => Promise<McpServer>
}

const READ = 'read:mcp'
const WRITE = 'write:mcp'

export const createMcpEndpoint = (deps: McpDependencies): McpEndpoint => {
  const { settings, clock } = deps
  const publicUrl = (): string => settings.publicUrl()
  const asAgent = agents()
  let confirmations: Confirmations | undefined
  return {
    publicUrl,
    metadata: () => ({
      resource: `${publicUrl()}/mcp`,
      authorization_servers: [publicUrl()],
      scopes_supported: [READ, WRITE],
      bearer_methods_supported: ['header'],
    }),
    identify: async request => {
      const identify = async (method: 'GET' | 'POST', scope: string): Promise<Viewer> =>
        asAgent(
          await deps.authenticate(
            // A token of OAuth2 has to be for this server alone, and opens nothing else.
            {
              headers: credentialsOf(request.headers),
              method,
              path: '/mcp',
              ip: request.ip,
              audience: `${publicUrl()}/mcp`,
            },
            'protected',
            scope,
            false,
          ),
        )
      const viewer = await identify('GET', READ).catch(async (error: unknown) => {
        await deps.charge(undefined, request.ip)
        throw error
      })
      await deps.charge(viewer, request.ip)
      let writer: Promise<Viewer> | undefined
      const identifyWriter = (): Promise<Viewer> => (writer ??= identify('POST', WRITE))
      return {
        viewer,
        acting: { ip: request.ip, requestId: request.id, ...actingOf(viewer) },
        read: async call => requireSuccess(await deps.callApi(viewer, call, request.ip, () => identify('GET', READ))),
        write: async call => {
          const caller = await identifyWriter().catch((error: unknown) => {
            throw asToolRefusal(error)
          })
          return requireSuccess(await deps.callApi(caller, call, request.ip, () => identify('POST', WRITE)))
        },
        requireScopeToWrite: async () => {
          if (viewer.application) await identifyWriter()
        },
        record: (tool, refused) => recordCall(deps, viewer, request, tool, refused),
      }
    },
    serve: async caller => {
      const { createMcpServer } = await import('./create-server.ts')
      confirmations ??= createConfirmations(await settings.secret('mcp-confirmations'), () => clock.now())
      return createMcpServer(caller, { agents: deps.agents, confirmations, publicUrl })
    },
  }
}

/** Access keys and tokens only: a session of a browser, or a password, is no credential of a program here. */
const credentialsOf = (headers: McpRequest['headers']): Record<string, string> => {
  const key = headers['x-auth-accesskey']
  if (typeof key === 'string') return { 'x-auth-accesskey': key }
  const [, token] = /^Bearer +(\S+)$/i.exec(String(headers['authorization'] ?? '')) ?? []
  if (token === undefined)
    throw new Unauthorized('the MCP server wants an access key or an OAuth2 token', { reason: 'credentials.missing' })
  return token.startsWith(ACCESS_KEY_PREFIX) ? { 'x-auth-accesskey': token } : { authorization: `Bearer ${token}` }
}

/** Changes of agents say so. The same viewer gives the same object: other caches use it as a key. */
const agents = () => {
  const known = new WeakMap<Viewer, Viewer>()
  return (viewer: Viewer): Viewer => {
    let agent = known.get(viewer)
    if (!agent) {
      const name = viewer.application?.name ?? viewer.keyLabel
      agent = { ...viewer, means: 'agent', ...(name !== undefined && { agent: name }) }
      known.set(viewer, agent)
    }
    return agent
  }
}

/** Each call is a row of the audit, done or refused. Arguments are not kept: they hold what people write. */
const recordCall = (
  { db }: McpDependencies,
  viewer: Viewer,
  { ip, id }: McpRequest,
  tool: string,
  refused: ToolRefusal | undefined,
): Promise<void> => {
  const { credential, agent } = actingOf(viewer)
  const facts = { credential, agent, ip, request_id: id }
  const audit = refused ? { ...facts, outcome: 'refused' as const, reason: refused.details.reason } : facts
  const event = { kind: 'agent.called', actorId: viewer.userId, means: viewer.means, payload: { tool, audit } }
  return inTransaction(db, tx => appendEvents(tx, [event]))
}

import { AsyncLocalStorage } from 'node:async_hooks'
import { timingSafeEqual } from 'node:crypto'
import Provider, { errors, type Account, type Configuration, type KoaContextWithOIDC } from 'oidc-provider'
import { hashSecret, parseBasic, parseSecretText } from '../../auth/index.ts'
import { canSignIn } from '../../users/index.ts'
import { CLIENT_SECRET_PREFIX, parseClientId } from '../model/application.ts'
import type { ApplicationQueries } from '../applications/application-queries.ts'
import { claimsOf, claimsByScope } from '../model/claims.ts'
import {
  agentsResource,
  AUTHORIZATION_PATH,
  JWKS_PATH,
  REVOCATION_PATH,
  TOKEN_PATH,
  USERINFO_PATH,
} from '../model/paths.ts'
import type { OauthDependencies } from '../model/oauth.dependencies.ts'
import { oidcAdapter } from './oidc-adapter.ts'
import { AGENT_SCOPES, isResource, oauthScopes } from '../model/requestable-scopes.ts'
import type { SigningKey } from '../model/signing-key.ts'
import { newTokenText } from '../store/token-text.ts'
import type { TokenKind } from '../store/tokens.store.ts'

/** auth.md §6.3, §6.4, §6.7, in seconds. */
const CODE_TTL = 60
const ACCESS_TOKEN_TTL = 3600
const REFRESH_TOKEN_TTL = 6 * 3600
const ID_TOKEN_TTL = 120
/** A grant lives as long as its codes and tokens; `removeExpiredGrants` deletes it. */
const GRANT_TTL = 10 * 366 * 24 * 3600

/** The authorization endpoint is `authorize.ts`, whose only session is the session of the platform. */
export const createProvider = (
  deps: OauthDependencies,
  applications: ApplicationQueries,
  issuer: string,
  key: SigningKey,
): Provider => {
  const provider = new Provider(issuer, configuration(deps, applications, key))
  for (const kind of ['AuthorizationCode', 'AccessToken', 'RefreshToken'] as const) {
    // This method of the models is no setting of oidc-provider. The tests of the texts fail if the library stops calling it.
    Object.assign(provider[kind].prototype, { generateTokenId: tokenTextOf(kind) })
  }
  // The library allows to replace its comparison of secrets: we store only a hash.
  provider.Client.prototype.compareClientSecret = function (secret) {
    // A secret in the body of a request does not count (§6.4).
    if (secretInHeader.getStore() !== true) return false
    const parsed = parseSecretText(CLIENT_SECRET_PREFIX, secret)
    const kept = Buffer.from(this.clientSecret ?? '', 'hex')
    const isItsOwn = parsed !== undefined && parsed.id === parseClientId(this.clientId)
    return isItsOwn && timingSafeEqual(kept, hashSecret(parsed.secret))
  }
  provider.use(applySpecification(issuer))
  const note = (error: Error): void => deps.log.error({ err: error }, 'OAuth2 request failed')
  provider.on('server_error', (_ctx, error) => note(error))
  // Errors around the endpoints; without a listener the library writes them to the console.
  const around: NodeJS.EventEmitter = provider
  around.on('error', note)
  return provider
}

/** oidc-provider chooses the form of an access token before the token has an id. */
const tokenTextOf = (kind: TokenKind) =>
  function (this: { format?: string }): string {
    if (kind === 'AccessToken') this.format = 'opaque'
    return newTokenText(kind)
  }

/** Whether the request of now has the secret of its client where it belongs. */
const secretInHeader = new AsyncLocalStorage<boolean>()

const configuration = (deps: OauthDependencies, applications: ApplicationQueries, key: SigningKey): Configuration => ({
  adapter: oidcAdapter(deps, applications),
  jwks: { keys: [key.privateJwk] },
  clientAuthMethods: ['client_secret_basic', 'none'],
  clientDefaults: { grant_types: ['authorization_code', 'refresh_token'], response_types: ['code'] },
  responseTypes: ['code'],
  scopes: Object.keys(oauthScopes),
  claims: claimsByScope,
  clockTolerance: 0,
  allowOmittingSingleRegisteredRedirectUri: false,
  features: {
    devInteractions: { enabled: false },
    dPoP: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    resourceIndicators: {
      enabled: true,
      // Without `resource` a token is for the API, as it always was.
      defaultResource: (_ctx, _client, oneOf) => oneOf ?? [],
      useGrantedResource: () => true,
      getResourceServerInfo: (_ctx, resource) => {
        const agents = agentsResource(deps.settings.publicUrl())
        if (!isResource(resource, agents)) throw new errors.InvalidTarget()
        return { scope: AGENT_SCOPES.join(' '), audience: agents, accessTokenFormat: 'opaque' }
      },
    },
    revocation: {
      enabled: true,
      allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId,
    },
    rpInitiatedLogout: { enabled: false },
    userinfo: { enabled: true },
  },
  findAccount: async (_ctx, id): Promise<Account | undefined> => {
    const user = await deps.users.get(Number(id))
    if (!user || !canSignIn(user)) return undefined
    return { accountId: id, claims: (_use, scope) => claimsOf(user, scope, deps) }
  },
  pkce: { required: () => false },
  // Revocation of a token revokes all tokens of the same authorization (§6.5).
  revokeGrantPolicy: () => true,
  rotateRefreshToken: true,
  issueRefreshToken: (_ctx, _client, code) => code.scopes.has('offline_access'),
  renderError: (ctx, out) => {
    ctx.type = 'json'
    ctx.body = out
  },
  routes: {
    // Not reachable: `endpoints.routes.ts` routes only the three below.
    authorization: AUTHORIZATION_PATH,
    jwks: JWKS_PATH,
    token: TOKEN_PATH,
    revocation: REVOCATION_PATH,
    userinfo: USERINFO_PATH,
  },
  ttl: {
    AuthorizationCode: CODE_TTL,
    AccessToken: ACCESS_TOKEN_TTL,
    RefreshToken: REFRESH_TOKEN_TTL,
    IdToken: ID_TOKEN_TTL,
    Grant: GRANT_TTL,
  },
})

/** Applies the rules of auth.md §6.4–§6.6 that differ from oidc-provider's behaviour. */
const applySpecification =
  (realm: string) =>
  async (ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
    ctx.set('Cache-Control', 'no-store')
    ctx.set('Pragma', 'no-cache')
    if (ctx.path === USERINFO_PATH) {
      // A token in the query or in a form does not count.
      if (ctx.headers.authorization === undefined) return refuse(ctx, 401, `Bearer realm="${realm}"`)
      await next()
      if (ctx.status >= 400) ctx.body = ''
      return
    }
    const refuseClient = (): void => {
      refuse(ctx, 401, `Basic realm="${realm}", charset="UTF-8"`)
      ctx.body = { error: 'invalid_client', error_description: 'client authentication by HTTP Basic is needed' }
    }
    const isBasic = hasBasic(ctx.headers.authorization)
    if (!isBasic && ctx.headers.authorization !== undefined) return refuseClient()
    await secretInHeader.run(isBasic, next)
    // Public clients have no secret: their id is enough.
    if (!isBasic && ctx.status >= 400 && ctx.oidc.client?.clientAuthMethod !== 'none') return refuseClient()
    if (ctx.path !== TOKEN_PATH) return
    const { provider, params, client } = ctx.oidc
    if (params?.['grant_type'] === 'refresh_token' && ctx.status === 200)
      delete (ctx.body as { id_token?: string }).id_token
    // A party with the code and the secret of its application uses the code up, even if another parameter is wrong.
    if (params?.['grant_type'] === 'authorization_code' && ctx.status === 400 && client && params['redirect_uri']) {
      const code = await provider.AuthorizationCode.find(String(params['code']), { ignoreExpiration: true })
      if (code?.clientId !== client.clientId || code.grantId === undefined) return
      if ((code as { consumed?: unknown }).consumed !== undefined) await provider.Grant.adapter.destroy(code.grantId)
      else await code.consume().catch(unlessAlreadyUsed)
    }
  }

/** Another request used the code first: the adapter has revoked the grant. */
const unlessAlreadyUsed = (error: unknown): void => {
  if (!(error instanceof errors.InvalidGrant)) throw error
}

/** oidc-provider takes any other header for a malformed request, §6.4 for a client that is not authenticated. */
const hasBasic = (header = ''): boolean => {
  const [, value] = /^basic +(\S+)$/i.exec(header) ?? []
  const sent = value === undefined ? undefined : parseBasic(value)
  return sent !== undefined && sent.login !== '' && sent.password !== ''
}

const refuse = (ctx: KoaContextWithOIDC, status: number, challenge: string): void => {
  ctx.status = status
  ctx.set('WWW-Authenticate', challenge)
  ctx.body = ''
}

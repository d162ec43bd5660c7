import { parse } from 'node:querystring'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { escapeHtml } from '../../../platform/html.ts'
import type { Authorize } from './authorize.ts'
import type { AuthorizationError, AuthorizationParams, SignedInUser } from '../model/authorization-request.ts'
import { MAX_REGISTRATIONS, type RegisterClient } from '../applications/register-client.ts'
import { clientIdOf, type Application } from '../model/application.ts'
import { discoveryDocument } from '../provider/discovery.ts'
import {
  AUTHORIZATION_PATH,
  JWKS_PATH,
  REGISTRATION_PATH,
  REVOCATION_PATH,
  TOKEN_PATH,
  USERINFO_PATH,
} from '../model/paths.ts'
import type { GetProvider } from '../provider/current-provider.ts'
import type { SigningKeys } from '../provider/signing-keys.ts'

/** Dependencies of the endpoints of OAuth2, which are not part of the API. */
export interface OauthEndpoints {
  readonly authorize: Authorize
  /** Finds the user by the session of the browser. */
  readonly findSignedIn: (headers: FastifyRequest['headers']) => Promise<SignedInUser | undefined>
  readonly providers: GetProvider
  readonly keys: Pick<SigningKeys, 'published'>
  readonly publicUrl: () => string
  readonly isRegistrationOpen: () => boolean
  readonly register: RegisterClient
}

const MAX_FORM = 64 * 1024
const uncached = { 'Cache-Control': 'no-store', Pragma: 'no-cache' }

/** auth.md §6: over https only. */
export const addOauthEndpoints = (fastify: FastifyInstance, oauth: OauthEndpoints): void => {
  fastify.register((scope, _options, done) => {
    scope.addHook('onRoute', route => {
      route.config = { ...route.config, requestClass: 'plain' }
    })
    scope.addHook('onRequest', requireHttps)
    // RFC 8414 has the same document at another address.
    for (const path of ['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server'])
      scope.get(path, (_request, reply) =>
        reply
          .header('Access-Control-Allow-Origin', '*')
          .send(discoveryDocument(oauth.publicUrl(), { isRegistrationOpen: oauth.isRegistrationOpen() })),
      )
    scope.register(registrationEndpoint(oauth))
    scope.get(JWKS_PATH, async (_request, reply) =>
      reply.header('Cache-Control', 'max-age=120,public').send({ keys: await oauth.keys.published() }),
    )
    scope.register(authorizationEndpoint(oauth))
    scope.register(tokenEndpoints(oauth))
    done()
  })
}

const authorizationEndpoint =
  ({ authorize, findSignedIn }: OauthEndpoints) =>
  (scope: FastifyInstance, _options: unknown, done: () => void): void => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: MAX_FORM },
      (_request, body, parsed) => parsed(null, parse(body as string)),
    )
    const answer = async (params: AuthorizationParams, request: FastifyRequest, reply: FastifyReply) => {
      const step = await authorize(params, await findSignedIn(request.headers), request.ip)
      void reply.headers(uncached)
      if ('location' in step) return reply.redirect(step.location, 302)
      return reply.code(403).headers(pageHeaders).type('text/html; charset=utf-8').send(refusalPage(step.refusal))
    }
    // No HEAD: it would issue a code that nobody sees.
    scope.get(AUTHORIZATION_PATH, { exposeHeadRoute: false }, (request, reply) =>
      answer(request.query as AuthorizationParams, request, reply),
    )
    scope.post(AUTHORIZATION_PATH, (request, reply) =>
      answer((request.body ?? {}) as AuthorizationParams, request, reply),
    )
    done()
  }

/** RFC 7591, for public clients of the whole platform. */
const registrationEndpoint =
  ({ register }: OauthEndpoints) =>
  (scope: FastifyInstance, _options: unknown, done: () => void): void => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'string', bodyLimit: MAX_FORM },
      (_request, body, parsed) => parsed(null, parseJson(body as string)),
    )
    scope.post(REGISTRATION_PATH, async (request, reply) => {
      const made = await register(request.body, request.ip)
      void reply.headers(uncached)
      if (made === 'off') return reply.code(404).send(errorMembers('access_denied', 'Clients do not register here'))
      if (made === 'too_many')
        return reply
          .code(429)
          .header('Retry-After', '86400')
          .send(
            errorMembers(
              'temporarily_unavailable',
              `At most ${MAX_REGISTRATIONS} registrations from a network in a day`,
            ),
          )
      if ('error' in made) return reply.code(400).send(errorMembers(made.error, made.description))
      return reply.code(201).send(representClient(made))
    })
    done()
  }

const errorMembers = (error: string, description: string) => ({ error, error_description: description })

/** Undefined: it is none. */
const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const representClient = (app: Application) => ({
  client_id: clientIdOf(app),
  client_id_issued_at: Math.floor(app.createdAt.getTime() / 1000),
  client_name: app.name,
  redirect_uris: app.redirectUris,
  token_endpoint_auth_method: 'none',
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
})

/** Endpoints of oidc-provider, which reads the request and writes the response itself. */
const tokenEndpoints =
  ({ providers }: OauthEndpoints) =>
  (scope: FastifyInstance, _options: unknown, done: () => void): void => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null))
    const handle = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      const provider = await providers()
      reply.hijack()
      await provider.callback()(request.raw, reply.raw)
    }
    scope.post(TOKEN_PATH, handle)
    scope.post(REVOCATION_PATH, handle)
    scope.get(USERINFO_PATH, { exposeHeadRoute: false }, handle)
    scope.post(USERINFO_PATH, handle)
    done()
  }

const loopback = new Set(['localhost', '127.0.0.1', '[::1]', '::1'])

/** These requests contain secrets. A trusted proxy that ends TLS reports the client's protocol in `X-Forwarded-Proto`. */
const requireHttps = (request: FastifyRequest, reply: FastifyReply, next: () => void): void => {
  if (request.protocol.toLowerCase() === 'https' || loopback.has(request.hostname.toLowerCase())) return next()
  void reply
    .code(400)
    .headers(uncached)
    .type('text/plain; charset=utf-8')
    .send(
      'OAuth2 needs https: use the https address of this server. (A proxy in front of it must send X-Forwarded-Proto, and ' +
        'CROCUS_TRUSTED_PROXIES must name its address.)\n',
    )
}

/** The next page shows the message in the design of the platform. */
const pageHeaders = {
  'Content-Security-Policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
}

const refusalPage = ({ error, description }: AuthorizationError): string => {
  const query = new URLSearchParams({ error, error_description: description })
  const page = escapeHtml(`/oauth2/error?${query.toString()}`)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="refresh" content="0; url=${page}">
<title>The application cannot be let in</title>
</head>
<body>
<h1>The application cannot be let in</h1>
<p>${description}</p>
</body>
</html>
`
}

import { isRegisteredUri, type Application } from './application.ts'
import { isAgentScope, isResource, parseScope, type OauthScope } from './requestable-scopes.ts'

/** The raw parameters; a list if a parameter is repeated. */
export type AuthorizationParams = Readonly<Record<string, string | readonly string[] | undefined>>

/** The request of an application to a user, checked as far as possible without the user. */
export interface AuthorizationRequest {
  readonly redirectUri: string
  readonly scopes: readonly OauthScope[]
  /** The only service that the tokens open (RFC 8707); absent: the API. */
  readonly resource?: string
  readonly state?: string
  readonly nonce?: string
  readonly codeChallenge?: string
}

/** The user who is signed in in the browser, and since when. */
export interface SignedInUser {
  readonly userId: number
  readonly signedInAt: Date
}

/** An error of RFC 6749 §4.1.2.1 and OpenID Connect Core §3.1.2.6, for the application. */
export interface AuthorizationError {
  readonly error: string
  readonly description: string
}

/** Requirements of a request for the user's sign-in. */
export interface SignInRequirement {
  readonly isSilent: boolean
  readonly isLoginForced: boolean
  readonly isConsentForced: boolean
  readonly maxAgeSeconds: number | undefined
}

const error = (name: string, description: string): AuthorizationError => ({ error: name, description })

/** A parameter that is given once and not empty: RFC 6749 §3.1 treats a parameter without a value as left out. */
export const textOf = (params: AuthorizationParams, name: string): string | undefined => {
  const value = params[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** §6.3, 2: the address of the request if it is registered; otherwise undefined, and browsers must not be sent there. */
export const redirectUriOf = (params: AuthorizationParams, app: Application): string | undefined => {
  const uri = textOf(params, 'redirect_uri')
  return uri !== undefined && isRegisteredUri(uri, app) ? uri : undefined
}

/** §6.3, 3–5: the faults that are reported to the application. */
export const formFault = (params: AuthorizationParams): AuthorizationError | undefined => {
  const twice = Object.keys(params).find(name => typeof params[name] === 'object')
  if (twice !== undefined) return error('invalid_request', `${twice.slice(0, 50)} stands there more than once`)
  if (params['response_type'] !== 'code') return error('invalid_request', 'response_type must be code')
  if ((textOf(params, 'response_mode') ?? 'query') !== 'query')
    return error('invalid_request', 'response_mode can be query only')
  for (const name of ['request', 'request_uri', 'registration'] as const) {
    if (textOf(params, name) !== undefined) return error(`${name}_not_supported`, `${name} is not supported`)
  }
  const prompts = promptsOf(params)
  if (prompts.has('none') && prompts.size > 1)
    return error('invalid_request', 'prompt none cannot stand with another one')
  if (!/^\d{1,10}$/.test(textOf(params, 'max_age') ?? '0'))
    return error('invalid_request', 'max_age must be a number of seconds')
  return undefined
}

/** Unknown prompts are ignored. */
const knownPrompts = ['none', 'login', 'consent', 'select_account']
const promptsOf = (params: AuthorizationParams): ReadonlySet<string> =>
  new Set((textOf(params, 'prompt') ?? '').split(' ').filter(prompt => knownPrompts.includes(prompt)))

export const signInRequirementOf = (params: AuthorizationParams): SignInRequirement => {
  const prompts = promptsOf(params)
  const maxAge = textOf(params, 'max_age')
  return {
    isSilent: prompts.has('none'),
    // A maximum age of 0 forces a sign-in, like `prompt=login` (OpenID Connect Core §3.1.2.1).
    isLoginForced: prompts.has('login') || Number(maxAge ?? '1') === 0,
    isConsentForced: prompts.has('consent'),
    maxAgeSeconds: maxAge === undefined ? undefined : Number(maxAge),
  }
}

/** §6.3, 6: the parameters after a sign-in that `isLoginForced` caused: the same, without the fulfilled requirement. */
export const afterSignIn = (params: AuthorizationParams): URLSearchParams => {
  const rest = new URLSearchParams()
  for (const [name, value] of Object.entries(params)) {
    if (typeof value !== 'string') continue
    if (name === 'max_age' && Number(value) === 0) continue
    if (name === 'prompt') {
      const prompts = value.split(' ').filter(prompt => prompt !== 'login')
      if (prompts.length > 0) rest.set(name, prompts.join(' '))
    } else rest.set(name, value)
  }
  return rest
}

/** §6.3, 7–8; integrators.md §14: `agents` is the resource of agents, and the only one. */
export const parseRequest = (
  params: AuthorizationParams,
  app: Application,
  redirectUri: string,
  agents: string,
): AuthorizationRequest | AuthorizationError => {
  const resource = textOf(params, 'resource')
  if (resource !== undefined && !isResource(resource, agents))
    return error('invalid_target', `resource can be ${agents} only`)
  const scopes = parseScope(textOf(params, 'scope'))
  if (!scopes) return error('invalid_scope', 'scope must be a list of known scopes with a space between them')

  if (resource === undefined && scopes.some(isAgentScope))
    return error('invalid_target', `the scopes of agents need the parameter resource: ${agents}`)

  const codeChallenge = textOf(params, 'code_challenge')
  const method = textOf(params, 'code_challenge_method')
  if (codeChallenge === undefined && (app.usesPkce || method !== undefined))
    return error('invalid_request', 'code_challenge is needed (PKCE)')
  if (codeChallenge !== undefined) {
    if (method !== 'S256') return error('invalid_request', 'code_challenge_method must be S256')
    if (!/^[A-Za-z0-9_-]{43}$/.test(codeChallenge))
      return error('invalid_request', 'code_challenge must be a SHA-256 in base64url without padding')
  }
  const state = textOf(params, 'state')
  const nonce = textOf(params, 'nonce')
  return {
    redirectUri,
    scopes,
    ...(resource !== undefined && { resource: agents }),
    ...(state !== undefined && { state }),
    ...(nonce !== undefined && { nonce }),
    ...(codeChallenge !== undefined && { codeChallenge }),
  }
}

/** A query that repeats the request, for the user who is signed in then. */
export const queryOf = (clientId: string, request: AuthorizationRequest): string => {
  const { redirectUri, scopes, resource, state, nonce, codeChallenge } = request
  return new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: scopes.join(' '),
    ...(resource !== undefined && { resource }),
    ...(state !== undefined && { state }),
    ...(nonce !== undefined && { nonce }),
    ...(codeChallenge !== undefined && { code_challenge: codeChallenge, code_challenge_method: 'S256' }),
  }).toString()
}

/** The registered address keeps its own query (§6.3). */
export const redirectTo = (redirectUri: string, answer: Readonly<Record<string, string | undefined>>): string => {
  const added = new URLSearchParams()
  for (const [name, value] of Object.entries(answer)) if (value !== undefined) added.set(name, value)
  const separator = redirectUri.includes('?') ? (/[?&]$/.test(redirectUri) ? '' : '&') : '?'
  return `${redirectUri}${separator}${added.toString()}`
}

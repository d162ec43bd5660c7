import { Forbidden, Unauthorized } from '../../../platform/errors.ts'
import type { CredentialType } from '../../../platform/events/acting.ts'
import type { Access } from '../../../platform/http/routes/route.ts'
import { anonymous, canSignIn, type User, type Viewer } from '../../users/index.ts'
import { ACCESS_KEY_PREFIX, isValidFor, type AccessKey } from '../model/access-key.ts'
import type { AuthDependencies } from '../model/auth.dependencies.ts'
import { ACCESS_TOKEN_PREFIX, type FindBearerToken } from './bearer-token.ts'
import { authorizationOf, headerOf, parseBasic, type Caller } from '../model/credentials.ts'
import type { CredentialCaches } from '../store/credential-caches.ts'
import type { FindSession } from '../sessions/find-session.ts'
import { noteRefusedSignIn } from './note-refused-sign-in.ts'
import type { RecordLastUse } from './record-last-used.ts'
import { hashSecret, parseSecretText } from '../model/secret-text.ts'
import { coversScope } from '../model/scopes.ts'
import type { RequirePasswordEnough } from './sign-in.ts'
import type { VerifyLogin } from './verify-login.ts'
import { authContextOf, type AuthContext, type MakeViewer } from './auth-context.ts'

/** The account that the credentials of a request belong to, and the kind of credentials. */
interface AuthenticatedUser extends Pick<
  AuthContext,
  'credential' | 'accessKeyId' | 'keyLabel' | 'application' | 'projectIds' | 'sessionId'
> {
  readonly user: User
}

/** Returns undefined if the request has no credentials of this kind; throws if they are wrong. */
type CredentialMethod = (caller: Caller, scope: string | undefined) => Promise<AuthenticatedUser | undefined>

export type Authenticate = (caller: Caller, access: Access, scope?: string, isWholeAccount?: boolean) => Promise<Viewer>

/** One message for every fault of a key: a caller without a valid key learns nothing about keys (auth.md §2.1). */
const invalidKey = (): Unauthorized =>
  new Unauthorized('the access key is not valid', { reason: 'credentials.invalid' })
const invalidToken = (): Unauthorized => new Unauthorized('the token is not valid', { reason: 'credentials.invalid' })
const basicRequired = (): Unauthorized =>
  new Unauthorized('HTTP Basic needs a valid user name and password', { reason: 'credentials.invalid' })

/**
 * auth.md §1 and §2: the caller of a request. The first method that finds its credentials decides; wrong credentials never make an
 * anonymous caller.
 */
export const authenticate = (
  { settings }: AuthDependencies,
  methods: readonly CredentialMethod[],
  viewerOf: MakeViewer,
): Authenticate => {
  const identify: CredentialMethod = async (caller, scope) => {
    for (const method of methods) {
      const identified = await method(caller, scope)
      if (identified) return identified
    }
    return undefined
  }

  return async (caller, access, scope, isWholeAccount = false) => {
    if (access === 'public') return anonymous
    const identified = await identify(caller, scope)
    if (!identified) {
      if (access === 'protected' || settings.get('access_mode') !== 'anonymous')
        throw new Unauthorized('', { reason: 'credentials.missing' })
      return anonymous
    }
    const { user, ...credential } = identified
    if (isWholeAccount && credential.projectIds)
      throw new Forbidden('The access key is limited to projects: this is about the account as a whole', {
        reason: 'key.project',
      })
    // Only browsers that show our pages have sessions.
    const means = credential.sessionId === undefined ? 'rest' : 'web'
    return viewerOf(user, { means, isReading: isReading(caller), ...credential })
  }
}

const isReading = ({ method }: Caller): boolean => method === 'GET' || method === 'HEAD' || method === 'OPTIONS'

/** auth.md §2: in the order in which they are tried. */
export const credentialMethods = (
  deps: AuthDependencies,
  caches: CredentialCaches,
  recordKeyUse: RecordLastUse,
  session: SessionMethod,
  findBearerToken: FindBearerToken,
  verifyLogin: VerifyLogin,
  requireEnough: RequirePasswordEnough,
): readonly CredentialMethod[] => [
  bySession(session),
  byAccessKey(deps, caches, recordKeyUse),
  byBearer(deps, findBearerToken),
  byToken(deps, caches),
  byPassword(verifyLogin, requireEnough),
]

/** How to read the session of a request. */
export interface SessionMethod {
  readonly find: FindSession
  /** Throws if the request may not use its session (§2.6). */
  readonly requireAllowed: (caller: Caller) => void
  readonly recordUse: RecordLastUse
}

const bySession =
  ({ find, requireAllowed, recordUse }: SessionMethod): CredentialMethod =>
  async caller => {
    const found = await find(caller.headers)
    if (!found) return undefined
    requireAllowed(caller)
    await recordUse(found.session.id, caller.ip)
    return { user: found.user, credential: 'session', sessionId: found.session.id }
  }

const byAccessKey =
  (deps: AuthDependencies, caches: CredentialCaches, recordUse: RecordLastUse): CredentialMethod =>
  async caller => {
    const text = headerOf(caller, 'x-auth-accesskey')
    if (text === undefined) return undefined
    const { user, accessKey } = await ownerOfAccessKey(deps, caches, text, caller.ip)
    requireActive(deps, user, 'access_key', caller)
    await recordUse(accessKey.id, caller.ip)
    if (!isReading(caller) && !coversScope(accessKey.scopes, 'write:rest'))
      throw new Forbidden('The access key reads only: to change something it needs the scope write:rest', {
        reason: 'key.read_only',
      })
    return { user, credential: 'access_key', ...authContextOf(accessKey) }
  }

/** A key with a scope of the API, and its owner, whatever the status of the account. */
const ownerOfAccessKey = async (
  deps: AuthDependencies,
  caches: CredentialCaches,
  text: string,
  ip: string,
): Promise<{ user: User; accessKey: AccessKey }> => {
  const { users, clock } = deps
  const parsed = parseSecretText(ACCESS_KEY_PREFIX, text.trim())
  const key = parsed && (await caches.accessKeys.get(parsed.id))
  const isValid = parsed && key && isValidFor(key, parsed.secret, 'read:rest', clock.now())
  const user = isValid ? await users.get(key.userId) : undefined
  if (isValid && user) return { user, accessKey: key }
  noteRefusedSignIn(deps, { type: 'access_key', ip, userId: key?.userId })
  throw parsed ? invalidKey() : new Unauthorized('the access key is badly formatted', { reason: 'credentials.invalid' })
}

/** §2.3, §6.2: a route names the scope that opens it to applications. All other routes refuse access tokens. */
const byBearer =
  (deps: AuthDependencies, findBearerToken: FindBearerToken): CredentialMethod =>
  async (caller, scope) => {
    const authorization = authorizationOf(caller)
    if (authorization?.scheme !== 'bearer') return undefined
    const isFormed = parseSecretText(ACCESS_TOKEN_PREFIX, authorization.value) !== undefined
    const token = isFormed ? await findBearerToken(authorization.value) : undefined
    const user = token && (await deps.users.get(token.userId))
    if (!user) {
      noteRefusedSignIn(deps, { type: 'oauth', ip: caller.ip })
      const fault = isFormed ? 'not valid' : 'badly formatted'
      throw new Unauthorized(`the OAuth2 access token is ${fault}`, { reason: 'credentials.invalid' })
    }
    requireActive(deps, user, 'oauth', caller)
    if (token.audience !== caller.audience)
      throw new Unauthorized('the OAuth2 access token is for another service', { reason: 'credentials.invalid' })
    if (scope === undefined)
      throw new Unauthorized('no OAuth2 access token is good for this', { reason: 'scope.missing' })
    if (!coversScope(token.scopes, scope)) throw insufficientScope(scope)
    return { user, credential: 'oauth2', application: token.application }
  }

/** RFC 6750 §3.1 */
const insufficientScope = (scope: string): Forbidden =>
  new Forbidden(`the OAuth2 access token lacks the scope ${scope}`, {
    reason: 'scope.missing',
    scope,
    headers: { 'WWW-Authenticate': `Bearer realm="Crocus", error="insufficient_scope", scope="${scope}"` },
  })

const byToken =
  (deps: AuthDependencies, caches: CredentialCaches): CredentialMethod =>
  async caller => {
    const text = headerOf(caller, 'x-auth-token')
    if (text === undefined) return undefined
    const userId = headerOf(caller, 'x-auth-userid')?.trim() ?? ''
    const token = await caches.tokens.get(hashSecret(text.trim()).toString('hex'))
    const isValid = token && token.expiresAt > deps.clock.now() && String(token.userId) === userId
    const user = isValid ? await deps.users.get(token.userId) : undefined
    if (!user) {
      noteRefusedSignIn(deps, { type: 'token', ip: caller.ip, userId: token?.userId })
      throw invalidToken()
    }
    requireActive(deps, user, 'token', caller)
    return { user, credential: 'token' }
  }

/** The last method: an `Authorization` that no method knows is wrong, too. */
const byPassword =
  (verifyLogin: VerifyLogin, requireEnough: RequirePasswordEnough): CredentialMethod =>
  async caller => {
    const authorization = authorizationOf(caller)
    if (!authorization) return undefined
    if (authorization.scheme !== 'basic')
      throw new Unauthorized('the header Authorization has a scheme that is not known here; Basic and Bearer are', {
        reason: 'credentials.invalid',
      })
    const sent = parseBasic(authorization.value)
    const user = sent && (await verifyLogin(sent.login, sent.password, caller.ip))
    if (!user) throw basicRequired()
    await requireEnough(user)
    return { user, credential: 'password' }
  }

/** §2.1: throws for valid credentials of an account that may not sign in. */
const requireActive = (
  deps: Pick<AuthDependencies, 'refusals'>,
  user: User,
  type: CredentialType,
  { ip }: Pick<Caller, 'ip'>,
): void => {
  if (canSignIn(user)) return
  noteRefusedSignIn(deps, { type, ip, userId: user.id, reason: 'account.suspended' })
  switch (user.status) {
    case 'S':
      throw new Forbidden('the account is suspended', { reason: 'account.suspended' })
    case 'D':
      throw new Forbidden('the account is deleted', { reason: 'account.suspended' })
    case 'P':
      throw new Forbidden('the account is pending: it waits for its approval', { reason: 'account.suspended' })
    default:
      throw new Forbidden('', { reason: 'account.suspended' })
  }
}

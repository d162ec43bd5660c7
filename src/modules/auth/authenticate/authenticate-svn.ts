import { Unauthorized } from '../../../platform/errors.ts'
import { canSignIn, type Viewer } from '../../users/index.ts'
import { ACCESS_KEY_PREFIX, isValidFor } from '../model/access-key.ts'
import type { AuthDependencies } from '../model/auth.dependencies.ts'
import type { CredentialCaches } from '../store/credential-caches.ts'
import { authorizationOf, parseBasic, type Caller } from '../model/credentials.ts'
import type { RecordLastUse } from './record-last-used.ts'
import { parseSecretText } from '../model/secret-text.ts'
import type { RequirePasswordEnough } from './sign-in.ts'
import type { VerifyLogin } from './verify-login.ts'
import { authContextOf, type MakeViewer } from './auth-context.ts'

export type AuthenticateSvn = (caller: Caller) => Promise<Viewer>

/**
 * svn.md §3.1: HTTP Basic at every request; the password is an access key of the account with the scope `write:svn`, or its password. A
 * revoked key, a changed password or status invalidates the caches, so the next request is refused.
 */
export const authenticateSvn =
  (
    deps: AuthDependencies,
    caches: CredentialCaches,
    recordUse: RecordLastUse,
    viewerOf: MakeViewer,
    verifyLogin: VerifyLogin,
    requireEnough: RequirePasswordEnough,
  ): AuthenticateSvn =>
  async caller => {
    const authorization = authorizationOf(caller)
    const sent = authorization?.scheme === 'basic' ? parseBasic(authorization.value) : undefined
    if (!sent)
      throw new Unauthorized('sign in with user name and password, or an access key as password', {
        reason: 'credentials.missing',
      })
    const { login, password } = sent

    const secret = parseSecretText(ACCESS_KEY_PREFIX, password)
    const key = secret && (await caches.accessKeys.get(secret.id))
    if (key && isValidFor(key, secret.secret, 'write:svn', deps.clock.now())) {
      const owner = await deps.users.get(key.userId)
      if (owner && canSignIn(owner) && owner.login.toLowerCase() === login.toLowerCase()) {
        await recordUse(key.id, caller.ip)
        return viewerOf(owner, { means: 'svn', isReading: false, ...authContextOf(key) })
      }
    }
    const user = await verifyLogin(login, password, caller.ip)
    if (!user)
      throw new Unauthorized('the user name, the password or the access key is wrong', {
        reason: 'credentials.invalid',
      })
    await requireEnough(user)
    return viewerOf(user, { means: 'svn', isReading: false })
  }

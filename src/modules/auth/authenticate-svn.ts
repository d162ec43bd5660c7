import { Unauthorized } from '../../platform/errors.ts'
import { isAlive, type Viewer } from '../users/index.ts'
import { ACCESS_KEY_PREFIX, opens } from './access-key.ts'
import type { AuthDeps } from './auth.deps.ts'
import type { CredentialCaches } from './credential-caches.ts'
import { authorizationOf, parseBasic, type Caller } from './credentials.ts'
import type { NoteUse } from './note-use.ts'
import { parseSecretText } from './secret-text.ts'
import type { VerifyLogin } from './verify-login.ts'
import { entranceOf, type MakeViewer } from './viewer-of.ts'

export type AuthenticateSvn = (caller: Caller) => Promise<Viewer>

/**
 * svn.md §3.1: HTTP Basic at every request; the password is an access key of the account with the scope `write:svn`, or its password.
 * Everything is looked up in caches that a revoked key, a changed password or status empties: the next request is refused.
 */
export const authenticateSvn =
  (
    deps: AuthDeps,
    caches: CredentialCaches,
    noteUse: NoteUse,
    viewerOf: MakeViewer,
    verifyLogin: VerifyLogin,
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
    if (key && opens(key, secret.secret, 'write:svn', deps.clock.now())) {
      const owner = await deps.users.get(key.userId)
      if (owner && isAlive(owner) && owner.login.toLowerCase() === login.toLowerCase()) {
        await noteUse(key.id, caller.ip)
        return viewerOf(owner, { means: 'svn', isReading: false, ...entranceOf(key) })
      }
    }
    const user = await verifyLogin(login, password, caller.ip)
    if (!user)
      throw new Unauthorized('the user name, the password or the access key is wrong', {
        reason: 'credentials.invalid',
      })
    return viewerOf(user, { means: 'svn', isReading: false })
  }

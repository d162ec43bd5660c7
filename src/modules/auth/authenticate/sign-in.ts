import { Unauthorized } from '../../../platform/errors.ts'
import type { AuthDependencies } from '../model/auth.dependencies.ts'
import type { SignIn } from '../model/session.ts'
import type { CheckCode } from '../factors/check-code.ts'
import type { CredentialCaches } from '../store/credential-caches.ts'
import { noteRefusedSignIn } from './note-refused-sign-in.ts'
import type { VerifyLogin } from './verify-login.ts'

export interface SignInParts {
  readonly verifyLogin: VerifyLogin
  readonly checkCode: CheckCode
  readonly caches: Pick<CredentialCaches, 'secondFactors'>
}

/**
 * Signs in by name and password, and by a code where the account has a second factor. Another method of signing in is another function that
 * returns a `SignIn`. All faults of name and password have one message.
 */
export const signInByPassword =
  (deps: AuthDependencies, { verifyLogin, checkCode, caches }: SignInParts) =>
  async (
    {
      login,
      password,
      code,
    }: { readonly login: string; readonly password: string; readonly code?: string | undefined },
    ip: string,
  ): Promise<SignIn> => {
    const user = await verifyLogin(login, password, ip)
    if (!user) throw new Unauthorized('the user name or the password is wrong', { reason: 'credentials.invalid' })
    const at = deps.clock.now()
    if (!(await caches.secondFactors.get(user.id))?.hasFactor) return { user, methods: ['pwd'], at }
    if (code === undefined || code.trim() === '')
      throw new Unauthorized('the account has a second factor: send a code, too', { reason: 'second_factor.required' })
    if (!(await checkCode(user, code))) {
      noteRefusedSignIn(deps, { type: 'basic', ip, userId: user.id, reason: 'second_factor.invalid' })
      throw new Unauthorized('the code is wrong, or it was used before', { reason: 'second_factor.invalid' })
    }
    return { user, methods: ['pwd', 'otp', 'mfa'], at }
  }

export type RequirePasswordEnough = (user: { readonly id: number }) => Promise<void>

/** Throws for an account whose password alone opens nothing to programs (setting `passwords_beside_second_factors`). */
export const requirePasswordEnough =
  (
    { settings }: Pick<AuthDependencies, 'settings'>,
    caches: Pick<CredentialCaches, 'secondFactors'>,
  ): RequirePasswordEnough =>
  async ({ id }) => {
    if (settings.get('passwords_beside_second_factors') || !(await caches.secondFactors.get(id))?.hasFactor) return
    throw new Unauthorized(
      'the account has a second factor: programs sign in with an access key instead of the password',
      {
        reason: 'second_factor.key',
      },
    )
  }

import { Unauthorized } from '../../../platform/errors.ts'
import type { AuthDependencies } from '../model/auth.dependencies.ts'
import type { SignIn } from '../model/session.ts'
import type { VerifyLogin } from './verify-login.ts'

/** Signs in by name and password. Another method of signing in is another function that returns a `SignIn`. All faults have one message. */
export const signInByPassword =
  ({ clock }: AuthDependencies, verifyLogin: VerifyLogin) =>
  async (login: string, password: string, ip: string): Promise<SignIn> => {
    const user = await verifyLogin(login, password, ip)
    if (!user) throw new Unauthorized('the user name or the password is wrong', { reason: 'credentials.invalid' })
    return { user, methods: ['pwd'], at: clock.now() }
  }

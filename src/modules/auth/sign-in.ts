import { Unauthorized } from '../../platform/errors.ts'
import type { AuthDeps } from './auth.deps.ts'
import { verifyLogin } from './authenticate.ts'
import type { SignIn } from './session.ts'

/** Signing in by name and password. Another way is another function that ends in a `SignIn`. One answer for all that is wrong. */
export const signInByPassword =
  (deps: AuthDeps) =>
  async (login: string, password: string): Promise<SignIn> => {
    const user = await verifyLogin(deps, login, password)
    if (!user) throw new Unauthorized('the user name or the password is wrong')
    return { user, methods: ['pwd'], at: deps.clock.now() }
  }

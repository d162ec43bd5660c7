import { isAlive, type User } from '../users/index.ts'
import type { AuthDeps } from './auth.deps.ts'
import type { SignInDelays } from './sign-in-delays.ts'

const findAccount = async (users: AuthDeps['users'], login: string): Promise<User | undefined> =>
  // NUL is in no name, and PostgreSQL takes none.
  login.includes('\0') ? undefined : users.findByLogin(login)

/** The account that login and password open; undefined also when the account may not sign in (§2.1: one answer for all). */
export const verifyLogin = async (
  { users }: Pick<AuthDeps, 'users'>,
  login: string,
  password: string,
): Promise<User | undefined> => {
  const user = await findAccount(users, login)
  const isRight = await users.checkPassword(user?.id, password)
  return user && isRight && isAlive(user) ? user : undefined
}

/** The same for who may be guessing: after failures it takes longer. */
export type VerifyLogin = (login: string, password: string, ip: string) => Promise<User | undefined>

export const verifyLoginWithDelays =
  ({ users }: AuthDeps, delays: SignInDelays): VerifyLogin =>
  async (login, password, ip) => {
    const user = await findAccount(users, login)
    // A password that was right a moment ago costs no query, whatever others try meanwhile.
    if (user && isAlive(user) && users.checkPassword.isRemembered(user.id, password)) return user
    return delays.attempt(login, ip, () => verifyLogin({ users }, login, password))
  }

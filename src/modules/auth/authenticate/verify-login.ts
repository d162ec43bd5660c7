import { createHmac, randomBytes } from 'node:crypto'
import { canSignIn, type User } from '../../users/index.ts'
import type { AuthDependencies } from '../model/auth.dependencies.ts'
import type { SignInDelays } from './sign-in-delays.ts'

const findAccount = async (users: AuthDependencies['users'], login: string): Promise<User | undefined> =>
  // NUL is in no name, and PostgreSQL takes none.
  login.includes('\0') ? undefined : users.findByLogin(login)

/** The account that login and password open; undefined also when the account may not sign in (§2.1: one answer for all). */
export const verifyLogin = async (
  { users }: Pick<AuthDependencies, 'users'>,
  login: string,
  password: string,
): Promise<User | undefined> => {
  const user = await findAccount(users, login)
  const isRight = await users.checkPassword(user?.id, password)
  return user && isRight && canSignIn(user) ? user : undefined
}

/** The same for who may be guessing: after failures it takes longer. Every way in that takes a password goes by it. */
export type VerifyLogin = (login: string, password: string, ip: string) => Promise<User | undefined>

export const verifyLoginWithDelays = ({ users }: AuthDependencies, delays: SignInDelays): VerifyLogin => {
  const key = randomBytes(32)
  const running = new Map<string, Promise<User | undefined>>()

  return async (login, password, ip) => {
    const user = await findAccount(users, login)
    // A password that was right a moment ago costs no query, whatever others try meanwhile.
    if (user && canSignIn(user) && users.checkPassword.isRemembered(user.id, password)) return user
    // A program that begins with many requests at once makes one attempt: whoever repeats a guess learns nothing new.
    const name = createHmac('sha256', key)
      .update(JSON.stringify([login.toLowerCase(), ip, password]))
      .digest('base64')
    const current =
      running.get(name) ??
      delays.attempt(login, ip, () => verifyLogin({ users }, login, password)).finally(() => running.delete(name))
    running.set(name, current)
    return current
  }
}

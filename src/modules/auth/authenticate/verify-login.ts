import { createHmac, randomBytes } from 'node:crypto'
import { canSignIn, type User } from '../../users/index.ts'
import type { AuthDependencies } from '../model/auth.dependencies.ts'
import { noteRefusedSignIn } from './note-refused-sign-in.ts'
import type { SignInDelays } from './sign-in-delays.ts'

const findAccount = async (users: AuthDependencies['users'], login: string): Promise<User | undefined> =>
  // No name contains NUL, and PostgreSQL refuses it.
  login.includes('\0') ? undefined : users.findByLogin(login)

/** The account of the login and password; undefined also if the account may not sign in (§2.1: one response for all faults). */
export const verifyLogin = async (
  { users }: Pick<AuthDependencies, 'users'>,
  login: string,
  password: string,
): Promise<User | undefined> => {
  const user = await findAccount(users, login)
  const isRight = await users.checkPassword(user?.id, password)
  return user && isRight && canSignIn(user) ? user : undefined
}

/** Like `verifyLogin`, with a delay after failures. Every sign-in with a password calls it. */
export type VerifyLogin = (login: string, password: string, ip: string) => Promise<User | undefined>

export const verifyLoginWithDelays = (deps: AuthDependencies, delays: SignInDelays): VerifyLogin => {
  const { users } = deps
  const key = randomBytes(32)
  const running = new Map<string, Promise<User | undefined>>()

  return async (login, password, ip) => {
    const user = await findAccount(users, login)
    // A recently verified password costs no query, even while others guess.
    if (user && canSignIn(user) && users.checkPassword.isRemembered(user.id, password)) return user
    // Concurrent requests with the same credentials make one attempt: repeating a guess teaches an attacker nothing.
    const name = createHmac('sha256', key)
      .update(JSON.stringify([login.toLowerCase(), ip, password]))
      .digest('base64')
    const current =
      running.get(name) ??
      delays.attempt(login, ip, () => verifyLogin({ users }, login, password)).finally(() => running.delete(name))
    running.set(name, current)
    const verified = await current
    if (!verified) noteRefusedSignIn(deps, { type: 'basic', ip, userId: user?.id })
    return verified
  }
}

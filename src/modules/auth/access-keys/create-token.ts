import { inTransaction } from '../../../platform/db/db.ts'
import { Unauthorized } from '../../../platform/errors.ts'
import { appendEvents } from '../../../platform/events/event-log.store.ts'
import type { AuthDependencies } from '../model/auth.dependencies.ts'
import { insertToken } from '../store/auth.store.ts'
import { hashSecret, newSecret } from '../model/secret-text.ts'
import type { RequirePasswordEnough } from '../authenticate/sign-in.ts'
import type { VerifyLogin } from '../authenticate/verify-login.ts'

/** auth.md §3: exactly 24 hours. */
const LIFETIME_MS = 24 * 3_600_000

export interface NewToken {
  readonly userId: number
  readonly token: string
}

/** A sign-in for 24 hours (deprecated in favour of access keys). An inactive account gets the same response as a wrong password. */
export const createToken =
  (deps: AuthDependencies, verifyLogin: VerifyLogin, requireEnough: RequirePasswordEnough) =>
  async (login: string, password: string, ip: string): Promise<NewToken> => {
    const user = await verifyLogin(login, password, ip)
    if (!user) throw new Unauthorized('the user name or the password is wrong', { reason: 'credentials.invalid' })
    await requireEnough(user)
    const token = newSecret().toString('hex')
    const createdAt = deps.clock.now()
    const expiresAt = new Date(createdAt.getTime() + LIFETIME_MS)
    await inTransaction(deps.db, async tx => {
      await insertToken(tx, { hash: hashSecret(token), userId: user.id, createdAt, expiresAt })
      await appendEvents(tx, [{ kind: 'token.created', actorId: user.id, means: 'rest', payload: { userId: user.id } }])
    })
    return { userId: user.id, token }
  }

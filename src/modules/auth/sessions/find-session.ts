import { inTransaction } from '../../../platform/db/db.ts'
import { canSignIn, type User } from '../../users/index.ts'
import type { AuthDependencies } from '../model/auth.dependencies.ts'
import type { CredentialCaches } from '../store/credential-caches.ts'
import { endSessions } from './end-sessions.ts'
import { isSessionOpen, type Session } from '../model/session.ts'
import { parseSessionCookie, sessionCookieName } from './session-cookie.ts'

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** An open session and its account, which may sign in. */
export interface SessionWithUser {
  readonly session: Session
  readonly user: User
}

/**
 * The session of the cookie of a request. Does not check where the request comes from: the caller of this function does. auth.md §2.1: an
 * unknown or expired session counts as none; sessions of an account that may not sign in are ended.
 */
export type FindSession = (headers: Headers) => Promise<SessionWithUser | undefined>

export const findSession =
  ({ db, clock, users, settings }: AuthDependencies, { sessions }: Pick<CredentialCaches, 'sessions'>): FindSession =>
  async headers => {
    if (headers.cookie === undefined) return undefined
    const sent = parseSessionCookie(headers, sessionCookieName(settings.get('sys_cookie_prefix')))
    const session = sent && (await sessions.get(sent.id))
    if (!session || !isSessionOpen(session, sent.secret, clock.now())) return undefined
    const user = await users.get(session.userId)
    if (user && canSignIn(user)) return { session, user }
    await inTransaction(db, tx => endSessions(tx, session.userId))
    return undefined
  }

import { inTransaction } from '../../platform/db/db.ts'
import { isAlive, type User } from '../users/index.ts'
import type { AuthDeps } from './auth.deps.ts'
import type { CredentialCaches } from './credential-caches.ts'
import { endSessions } from './end-sessions.ts'
import { isSessionOpen, type Session } from './session.ts'
import { parseSessionCookie, sessionCookieName } from './session-cookie.ts'

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** An open session and its account, which may sign in. */
export interface FoundSession {
  readonly session: Session
  readonly user: User
}

/**
 * The session that the cookie of a request names. Nothing is said about where the request comes from: whoever acts on it asks that.
 * auth.md §2.1: an unknown or expired one is none; those of an account that may not sign in any more are ended.
 */
export type FindSession = (headers: Headers) => Promise<FoundSession | undefined>

export const findSession =
  ({ db, clock, users, settings }: AuthDeps, { sessions }: Pick<CredentialCaches, 'sessions'>): FindSession =>
  async headers => {
    if (headers.cookie === undefined) return undefined
    const sent = parseSessionCookie(headers, sessionCookieName(settings.get('sys_cookie_prefix')))
    const session = sent && (await sessions.get(sent.id))
    if (!session || !isSessionOpen(session, sent.secret, clock.now())) return undefined
    const user = await users.get(session.userId)
    if (user && isAlive(user)) return { session, user }
    await inTransaction(db, tx => endSessions(tx, session.userId))
    return undefined
  }

import { invalidateMany, inTransaction } from '../../../platform/db/db.ts'
import { appendEvents } from '../../../platform/events/event-log.store.ts'
import type { AuthDependencies } from '../model/auth.dependencies.ts'
import { endSessions } from './end-sessions.ts'
import type { FindSession } from './find-session.ts'
import { hashSecret, newSecret } from '../model/secret-text.ts'
import { sessionCookie, sessionCookieName } from './session-cookie.ts'
import type { Session, SignIn } from '../model/session.ts'
import { insertSession, removeSurplusSessions } from '../store/sessions.store.ts'

const DAY_MS = 86_400_000
/** Maximum sessions of one account. One more ends the session that was not used for the longest time. */
const MAX_SESSIONS = 100
const MAX_USER_AGENT = 500

/** The part of the request that a session stores. */
export interface SessionOrigin {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly ip: string
}

export interface NewSession {
  readonly session: Omit<Session, 'secretHash'>
  /** For `Set-Cookie`: only this text holds the secret. */
  readonly cookie: string
}

/**
 * Opens a new session for the user who signed in. Id and secret are new, whatever cookie the request has. The browser's former session
 * ends, because its cookie is replaced.
 */
export const openSession =
  ({ db, clock, settings }: AuthDependencies, find: FindSession) =>
  async ({ user, methods, at }: SignIn, { headers, ip }: SessionOrigin): Promise<NewSession> => {
    const secret = newSecret()
    const lifetime = Math.max(settings.get('session_days'), 1) * DAY_MS
    const session = {
      userId: user.id,
      methods,
      signedInAt: at,
      expiresAt: new Date(clock.now().getTime() + lifetime),
      lastUsedAt: clock.now(),
      lastUsedBy: ip,
      userAgent: String(headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT),
    }
    const replaced = await find(headers)
    const id = await inTransaction(db, async tx => {
      if (replaced) await endSessions(tx, replaced.user.id, { only: replaced.session.id })
      const newId = await insertSession(tx, { ...session, secretHash: hashSecret(secret) })
      await invalidateMany(tx, 'session', await removeSurplusSessions(tx, user.id, MAX_SESSIONS))
      await appendEvents(tx, [
        {
          kind: 'session.opened',
          actorId: user.id,
          means: 'web',
          payload: { userId: user.id, sessionId: newId, methods },
        },
      ])
      return newId
    })
    const name = sessionCookieName(settings.get('sys_cookie_prefix'))
    return { session: { ...session, id }, cookie: sessionCookie(name, id, secret, lifetime / 1000) }
  }

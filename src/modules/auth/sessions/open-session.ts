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
/** Of one account at once; with one more, the one that was not used for the longest time ends. */
const MAX_SESSIONS = 100
const MAX_USER_AGENT = 500

/** What opens a session, as far as it is remembered. */
export interface SessionOrigin {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly ip: string
}

export interface NewSession {
  readonly session: Omit<Session, 'secretHash'>
  /** For `Set-Cookie`: the only place that has the secret. */
  readonly cookie: string
}

/**
 * Gives whoever signed in a session of its own: number and secret are new, whatever cookie the request came with. A session that the
 * browser had until then ends, since its cookie is replaced.
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

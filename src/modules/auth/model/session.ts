import { timingSafeEqual } from 'node:crypto'
import type { User } from '../../users/index.ts'
import { isExpired } from './access-key.ts'
import { hashSecret } from './secret-text.ts'

/** How a user proved their identity, in the words of RFC 8176. Another server adds its own. */
export type SignInMethod = 'pwd' | 'otp' | 'mfa'

/** The user who signed in, how and when. Every method of signing in returns it, and a session is created from it alone. */
export interface SignIn {
  readonly user: User
  readonly methods: readonly SignInMethod[]
  readonly at: Date
}

export interface Session {
  readonly id: number
  readonly userId: number
  readonly secretHash: Buffer
  readonly methods: readonly string[]
  readonly signedInAt: Date
  readonly expiresAt: Date
  readonly lastUsedAt: Date
  readonly lastUsedBy: string
  readonly userAgent: string
}

export const isSessionOpen = (session: Session, secret: Buffer, now: Date): boolean =>
  !isExpired(session.expiresAt, now) && timingSafeEqual(session.secretHash, hashSecret(secret))

import { timingSafeEqual } from 'node:crypto'
import { coversScope, type AccessKeyScope } from './scopes.ts'
import { hashSecret } from './secret-text.ts'

/** auth.md §4.1 */
export const ACCESS_KEY_PREFIX = 'tlp-k1-'
/** Age from which a recorded last use is recorded again (§4.3). */
const LAST_USE_RESOLUTION_MS = 3_600_000

/** The last recorded use: time and address. */
export interface LastUse {
  readonly lastUsedAt: Date | null
  readonly lastUsedBy: string | null
}

export interface AccessKey extends LastUse {
  readonly id: number
  readonly userId: number
  readonly secretHash: Buffer
  readonly description: string
  readonly scopes: readonly string[]
  /** Projects of a limited key; null: all projects of its owner. */
  readonly projectIds: readonly number[] | null
  readonly createdAt: Date
  readonly expiresAt: Date | null
}

export const isExpired = (expiresAt: Date | null, now: Date): boolean => expiresAt !== null && expiresAt <= now

/** §4.3: whether the key is not expired, has the right secret and the scope. */
export const isValidFor = (key: AccessKey, secret: Buffer, scope: AccessKeyScope, now: Date): boolean =>
  !isExpired(key.expiresAt, now) &&
  timingSafeEqual(key.secretHash, hashSecret(secret)) &&
  coversScope(key.scopes, scope)

/** §4.3, also for sessions: whether the use was never recorded, came from another address, or was recorded long ago. */
export const isLastUseOutdated = (thing: LastUse, ip: string, now: Date): boolean =>
  thing.lastUsedAt === null ||
  thing.lastUsedBy !== ip ||
  now.getTime() - thing.lastUsedAt.getTime() >= LAST_USE_RESOLUTION_MS

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { decoyHash, hashPassword, isOutdatedHash, verifyPassword } from '../model/password.ts'
import { findPasswordHash, replacePasswordHash } from '../store/users.store.ts'

const REMEMBERED_MS = 60_000
const MAX_REMEMBERED = 10_000

export interface PasswordCheck {
  /** Whether the password is the account's. `undefined` (no such account) takes as long as a wrong password. */
  (userId: number | undefined, password: string): Promise<boolean>
  /** Whether the password was verified a moment ago. Reads memory only. */
  isRemembered(userId: number, password: string): boolean
}

interface VerifiedPassword {
  readonly mac: Buffer
  readonly until: number
}

/**
 * Caches a verified password for 60 seconds, as an HMAC under a key that only this process has, until the account changes (DESIGN.md §4).
 * Wrong passwords are never cached.
 */
export const checkPassword = (db: Db, clock: Clock): PasswordCheck => {
  const key = randomBytes(32)
  const verified = new LRUCache<number, VerifiedPassword>({ max: MAX_REMEMBERED })
  const running = new Map<string, Promise<boolean>>()
  // A check that began before a change must not be cached after the change.
  let generation = 0
  db.invalidations.on('user', id => {
    generation++
    if (id === null) verified.clear()
    else verified.delete(Number(id))
  })

  const macOf = (userId: number, password: string): Buffer =>
    createHmac('sha256', key).update(`${userId}:`).update(password).digest()

  const verifyStored = async (userId: number, password: string, mac: Buffer): Promise<boolean> => {
    const before = generation
    const stored = await findPasswordHash(db, userId)
    if (stored === null) return refuseSlowly(password)
    if (!(await verifyPassword(stored, password))) return false
    if (isOutdatedHash(stored)) await replacePasswordHash(db.kysely, userId, stored, await hashPassword(password))
    if (generation === before && db.invalidations.isListening())
      verified.set(userId, { mac, until: clock.now().getTime() + REMEMBERED_MS })
    return true
  }

  const isKnown = (userId: number, mac: Buffer): boolean => {
    const known = verified.get(userId)
    return known !== undefined && known.until > clock.now().getTime() && timingSafeEqual(known.mac, mac)
  }

  const check = async (userId: number | undefined, password: string): Promise<boolean> => {
    if (userId === undefined) return refuseSlowly(password)
    const mac = macOf(userId, password)
    if (isKnown(userId, mac)) return true
    // Concurrent requests with the same password share one verification.
    const name = `${generation}:${mac.toString('base64')}`
    const current = running.get(name) ?? verifyStored(userId, password, mac).finally(() => running.delete(name))
    running.set(name, current)
    return current
  }
  return Object.assign(check, {
    isRemembered: (userId: number, password: string) => isKnown(userId, macOf(userId, password)),
  })
}

const decoy = decoyHash()

/** Takes as long as a verification, so that the time does not tell which accounts exist. */
const refuseSlowly = async (password: string): Promise<false> => {
  await verifyPassword(decoy, password)
  return false
}

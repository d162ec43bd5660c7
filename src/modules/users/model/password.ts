import { hash, verify, type Options } from '@node-rs/argon2'
import { randomBytes } from 'node:crypto'
import { Invalid } from '../../../platform/errors.ts'
import { hashing } from '../../../platform/overload/thread-pool.ts'

// OWASP's parameters for argon2id. The package's const enum has 2 for argon2id; type stripping cannot read that enum.
const parameters: Options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const currentPrefix = '$argon2id$v=19$m=19456,t=2,p=1$'

/** Longer passwords are refused: anybody could make the server hash a megabyte. */
const MAX_LENGTH = 1024

/** Why the password may not be chosen (auth.md §5), or undefined. */
export const passwordFault = (password: string): string | undefined => {
  if ([...password].length < 8) return 'a password needs at least 8 characters'
  if (password.length > MAX_LENGTH) return `a password has at most ${MAX_LENGTH} characters`
  return undefined
}

/** Throws when the password may not be chosen. */
export const requirePassword = (password: string): void => {
  const fault = passwordFault(password)
  if (fault !== undefined) throw new Invalid(fault, { reason: 'parameter.range', parameter: 'password' })
}

/** Waits for the semaphore; throws `overloaded` if too many callers wait. */
export const hashPassword = (password: string): Promise<string> => hashing.run(() => hash(password, parameters))

/** Whether the hash was made with other parameters than the current ones. The next successful sign-in then replaces it. */
export const isOutdatedHash = (stored: string): boolean => !stored.startsWith(currentPrefix)

/** Returns false for a stored hash that cannot be read. Waits for the semaphore like `hashPassword`. */
export const verifyPassword = async (stored: string, password: string): Promise<boolean> => {
  if (password.length > MAX_LENGTH) return false
  return hashing.run(() => verify(stored, password).catch(() => false))
}

/** A hash that matches no password, for a verification whose only purpose is to take as long as a real one. */
export const decoyHash = (): string => `${currentPrefix}${[16, 32].map(unpadded).join('$')}`
const unpadded = (size: number): string => randomBytes(size).toString('base64').replaceAll('=', '')

export const randomPassword = (): string => randomBytes(18).toString('base64url')

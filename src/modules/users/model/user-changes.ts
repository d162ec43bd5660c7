import type { UserStatus } from './user.ts'

export interface UserChanges {
  readonly login?: string
  readonly realName?: string
  readonly email?: string
  readonly ldapId?: string
  readonly status?: UserStatus
  readonly language?: string
  readonly timezone?: string | null
  /** Hash from `hashPassword`. */
  readonly passwordHash?: string
  /** Replaces all keys. */
  readonly sshKeys?: readonly string[]
}

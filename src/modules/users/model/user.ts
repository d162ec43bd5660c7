import type { Language } from './choices.ts'
import type { NameStyle } from './name-style.ts'

/** auth.md §1.2 */
export const userStatuses = ['A', 'R', 'S', 'D', 'P', 'V', 'W'] as const
export type UserStatus = (typeof userStatuses)[number]

/** An account, as every process caches it; holds no secret. */
export interface User {
  readonly id: number
  readonly login: string
  readonly realName: string
  readonly email: string
  readonly ldapId: string
  readonly status: UserStatus
  /** Language that the owner chose, for pages and mails; '' = none. */
  readonly language: Language | ''
  /** IANA name; null = the platform's zone. */
  readonly timezone: string | null
  /** How this user wants to see the names of users. */
  readonly nameStyle: NameStyle
}

/** "Nobody" in lists of users (fields.md §3.5). */
export const NONE_USER_ID = 100
/** The first administrator of an installation. */
export const FIRST_ADMINISTRATOR_ID = 101

/** Active or restricted: may sign in, is found and counted. */
export const canSignIn = (user: { readonly status: UserStatus }): boolean => user.status === 'A' || user.status === 'R'

import { hashPassword, requirePassword, type UserStatus } from '../../users/index.ts'

/** What an operator says about an account; what is left out stays as it is, or is as everybody's. */
export interface AccountValues {
  readonly login?: string
  readonly realName?: string
  readonly email?: string
  readonly status?: UserStatus
  readonly password?: string
  readonly sshKeys?: readonly string[]
  readonly isSiteAdministrator?: boolean
}

/** The column of a password, hashed; none when there is no password. Throws when it may not be chosen. */
export const hashOf = async (
  password: string | undefined,
): Promise<{ passwordHash: string } | Record<string, never>> => {
  if (password === undefined) return {}
  requirePassword(password)
  return { passwordHash: await hashPassword(password) }
}

import { hashPassword, requirePassword, type UserStatus } from '../../users/index.ts'

/** Properties of an account that an operator gives; a property that is left out stays as it is, or gets its default. */
export interface AccountValues {
  readonly login?: string
  readonly realName?: string
  readonly email?: string
  readonly status?: UserStatus
  readonly password?: string
  readonly sshKeys?: readonly string[]
  readonly isSiteAdministrator?: boolean
}

/** The column of a hashed password; empty if there is no password. Throws if the password may not be chosen. */
export const hashOf = async (
  password: string | undefined,
): Promise<{ passwordHash: string } | Record<string, never>> => {
  if (password === undefined) return {}
  requirePassword(password)
  return { passwordHash: await hashPassword(password) }
}

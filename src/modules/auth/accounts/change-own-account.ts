import { inTransaction } from '../../../platform/db/db.ts'
import { Invalid, Unauthorized } from '../../../platform/errors.ts'
import { isMailAddress } from '../../../platform/mail/address.ts'
import { parseTimezone, type OwnChoices, type Viewer } from '../../users/index.ts'
import type { AuthDependencies } from '../model/auth.dependencies.ts'
import type { VerifyLogin } from '../authenticate/verify-login.ts'

export interface OwnAccountChanges extends OwnChoices {
  readonly realName?: string
  readonly email?: string
  readonly currentPassword?: string
  /** '' = the platform's zone. */
  readonly timezone?: string
}

/** Somebody else may use an unlocked screen: a change by which the owner could lose the account requires the password. */
export const requireOwnPassword =
  (verifyLogin: VerifyLogin) =>
  async (viewer: Viewer, password: string, ip: string): Promise<void> => {
    if (!(await verifyLogin(viewer.login, password, ip)))
      throw new Invalid('`current_password` is not the password of your account', {
        reason: 'parameter.range',
        parameter: 'current_password',
      })
  }

/** Changes the caller's names, address and choices, all or nothing. */
export const changeOwnAccount =
  ({ db, users }: AuthDependencies, requirePassword: ReturnType<typeof requireOwnPassword>) =>
  async (viewer: Viewer, changes: OwnAccountChanges, ip: string): Promise<void> => {
    const { realName, email, currentPassword, timezone, ...choices } = changes
    const zone = timezone === undefined ? {} : { timezone: parseTimezone(timezone) }
    const user = await users.get(viewer.userId)
    if (!user) throw new Unauthorized('', { reason: 'credentials.missing' })
    const isNewAddress = email !== undefined && email !== user.email
    if (isNewAddress) {
      if (!isMailAddress(email))
        throw new Invalid('`email` is to be an e-mail address', { reason: 'parameter.range', parameter: 'email' })
      if (currentPassword === undefined)
        throw new Invalid('`current_password` is required: another address opens the way to another password', {
          reason: 'parameter.required',
          parameter: 'current_password',
        })
      await requirePassword(viewer, currentPassword, ip)
    }
    await inTransaction(db, async tx => {
      const columns = { ...(realName !== undefined && { realName }), ...(isNewAddress && { email }), ...zone }
      await users.update(tx, viewer.userId, columns, viewer)
      await users.changeOwnChoices(tx, viewer.userId, choices)
    })
  }

export const changeOwnPassword =
  ({ users }: AuthDependencies, requirePassword: ReturnType<typeof requireOwnPassword>) =>
  async (viewer: Viewer, current: string, next: string, ip: string): Promise<void> => {
    await requirePassword(viewer, current, ip)
    // The listeners of `setPassword` end the other sessions.
    await users.setPassword(viewer.userId, next, viewer)
  }

import { inTransaction } from '../../../platform/db/db.ts'
import { Invalid } from '../../../platform/errors.ts'
import { isMailAddress } from '../../../platform/mail/address.ts'
import { canSignIn, type Actor } from '../../users/index.ts'
import { hashOf, type AccountValues } from '../model/account-values.ts'
import type { AuthDependencies } from '../model/auth.dependencies.ts'
import { inviteOwner } from './invite-owner.ts'
import { setSiteAdministrator } from './set-site-administrator.ts'

export interface NewAccountValues extends Omit<AccountValues, 'login'> {
  /** Without a password: a mail leads the owner to a page on which to choose one. */
  readonly isInvited?: boolean
}

/** Creates an account with its password and rights, or nothing (http.md §13: by the rules of the routes). */
export const createAccount =
  (deps: AuthDependencies) =>
  async (login: string, values: NewAccountValues, actor: Actor): Promise<number> => {
    const { db, users, settings } = deps
    const { password, isSiteAdministrator = false, isInvited = false, ...columns } = values
    if (values.status === 'R' && settings.get('access_mode') !== 'restricted')
      throw new Invalid('restricted accounts are not in use on this platform: its access_mode is not restricted', {
        reason: 'conflict',
      })
    if (isSiteAdministrator && (values.status ?? 'A') !== 'A')
      throw new Invalid('a site administrator is an active account', { reason: 'parameter.range' })
    if (isInvited) requireInvitable(values)
    const passwordHash = await hashOf(password)
    // The language of the new owner is unknown; the inviting administrator's language is the best guess.
    const inviter = actor.userId === null ? undefined : await users.get(actor.userId)
    return inTransaction(db, async tx => {
      const id = await users.create(tx, { ...columns, login, ...passwordHash }, actor)
      if (isSiteAdministrator) await setSiteAdministrator(tx, id, true, actor)
      if (isInvited) {
        const { realName = '', email = '' } = values
        await inviteOwner(deps, tx, { id, login, realName, email, language: inviter?.language ?? '' }, actor)
      }
      return id
    })
  }

const requireInvitable = ({ email = '', password, status = 'A' }: NewAccountValues): void => {
  if (password !== undefined)
    throw new Invalid('an account gets either a password or an invitation to choose one', { reason: 'parameter.range' })
  if (!isMailAddress(email))
    throw new Invalid('an invitation goes to an e-mail address: the account needs one', {
      reason: 'parameter.required',
    })
  if (!canSignIn({ status }))
    throw new Invalid('an account that may not sign in yet cannot be invited to: give it a password', {
      reason: 'parameter.range',
    })
}

import { isMailAddress } from '../../../platform/mail/address.ts'
import type { Mail } from '../../../platform/mail/mail.ts'
import { canSignIn, type AccountChange } from '../../users/index.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { composeMail, forgottenUrl } from '../model/account-mails.ts'
import type { AuthDependencies } from '../model/auth.dependencies.ts'

/**
 * Tells the owner about a changed password or address, at the address before the change: an attacker who took over the account cannot
 * intercept that mail. The first password of an account causes no mail.
 */
export const notifyOwner =
  (deps: AuthDependencies) =>
  async (tx: Tx, { before, changes, actor }: AccountChange): Promise<void> => {
    if (!canSignIn(before)) return
    const about = {
      login: changes.login ?? before.login,
      platform: deps.settings.get('platform_name'),
      isByOwner: actor.userId === before.id,
      forgottenUrl: forgottenUrl(deps),
    }
    const owner = { ...before, language: before.chosenLanguage }
    const mails: Mail[] = []
    if (changes.passwordHash !== undefined && before.hasPassword)
      mails.push(composeMail(owner, texts => texts.passwordChanged(about)))
    if (changes.email !== undefined) {
      mails.push(composeMail(owner, texts => texts.addressLeft(about)))
      mails.push(composeMail({ ...owner, email: changes.email }, texts => texts.addressTaken(about)))
    }
    const sendable = mails.filter(({ to }) => isMailAddress(to.address))
    if (sendable.length > 0) await deps.mailer.queue(tx, sendable)
  }

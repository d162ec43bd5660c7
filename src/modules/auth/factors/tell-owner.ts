import type { Tx } from '../../../platform/db/db.ts'
import { isMailAddress } from '../../../platform/mail/address.ts'
import type { User } from '../../users/index.ts'
import { composeMail, forgottenUrl } from '../model/account-mails.ts'
import type { AuthDependencies } from '../model/auth.dependencies.ts'
import type { AccountChangeContext, MailText, MailTexts } from '../model/mail-texts/mail-texts.ts'

/** Queues a mail to the owner about the second factors of the account. */
export const tellOwner = async (
  deps: AuthDependencies,
  tx: Tx,
  user: User,
  say: (texts: MailTexts, about: AccountChangeContext) => MailText,
  isByOwner = true,
): Promise<void> => {
  if (!isMailAddress(user.email)) return
  const about = {
    login: user.login,
    platform: deps.settings.get('platform_name'),
    isByOwner,
    forgottenUrl: forgottenUrl(deps),
  }
  await deps.mailer.queue(tx, [composeMail(user, texts => say(texts, about))])
}

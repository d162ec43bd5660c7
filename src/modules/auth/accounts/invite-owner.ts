import type { Tx } from '../../../platform/db/db.ts'
import { appendEvents } from '../../../platform/events/event-log.store.ts'
import type { Actor } from '../../users/index.ts'
import { choiceUrl, composeMail, forgottenUrl, type Recipient } from '../model/account-mails.ts'
import type { AuthDependencies } from '../model/auth.dependencies.ts'
import { issueReset } from './password-resets.ts'

const LIFETIME_MS = 7 * 86_400_000

/**
 * Sends the owner of a new account a mail with a link to choose a password. The mail is queued in the transaction that creates the account.
 */
export const inviteOwner = async (
  deps: AuthDependencies,
  tx: Tx,
  user: Recipient & { readonly id: number },
  actor: Actor,
): Promise<void> => {
  const token = await issueReset(deps, tx, user, LIFETIME_MS)
  const payload = { userId: user.id }
  await appendEvents(tx, [{ kind: 'user.invited', actorId: actor.userId, means: actor.means, payload }])
  const about = { login: user.login, platform: deps.settings.get('platform_name') }
  const urls = { url: choiceUrl(deps, token), forgottenUrl: forgottenUrl(deps) }
  await deps.mailer.queue(tx, [composeMail(user, texts => texts.welcome({ ...about, ...urls }))])
}

import type { Tx } from '../../../platform/db/db.ts'
import { appendEvents } from '../../../platform/events/event-log.store.ts'
import type { Actor } from '../../users/index.ts'
import { choiceUrl, composeMail, forgottenUrl, type Recipient } from './account-mails.ts'
import type { AuthDependencies } from '../model/auth.dependencies.ts'
import { issueReset } from './password-resets.ts'

const LIFETIME_MS = 7 * 86_400_000

/** Welcomes the owner of a new account by a mail with a link to choose a password: goes out when the account is there, or never. */
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

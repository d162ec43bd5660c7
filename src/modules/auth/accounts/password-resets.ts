import { createHash } from 'node:crypto'
import { inTransaction, type Tx } from '../../../platform/db/db.ts'
import { NotFound } from '../../../platform/errors.ts'
import { appendEvents } from '../../../platform/events/event-log.store.ts'
import { enqueueJobs } from '../../../platform/jobs/jobs.store.ts'
import type { Job } from '../../../platform/jobs/jobs.ts'
import { isMailAddress } from '../../../platform/mail/address.ts'
import { hashPassword, canSignIn, requirePassword, type User } from '../../users/index.ts'
import { choiceUrl, composeMail } from '../model/account-mails.ts'
import type { AuthDependencies } from '../model/auth.dependencies.ts'
import {
  countResets,
  insertReset,
  findReset,
  consumeReset,
  type PasswordReset,
} from '../store/password-resets.store.ts'
import { hashSecret, newSecret } from '../model/secret-text.ts'

const LIFETIME_MS = 3_600_000
/** Maximum mails to one account in an hour; more requests have no effect. */
const MAX_MAILS = 3
/** Maximum accounts of one address that one request writes to. */
const MAX_ACCOUNTS = 10
const SEND_RESET = 'send_password_reset'

/**
 * Requests a mail with a link to choose another password. A job looks up the account later, so neither the response nor its duration tells
 * whether the account exists.
 */
export const requestReset =
  ({ db }: AuthDependencies) =>
  async (loginOrEmail: string): Promise<void> => {
    const key = createHash('sha256').update(loginOrEmail.toLowerCase()).digest('hex')
    await enqueueJobs(db.kysely, [{ name: SEND_RESET, payload: { loginOrEmail }, key: `${SEND_RESET}:${key}` }])
  }

export const resetJobs = (deps: AuthDependencies): Job[] => [
  {
    name: SEND_RESET,
    run: async payload => {
      const { loginOrEmail } = payload as { loginOrEmail: string }
      for (const user of await accountsOf(deps, loginOrEmail)) await sendReset(deps, user)
    },
  },
]

const accountsOf = async ({ users }: AuthDependencies, loginOrEmail: string): Promise<User[]> => {
  const byLogin = await users.findByLogin(loginOrEmail)
  const found = byLogin ? [byLogin] : await users.findByEmail(loginOrEmail)
  return found.filter(user => canSignIn(user) && isMailAddress(user.email)).slice(0, MAX_ACCOUNTS)
}

const sendReset = (deps: AuthDependencies, user: User): Promise<void> =>
  inTransaction(deps.db, async tx => {
    const { clock, settings, mailer } = deps
    if ((await countResets(tx, user.id, new Date(clock.now().getTime() - LIFETIME_MS))) >= MAX_MAILS) return
    const token = await issueReset(deps, tx, user, LIFETIME_MS)
    await appendEvents(tx, [{ kind: 'password_reset.sent', actorId: null, means: 'job', payload: { userId: user.id } }])
    const about = { login: user.login, platform: settings.get('platform_name'), url: choiceUrl(deps, token) }
    await mailer.queue(tx, [composeMail(user, texts => texts.reset(about))])
  })

/** Creates a token that sets the password of the account once. Only the mail to the account's address may hold it. */
export const issueReset = async (
  { clock }: AuthDependencies,
  tx: Tx,
  { id, email }: Pick<User, 'id' | 'email'>,
  lifetimeMs: number,
): Promise<string> => {
  const now = clock.now()
  const token = newSecret().toString('hex')
  const expiresAt = new Date(now.getTime() + lifetimeMs)
  await insertReset(tx, { tokenHash: hashSecret(token), userId: id, email, createdAt: now, expiresAt })
  return token
}

const unknownReset = (): NotFound =>
  new NotFound('this link is not valid any more: it was used, or its time has passed. Ask for another one')

/**
 * The account that a token opens. The token must be unused and not expired, and the account must still have the address to which the mail
 * went.
 */
const accountOf = async ({ users }: AuthDependencies, reset: PasswordReset | undefined): Promise<User> => {
  const user = reset && (await users.get(reset.userId))
  if (!reset || !user || !canSignIn(user) || user.email !== reset.email) throw unknownReset()
  return user
}

export const getReset =
  (deps: AuthDependencies) =>
  async (token: string): Promise<{ readonly login: string; readonly expiresAt: Date }> => {
    const reset = await findReset(deps.db.kysely, hashSecret(token), deps.clock.now())
    const user = await accountOf(deps, reset)
    return { login: user.login, expiresAt: (reset as PasswordReset).expiresAt }
  }

/** Sets another password once. A refused password leaves the token valid. */
export const useReset =
  (deps: AuthDependencies) =>
  async (token: string, password: string): Promise<void> => {
    const { db, clock, users } = deps
    await getReset(deps)(token)
    requirePassword(password)
    const passwordHash = await hashPassword(password)
    await inTransaction(db, async tx => {
      const user = await accountOf(deps, await consumeReset(tx, hashSecret(token), clock.now()))
      // The listeners of the update end the sessions and the tokens of other mails.
      await users.update(tx, user.id, { passwordHash }, { userId: user.id, means: 'web' })
    })
  }

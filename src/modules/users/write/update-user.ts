import type { Clock } from '../../../platform/clock.ts'
import { invalidate, sqlState, UNIQUE_VIOLATION, type Tx } from '../../../platform/db/db.ts'
import { Invalid, NotFound } from '../../../platform/errors.ts'
import { isOneLine } from '../../../platform/single-line.ts'
import { appendEvents } from '../../../platform/events/event-log.store.ts'
import type { NewEvent } from '../../../platform/events/event-log.ts'
import type { AccountListeners } from './account-listeners.ts'
import type { Actor } from '../model/actor.ts'
import { loginFault } from '../model/login.ts'
import { realNameFault } from '../model/real-name.ts'
import { getSiteAdministrators, requireAnotherAdministrator } from '../read/site-administrators.ts'
import { canSignIn, NONE_USER_ID } from '../model/user.ts'
import type { UserChanges } from '../model/user-changes.ts'
import { insertActivations } from '../store/system-events.store.ts'
import { isSiteAdministrator, lockUser, listTakenNames, updateUser, type StoredUser } from '../store/users.store.ts'

export type UpdateUser = (tx: Tx, id: number, changes: UserChanges, actor: Actor) => Promise<boolean>

/** Changes an account in the caller's transaction and returns whether anything changed (users.md §4). The caller checks who may do it. */
export const changeUser =
  (clock: Clock, accessMode: () => string, listeners: AccountListeners): UpdateUser =>
  async (tx, id, changes, actor) => {
    const isSafe = Number.isSafeInteger(id)
    // At least one administrator who may sign in must remain.
    if (isSafe && changes.status !== undefined && changes.status !== 'A')
      requireAnotherAdministrator(await getSiteAdministrators(tx), id)
    const user = isSafe ? await lockUser(tx, id) : undefined
    if (!user) throw new NotFound('There is no such user')
    const real = withoutSame(changes, user)
    if (Object.keys(real).length === 0) return false
    if (user.id <= NONE_USER_ID)
      throw new Invalid('this account belongs to the platform and cannot be changed', { reason: 'conflict' })
    await requireAllowed(tx, user, real, accessMode())

    await updateUser(tx, id, real, clock.now()).catch((error: unknown) => {
      if (sqlState(error) === UNIQUE_VIOLATION)
        throw new Invalid(`the user name ${real.login} is already used`, { reason: 'conflict' })
      throw error
    })
    const events = eventsOf(user, real, actor)
    await appendEvents(tx, events)
    if (events.some(({ kind }) => kind === ACTIVATED)) await insertActivations(tx, [real.login ?? user.login])
    await invalidate(tx, 'user', id)
    for (const listener of listeners.changed) await listener(tx, { before: user, changes: real, actor })
    if (real.passwordHash !== undefined) for (const listener of listeners.passwordChanged) await listener(tx, id, actor)
    if (real.status !== undefined && !canSignIn({ status: real.status }))
      for (const listener of listeners.deactivated) await listener(tx, id, actor)
    return true
  }

const ACTIVATED = 'user.activated'

const withoutSame = (changes: UserChanges, user: StoredUser): UserChanges =>
  Object.fromEntries(
    Object.entries(changes).filter(([key, value]) => value !== undefined && user[key as keyof StoredUser] !== value),
  )

const requireAllowed = async (tx: Tx, user: StoredUser, changes: UserChanges, accessMode: string): Promise<void> => {
  if (changes.realName !== undefined && !isOneLine(changes.realName))
    throw new Invalid(realNameFault, { reason: 'parameter.range', parameter: 'real_name' })
  if (changes.login !== undefined) {
    const fault = loginFault(changes.login)
    if (fault) throw new Invalid(fault, { reason: 'parameter.range', parameter: 'username' })
    const isOtherName = changes.login.toLowerCase() !== user.login.toLowerCase()
    if (isOtherName && (await listTakenNames(tx, [changes.login])).size > 0)
      throw new Invalid(`the user name ${changes.login} is already used`, { reason: 'conflict' })
  }
  if (changes.status === 'R') {
    if (accessMode !== 'restricted')
      throw new Invalid('restricted accounts are not in use on this platform', { reason: 'conflict' })
    if (await isSiteAdministrator(tx, user.id))
      throw new Invalid('a site administrator cannot be restricted', { reason: 'conflict' })
  }
}

const eventsOf = (user: StoredUser, changes: UserChanges, actor: Actor): NewEvent[] => {
  const by = { actorId: actor.userId, means: actor.means }
  const userId = user.id
  const events: NewEvent[] = []
  const { status, passwordHash, sshKeys, ...plain } = changes
  const names = [...Object.keys(plain), ...(sshKeys ? ['sshKeys'] : [])]
  // The log names the changed properties without their values: addresses and names of people must not stay in it for ever.
  if (names.length > 0) events.push({ ...by, kind: 'user.updated', payload: { userId, changed: names } })
  if (passwordHash !== undefined) events.push({ ...by, kind: 'user.password_changed', payload: { userId } })
  if (status !== undefined) {
    events.push({ ...by, kind: 'user.status_changed', payload: { userId, from: user.status, to: status } })
    if (canSignIn({ status }) && !canSignIn(user))
      events.push({ ...by, kind: ACTIVATED, payload: { userId, login: changes.login ?? user.login } })
  }
  return events
}

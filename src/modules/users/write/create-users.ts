import { sqlState, UNIQUE_VIOLATION, type Tx } from '../../../platform/db/db.ts'
import type { Clock } from '../../../platform/clock.ts'
import { Invalid, type Fault } from '../../../platform/errors.ts'
import type { Reason } from '../../../platform/reasons.ts'
import { isOneLine } from '../../../platform/single-line.ts'
import { appendEvents } from '../../../platform/events/event-log.store.ts'
import type { NewEvent } from '../../../platform/events/event-log.ts'
import type { Actor } from '../model/actor.ts'
import { realNameFault } from '../model/real-name.ts'
import { loginFault } from '../model/login.ts'
import { canSignIn, type UserStatus } from '../model/user.ts'
import { insertActivations } from '../store/system-events.store.ts'
import { insertUsers, listTakenNames } from '../store/users.store.ts'

export interface NewUser {
  readonly login: string
  readonly realName?: string
  readonly email?: string
  readonly ldapId?: string
  /** Active if left out. */
  readonly status?: UserStatus
  /** Hash from `hashPassword`; without one nobody can sign in with a password. */
  readonly passwordHash?: string
  readonly language?: string
  readonly timezone?: string
  readonly wantsSiteMail?: boolean
  readonly sshKeys?: readonly string[]
  /** Archives have longer login names than the rule allows (import.md §3). */
  readonly isAnyLength?: boolean
}

export type CreateUsers = (tx: Tx, users: readonly NewUser[], actor: Actor) => Promise<Map<string, number>>

/** Creates the accounts in their order, in one statement, and returns their ids by login. If any has a fault, creates none. */
export const createUsers =
  (clock: Clock): CreateUsers =>
  async (tx, users, actor) => {
    if (users.length === 0) return new Map()
    await requireFreeLogins(tx, users)
    const columns = users.map(user => ({
      login: user.login,
      realName: user.realName ?? '',
      email: user.email ?? '',
      ldapId: user.ldapId ?? '',
      status: user.status ?? ('A' as const),
      language: user.language ?? 'en_US',
      timezone: user.timezone ?? null,
      wantsSiteMail: user.wantsSiteMail ?? false,
      passwordHash: user.passwordHash ?? null,
      sshKeys: user.sshKeys ?? [],
    }))
    const ids = await insertUsers(tx, columns, clock.now()).catch((error: unknown) => {
      // Another transaction took the name after the check.
      if (sqlState(error) === UNIQUE_VIOLATION)
        throw new Invalid('the user name is already used', { reason: 'conflict' })
      throw error
    })
    const byLogin = new Map(columns.map((user, index) => [user.login, ids[index] as number]))
    await appendEvents(
      tx,
      columns.flatMap(user => eventsOf(byLogin.get(user.login) as number, user, actor)),
    )
    await insertActivations(
      tx,
      columns.filter(canSignIn).map(user => user.login),
    )
    return byLogin
  }

const requireFreeLogins = async (tx: Tx, users: readonly NewUser[]): Promise<void> => {
  const faults: Fault[] = []
  const fault = (parameter: string, text: string, reason: Reason = 'parameter.range'): void =>
    void faults.push({ text, reason, parameter })
  const seen = new Set<string>()
  for (const { login, isAnyLength, realName } of users) {
    if (!isOneLine(realName ?? '')) fault('real_name', realNameFault)
    const wrong = loginFault(login, { isAnyLength: isAnyLength ?? false })
    if (wrong) fault('username', wrong)
    if (seen.has(login.toLowerCase())) fault('username', `the user name ${login} is asked for twice`, 'conflict')
    seen.add(login.toLowerCase())
  }
  if (faults.length === 0) {
    for (const name of await listTakenNames(tx, [...seen]))
      fault('username', `the user name ${name} is already used`, 'conflict')
  }
  if (faults.length > 0) throw new Invalid(faults)
}

const eventsOf = (userId: number, user: { login: string; status: UserStatus }, actor: Actor): NewEvent[] => {
  const by = { actorId: actor.userId, means: actor.means }
  const created: NewEvent = {
    ...by,
    kind: 'user.created',
    payload: { userId, login: user.login, status: user.status },
  }
  return canSignIn(user)
    ? [created, { ...by, kind: 'user.activated', payload: { userId, login: user.login } }]
    : [created]
}

import type { Tx } from '../../../platform/db/db.ts'
import type { Actor } from '../model/actor.ts'
import type { UserChanges } from '../model/user-changes.ts'
import type { StoredUser } from '../store/users.store.ts'

/** Runs in the transaction of the change: both succeed or neither. */
export type AccountListener = (tx: Tx, userId: number, actor: Actor) => Promise<void>

/** The former state of an account, and the changed properties. */
export interface AccountChange {
  readonly before: StoredUser
  readonly changes: UserChanges
  readonly actor: Actor
}
export type ChangeListener = (tx: Tx, change: AccountChange) => Promise<void>

/** The listeners that modules above this one registered for changes of accounts. */
export interface AccountListeners {
  readonly changed: ChangeListener[]
  readonly passwordChanged: AccountListener[]
  /** The account may no longer sign in: suspended, deleted … */
  readonly deactivated: AccountListener[]
}

import type { Tx } from '../../../platform/db/db.ts'
import type { Actor } from '../model/actor.ts'
import type { UserChanges } from '../model/user-changes.ts'
import type { StoredUser } from '../store/users.store.ts'

/** Runs in the transaction of the change: what it does is done with it, or not at all. */
export type AccountListener = (tx: Tx, userId: number, actor: Actor) => Promise<void>

/** An account as it was, and what is different now. */
export interface AccountChange {
  readonly before: StoredUser
  readonly changes: UserChanges
  readonly actor: Actor
}
export type ChangeListener = (tx: Tx, change: AccountChange) => Promise<void>

/** What modules above this one left to be done when something happens to an account. */
export interface AccountListeners {
  readonly changed: ChangeListener[]
  readonly passwordChanged: AccountListener[]
  /** It may not sign in any more: suspended, deleted … */
  readonly deactivated: AccountListener[]
}

import type { Tx } from '../../platform/db/db.ts'
import type { Actor } from './actor.ts'

/** Runs in the transaction of the change: what it does is done with it, or not at all. */
export type AccountListener = (tx: Tx, userId: number, actor: Actor) => Promise<void>

/** What modules above this one left to be done when something happens to an account. */
export interface AccountListeners {
  readonly passwordChanged: AccountListener[]
  /** It may not sign in any more: suspended, deleted … */
  readonly deactivated: AccountListener[]
}

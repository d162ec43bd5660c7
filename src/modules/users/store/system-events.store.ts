import type { Tx } from '../../../platform/db/db.ts'

/** Type that clients know for the activation of an account (http.md §11). */
const ACCOUNT_ACTIVATED = 'Tuleap\\SystemEvent\\SystemEventUserActiveStatusChange'

/** Adds the activation of these accounts to the list that administrators read. */
export const insertActivations = async (tx: Tx, logins: readonly string[]): Promise<void> => {
  if (logins.length === 0) return
  await tx
    .insertInto('system_event')
    .values(logins.map(login => ({ type: ACCOUNT_ACTIVATED, status: 'done', owner: 'root', log: login })))
    .execute()
}

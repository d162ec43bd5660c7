import type { Tx } from '../../../platform/db/db.ts'

/** Type that clients know for an account that comes into use (http.md §11). */
const ACCOUNT_ACTIVATED = 'Tuleap\\SystemEvent\\SystemEventUserActiveStatusChange'

/** Lists, for administrators, that these accounts came into use. */
export const insertActivations = async (tx: Tx, logins: readonly string[]): Promise<void> => {
  if (logins.length === 0) return
  await tx
    .insertInto('system_event')
    .values(logins.map(login => ({ type: ACCOUNT_ACTIVATED, status: 'done', owner: 'root', log: login })))
    .execute()
}

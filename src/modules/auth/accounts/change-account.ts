import { inTransaction } from '../../../platform/db/db.ts'
import type { Actor } from '../../users/index.ts'
import { hashOf, type AccountValues } from '../model/account-values.ts'
import type { AuthDependencies } from '../model/auth.dependencies.ts'
import { setSiteAdministrator } from './set-site-administrator.ts'

/** Changes an account, its password and its rights, all or nothing. Returns whether anything changed. */
export const changeAccount =
  ({ db, users }: AuthDependencies) =>
  async (userId: number, values: AccountValues, actor: Actor): Promise<boolean> => {
    const { password, isSiteAdministrator, ...columns } = values
    const passwordHash = await hashOf(password)
    return inTransaction(db, async tx => {
      const setRight = async (): Promise<boolean> =>
        isSiteAdministrator !== undefined && setSiteAdministrator(tx, userId, isSiteAdministrator, actor)
      const setColumns = (): Promise<boolean> => users.update(tx, userId, { ...columns, ...passwordHash }, actor)
      // A restricted account cannot be an administrator. The order therefore removes the property that excludes the new one first.
      const changed =
        isSiteAdministrator === true ? [await setColumns(), await setRight()] : [await setRight(), await setColumns()]
      return changed.includes(true)
    })
  }

import { inTransaction } from '../../platform/db/db.ts'
import { Invalid } from '../../platform/errors.ts'
import type { Actor } from '../users/index.ts'
import { hashOf, type AccountValues } from './account-values.ts'
import type { AuthDeps } from './auth.deps.ts'
import { setSiteAdministrator } from './set-site-administrator.ts'

/** Makes an account with all that belongs to it, or nothing (http.md §13: the rules are those of the routes). */
export const createAccount =
  ({ db, users, settings }: AuthDeps) =>
  async (login: string, values: Omit<AccountValues, 'login'>, actor: Actor): Promise<number> => {
    const { password, isSiteAdministrator = false, ...columns } = values
    if (values.status === 'R' && settings.get('access_mode') !== 'restricted')
      throw new Invalid('restricted accounts are not in use on this platform: its access_mode is not restricted')
    if (isSiteAdministrator && (values.status ?? 'A') !== 'A')
      throw new Invalid('a site administrator is an active account')
    const passwordHash = await hashOf(password)
    return inTransaction(db, async tx => {
      const id = await users.create(tx, { ...columns, login, ...passwordHash }, actor)
      if (isSiteAdministrator) await setSiteAdministrator(tx, id, true, actor)
      return id
    })
  }

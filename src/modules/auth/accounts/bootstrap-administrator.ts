import { inTransaction } from '../../../platform/db/db.ts'
import { hashPassword, randomPassword, requirePassword, type Actor } from '../../users/index.ts'
import type { AuthDependencies } from '../model/auth.dependencies.ts'
import { isFirstStart } from '../store/auth.store.ts'
import { setSiteAdministrator } from './set-site-administrator.ts'

const LOGIN = 'admin'
const platform: Actor = { userId: null, means: 'command' }

export interface FirstAdministrator {
  readonly login: string
  /** Shown once and stored nowhere. */
  readonly password: string
}

/**
 * Creates account 101, member and administrator of project 1, at the first start of an installation. Returns undefined if an account
 * exists. Several processes may call it at once.
 */
export const bootstrapAdministrator =
  ({ db, users }: AuthDependencies) =>
  async (password: string = randomPassword()): Promise<FirstAdministrator | undefined> => {
    // This cheap check ends every later start.
    if (await users.findByLogin(LOGIN)) return undefined
    requirePassword(password)
    const passwordHash = await hashPassword(password)
    return inTransaction(db, async tx => {
      if (!(await isFirstStart(tx))) return undefined
      const id = await users.create(tx, { login: LOGIN, realName: 'Site Administrator', passwordHash }, platform)
      await setSiteAdministrator(tx, id, true, platform)
      return { login: LOGIN, password }
    })
  }

import { inTransaction, type Db } from '../../../platform/db/db.ts'
import { Forbidden } from '../../../platform/errors.ts'
import type { UpdateUser } from './update-user.ts'
import type { UserStatus } from '../model/user.ts'
import type { UserChanges } from '../model/user-changes.ts'
import { canManageUsers } from '../model/users.permissions.ts'
import type { UserPatch } from '../model/users.schema.ts'
import { hasPlatformRights } from '../store/users.store.ts'
import type { Viewer } from '../model/viewer.ts'

const settable: readonly UserStatus[] = ['A', 'R', 'S', 'D', 'P']

/** users.md §4: checks the right before the values. Returns whether anything changed. */
export const patchUser =
  (db: Db, update: UpdateUser) =>
  async (viewer: Viewer, id: number, patch: UserPatch): Promise<boolean> => {
    if (!canManageUsers(viewer))
      throw new Forbidden('only administrators of users may change accounts', { reason: 'permission.admin' })
    const status = settable.find(each => each === patch.status)
    const changes: UserChanges = {
      ...(patch.username !== undefined && { login: patch.username }),
      ...(patch.real_name !== undefined && { realName: patch.real_name }),
      ...(patch.email !== undefined && { email: patch.email }),
      ...(status !== undefined && { status }),
    }
    return inTransaction(db, async tx => {
      if (!viewer.isSiteAdministrator && leadsIntoAccount(changes) && (await hasPlatformRights(tx, id)))
        throw new Forbidden(
          'Only site administrators change login name, e-mail address or status of an account that has rights on the platform',
          { reason: 'permission.admin' },
        )
      return update(tx, id, changes, viewer)
    })
  }

/**
 * A person who receives the mails of an account can reset its password and then act with its rights. A status can open or close the
 * account.
 */
const leadsIntoAccount = ({ login, email, status }: UserChanges): boolean =>
  login !== undefined || email !== undefined || status !== undefined

import { inTransaction, type Db } from '../../platform/db/db.ts'
import { Forbidden } from '../../platform/errors.ts'
import type { UpdateUser } from './update-user.ts'
import type { UserChanges } from './user-changes.ts'
import type { UserStatus } from './user.ts'
import { canManageUsers } from './users.permissions.ts'
import type { UserPatch } from './users.schema.ts'
import type { Viewer } from './viewer.ts'

const settable: readonly UserStatus[] = ['A', 'R', 'S', 'D', 'P']

/** users.md §4: the right is looked at before the values. Answers whether anything changed. */
export const patchUser =
  (db: Db, update: UpdateUser) =>
  async (viewer: Viewer, id: number, patch: UserPatch): Promise<boolean> => {
    if (!canManageUsers(viewer)) throw new Forbidden('only administrators of users may change accounts')
    const status = settable.find(each => each === patch.status)
    const changes: UserChanges = {
      ...(patch.username !== undefined && { login: patch.username }),
      ...(patch.real_name !== undefined && { realName: patch.real_name }),
      ...(patch.email !== undefined && { email: patch.email }),
      ...(status !== undefined && { status }),
    }
    return inTransaction(db, tx => update(tx, id, changes, viewer))
  }

import { Conflict } from '../../../platform/errors.ts'
import type { Tx } from '../../../platform/db/db.ts'
import type { UserGroupChange } from '../../projects/index.ts'
import { removeGroupFromSettings } from '../store/administration.store.ts'
import { namesGroup } from '../model/effective-access-file.ts'
import { listAccessTexts } from '../store/repositories.store.ts'

/**
 * Access files name groups. If a group disappears, a rule that keeps it out (`~@name`, or less than the default) would let its members in.
 * The author of the file must therefore change the rule first.
 */
export const requireGroupNotInAccessFiles = async (tx: Tx, { group }: UserGroupChange): Promise<void> => {
  const naming = (await listAccessTexts(tx, group.projectId)).filter(({ text }) => namesGroup(text, group.name))
  if (naming.length === 0) return
  const names = naming.map(({ repository }) => repository).join(', ')
  throw new Conflict(`The access file names the group @${group.name}: change it first, in the repositories ${names}`)
}

export const leaveUserGroup = async (tx: Tx, change: UserGroupChange): Promise<void> => {
  await requireGroupNotInAccessFiles(tx, change)
  await removeGroupFromSettings(tx, change.group.id)
}

import { inTransaction, type Db } from '../../../platform/db/db.ts'
import type { Actor } from '../model/actor.ts'
import { hashPassword, requirePassword } from '../model/password.ts'
import type { UpdateUser } from './update-user.ts'

/** Gives an account a new password; every process drops its cached verification (DESIGN.md §4). */
export const setPassword =
  (db: Db, update: UpdateUser) =>
  async (userId: number, password: string, actor: Actor): Promise<void> => {
    requirePassword(password)
    // Outside the transaction: hashing is slow, and the row must not be locked meanwhile.
    const passwordHash = await hashPassword(password)
    await inTransaction(db, tx => update(tx, userId, { passwordHash }, actor))
  }

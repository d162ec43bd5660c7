import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { deleteExpiredFiles } from '../contents/erasures.store.ts'

/** Job: deletes declared files that were never attached; the next erasure erases their contents. */
export const expireUploads = ({ db, clock }: { readonly db: Db; readonly clock: Clock }): Promise<void> =>
  deleteExpiredFiles(db, clock.now())

import { setTimeout } from 'node:timers/promises'
import type { HeldLock } from '../../../platform/db/advisory-locks.ts'
import type { Db } from '../../../platform/db/db.ts'

/** Who holds it alone erases; who shares it reads contents that may be detached meanwhile. */
export const ERASING_LOCK = 'erasing contents'

const RETRY_MS = 50

/**
 * Until it is released no content of a file that was there is erased, by any process. To be taken before the snapshot that says which
 * files there are. Waits while contents are being erased.
 */
export const holdContents = (db: Pick<Db, 'locks'>) => async (): Promise<HeldLock> => {
  for (;;) {
    const held = await db.locks.tryShare(ERASING_LOCK)
    if (held) return held
    await setTimeout(RETRY_MS)
  }
}

import { setTimeout } from 'node:timers/promises'
import type { HeldLock } from '../../../platform/db/advisory-locks.ts'
import type { Db } from '../../../platform/db/db.ts'

/** The eraser takes this lock exclusively. Readers of contents that may be detached meanwhile share it. */
export const ERASING_LOCK = 'erasing contents'

const RETRY_MS = 50

/**
 * Until the lock is released, no process erases the content of an existing file. Take it before the snapshot that lists the files. Waits
 * while a process erases contents.
 */
export const holdContents = (db: Pick<Db, 'locks'>) => async (): Promise<HeldLock> => {
  for (;;) {
    const held = await db.locks.tryShare(ERASING_LOCK)
    if (held) return held
    await setTimeout(RETRY_MS)
  }
}

import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { uploadLock } from './complete-uploads.ts'
import { contentKey, type ContentStore } from '../contents/content-store.ts'
import { forgetErasure, listErasures } from '../contents/erasures.store.ts'
import { ERASING_LOCK } from '../contents/hold-contents.ts'
import { previewKey } from '../contents/previews.ts'

export interface EraseDependencies {
  readonly db: Db
  readonly clock: Clock
  readonly contents: ContentStore
}

const BATCH_SIZE = 500
/** No upload lives longer than its declaration: older incomplete data was left by dead processes. */
const ABANDONED_MS = 2 * 24 * 60 * 60 * 1000

/**
 * Job: erases the contents of files that were detached or cancelled, expired, or belonged to deleted artifacts. Stays queued: a content
 * whose erasure fails, an upload that a client is sending, and everything while another process holds the contents.
 */
export const eraseContents = async (deps: EraseDependencies): Promise<void> => {
  const failures: unknown[] = []
  for (let after: number | undefined = 0; after !== undefined;) {
    // Takes the lock for each batch, so that a process that wants to hold the contents waits for one batch only.
    const alone = await deps.db.locks.tryLock(ERASING_LOCK)
    if (!alone) break
    try {
      after = await eraseBatch(after, deps, failures)
    } finally {
      await alone.release()
    }
  }
  if (failures.length > 0) throw failures[0] as Error
}

/** Returns the start of the next batch; undefined after the last one. */
const eraseBatch = async (
  after: number,
  { db, contents }: EraseDependencies,
  failures: unknown[],
): Promise<number | undefined> => {
  const ids = await listErasures(db, after, BATCH_SIZE)
  for (const id of ids) {
    const lock = await db.locks.tryLock(uploadLock(id))
    if (!lock) continue
    try {
      await contents.uploads.remove(contentKey(id))
      await contents.remove([contentKey(id), previewKey(id)])
      await forgetErasure(db, id)
    } catch (error) {
      // A failure of one content must not stop the others.
      failures.push(error)
    } finally {
      await lock.release()
    }
  }
  return ids.at(-1)
}

/** Job: erases incomplete data of dead processes. */
export const sweepContents = ({ clock, contents }: EraseDependencies): Promise<void> =>
  contents.sweep(new Date(clock.now().getTime() - ABANDONED_MS))

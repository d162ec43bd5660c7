import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { uploadLock } from './complete-uploads.ts'
import { contentKey, type ContentStore } from '../contents/content-store.ts'
import { deleteExpiredFiles, forgetErasure, listErasures } from '../contents/erasures.store.ts'
import { ERASING_LOCK } from '../contents/hold-contents.ts'
import { previewKey } from '../contents/previews.ts'

export interface EraseDependencies {
  readonly db: Db
  readonly clock: Clock
  readonly contents: ContentStore
}

const BATCH_SIZE = 500
/** No upload lives longer than its declaration: what is older in the store was left by processes that died. */
const ABANDONED_MS = 2 * 24 * 60 * 60 * 1000

/** Job: forgets files that were declared and never attached; their contents go with the next erasure. */
export const expireFiles = ({ db, clock }: EraseDependencies): Promise<void> => deleteExpiredFiles(db, clock.now())

/**
 * Job: erases the contents of files that are gone: detached, cancelled, expired, or of artifacts that were deleted. What cannot be erased
 * now stays queued: a content that fails, an upload that somebody is sending, and everything while somebody holds the contents.
 */
export const eraseContents = async (deps: EraseDependencies): Promise<void> => {
  const failures: unknown[] = []
  for (let after: number | undefined = 0; after !== undefined;) {
    // By portions, so that whoever wants to hold the contents waits for one of them only.
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

/** Answers where the next portion begins; undefined: there is none. */
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
      // One content must not keep the others.
      failures.push(error)
    } finally {
      await lock.release()
    }
  }
  return ids.at(-1)
}

/** Job: what processes that died left half-written. */
export const sweepContents = ({ clock, contents }: EraseDependencies): Promise<void> =>
  contents.sweep(new Date(clock.now().getTime() - ABANDONED_MS))

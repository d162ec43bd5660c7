import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { uploadLock } from './complete-uploads.ts'
import { contentKey, type ContentStore } from './content-store.ts'
import { deleteExpiredFiles, forgetErasure, readErasures } from './erasures.store.ts'
import { previewKey } from './previews.ts'

export interface EraseDependencies {
  readonly db: Db
  readonly clock: Clock
  readonly contents: ContentStore
}

const AT_ONCE = 500
/** No upload lives longer than its declaration: what is older in the store was left by processes that died. */
const ABANDONED_MS = 2 * 24 * 60 * 60 * 1000

/** Job: forgets files that were declared and never attached; their contents go with the next erasure. */
export const expireFiles = ({ db, clock }: EraseDependencies): Promise<void> => deleteExpiredFiles(db, clock.now())

/**
 * Job: erases the contents of files that are gone: detached, cancelled, expired, or of artifacts that were deleted. What cannot be erased
 * now stays queued. An upload that somebody is sending is left to the next time.
 */
export const eraseContents = async ({ db, contents }: EraseDependencies): Promise<void> => {
  let failure: unknown
  for (let after: number | undefined = 0; after !== undefined;) {
    const ids = await readErasures(db, after, AT_ONCE)
    after = ids.at(-1)
    for (const id of ids) {
      const lock = await db.locks.tryLock(uploadLock(id))
      if (!lock) continue
      try {
        await contents.uploads.remove(contentKey(id))
        await contents.remove([contentKey(id), previewKey(id)])
        await forgetErasure(db, id)
      } catch (error) {
        // One content must not keep the others.
        failure = error
      } finally {
        await lock.release()
      }
    }
  }
  if (failure !== undefined) throw failure as Error
}

/** Job: what processes that died left half-written. */
export const sweepContents = ({ clock, contents }: EraseDependencies): Promise<void> =>
  contents.sweep(new Date(clock.now().getTime() - ABANDONED_MS))

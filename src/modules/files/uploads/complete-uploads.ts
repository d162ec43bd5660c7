import { setTimeout as sleep } from 'node:timers/promises'
import { ERRORS, type DataStore, type Upload } from '@tus/utils'
import type { Db } from '../../../platform/db/db.ts'
import { contentKey, type ContentStore } from '../contents/content-store.ts'
import type { PendingFile } from '../model/file.ts'
import { finishUpload } from './finish-upload.ts'

/** Whoever holds the lock is making the same upload lasting, which takes as long as reading it once. */
const FINISH_WAIT_MS = 60_000
const LOCK_RETRY_MS = 100

/** One at a time may write to an upload, of all processes. */
export const uploadLock = (id: number | string): string => `upload:${id}`

/** Bytes that have arrived; the store knows nothing of an upload that was sent none. */
export const receivedBytes = async (uploads: DataStore, { id, size, isFinished }: PendingFile): Promise<number> => {
  if (isFinished) return size
  return (await findUpload(uploads, contentKey(id)))?.offset ?? 0
}

export const findUpload = async (uploads: DataStore, key: string): Promise<Upload | undefined> => {
  try {
    return await uploads.getUpload(key)
  } catch (error) {
    if (error === ERRORS.FILE_NOT_FOUND || error === ERRORS.FILE_NO_LONGER_EXISTS) return undefined
    throw error
  }
}

/**
 * Finishes an upload that has all of its bytes: the process that received the last one may have died, or be about to do the same. So
 * who is told that all has arrived can attach it. False where bytes are missing, or somebody is busy with it for too long.
 */
export const completeUpload =
  ({ db, contents }: { readonly db: Db; readonly contents: ContentStore }) =>
  async (file: PendingFile): Promise<boolean> => {
    if (file.isFinished) return true
    if ((await receivedBytes(contents.uploads, file)) < file.size) return false
    for (const end = Date.now() + FINISH_WAIT_MS; Date.now() < end; await sleep(LOCK_RETRY_MS)) {
      const lock = await db.locks.tryLock(uploadLock(file.id))
      if (!lock) continue
      try {
        return await finishUpload({ db, contents })(file.id)
      } finally {
        await lock.release()
      }
    }
    return false
  }

import { setTimeout as sleep } from 'node:timers/promises'
import { ERRORS, type DataStore, type Upload } from '@tus/utils'
import type { Db } from '../../../platform/db/db.ts'
import { contentKey, type ContentStore } from '../contents/content-store.ts'
import type { PendingFile } from '../model/file.ts'
import { finishUpload } from './finish-upload.ts'

/** Another holder of the lock may be finishing the upload, which takes as long as reading it once. */
const FINISH_WAIT_MS = 60_000
const LOCK_RETRY_MS = 100

/** Lock of an upload: one writer at a time, of all processes. */
export const uploadLock = (id: number | string): string => `upload:${id}`

/** Number of received bytes; the store does not know an upload without bytes. */
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
 * Finishes an upload that has all its bytes: the process that received the last byte may have died, or may be finishing it. A client that
 * was told that all bytes arrived can therefore attach the file. Returns false if bytes are missing, or if another process holds the lock
 * for too long.
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

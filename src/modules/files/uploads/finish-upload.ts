import { buffer } from 'node:stream/consumers'
import type { Db } from '../../../platform/db/db.ts'
import { contentKey, type ContentStore } from '../contents/content-store.ts'
import { markFinished } from './pending-files.store.ts'

/** Enough for file-type to know the kinds that it knows. */
const FIRST_BYTES = 4100

export interface FinishDependencies {
  readonly db: Db
  readonly contents: ContentStore
}

/**
 * Makes a complete upload a file: first the content lasts, then the database says so. May be repeated after a crash in between. False
 * when the upload was cancelled or expired meanwhile; its content is gone then.
 */
export const finishUpload =
  ({ db, contents }: FinishDependencies) =>
  async (id: number): Promise<boolean> => {
    const key = contentKey(id)
    const { size, sha256 } = await contents.finish(key)
    const detectedType = await detectType(contents, id, size)
    const isFile = await markFinished(db, id, { sha256, detectedType })
    if (!isFile) await contents.remove([key])
    return isFile
  }

/** Media type that a content shows by its first bytes; null for one that shows none. */
export const detectType = async (contents: ContentStore, id: number, size: number): Promise<string | null> => {
  if (size === 0) return null
  const start = await buffer(await contents.read(contentKey(id), { start: 0, end: Math.min(size, FIRST_BYTES) - 1 }))
  // A file that only looks like a known kind is one of no known kind.
  const { fileTypeFromBuffer } = await import('file-type')
  const found = await fileTypeFromBuffer(start).catch(() => undefined)
  return found?.mime ?? null
}

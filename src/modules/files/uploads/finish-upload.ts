import { buffer } from 'node:stream/consumers'
import type { Db } from '../../../platform/db/db.ts'
import { contentKey, type ContentStore } from '../contents/content-store.ts'
import { markFinished } from './pending-files.store.ts'

/** Number of bytes that file-type needs for all its formats. */
const FIRST_BYTES = 4100

export interface FinishDependencies {
  readonly db: Db
  readonly contents: ContentStore
}

/**
 * Makes a complete upload a file: first the content becomes durable, then the database records it. May be repeated after a crash in
 * between. Returns false if the upload was cancelled or expired meanwhile; its content is then gone.
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

/** Media type according to the first bytes of a content; null if unknown. */
export const detectType = async (contents: ContentStore, id: number, size: number): Promise<string | null> => {
  if (size === 0) return null
  const start = await buffer(await contents.read(contentKey(id), { start: 0, end: Math.min(size, FIRST_BYTES) - 1 }))
  // A file that file-type fails to parse counts as unknown.
  const { fileTypeFromBuffer } = await import('file-type')
  const found = await fileTypeFromBuffer(start).catch(() => undefined)
  return found?.mime ?? null
}

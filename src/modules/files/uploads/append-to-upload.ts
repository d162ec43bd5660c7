import type { Readable } from 'node:stream'
import { Upload } from '@tus/utils'
import { findUpload } from './complete-uploads.ts'
import { contentKey } from '../contents/content-store.ts'
import type { PendingFile } from '../model/file.ts'
import { finishUpload, type FinishDependencies } from './finish-upload.ts'

/**
 * Adds bytes to a declared file whose lock the caller holds. Its upload starts in the store with the first byte, and becomes a file with
 * the last. Returns the number of bytes received in all; undefined if the file expired or was cancelled.
 */
export const appendToUpload = (
  dependencies: FinishDependencies,
): ((file: PendingFile, offset: number, bytes: Readable) => Promise<number | undefined>) => {
  const { uploads } = dependencies.contents
  const finish = finishUpload(dependencies)
  return async ({ id, size, isFinished }, offset, bytes) => {
    if (isFinished) return offset
    const key = contentKey(id)
    // §2 allows an empty request: it does not start an upload.
    if (offset === 0 && !(await findUpload(uploads, key)))
      await uploads.create(new Upload({ id: key, size, offset: 0 }))
    const received = await uploads.write(bytes, key, offset)
    if (received < size) return received
    return (await finish(id)) ? received : undefined
  }
}

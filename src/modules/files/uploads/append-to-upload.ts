import type { Readable } from 'node:stream'
import { Upload } from '@tus/utils'
import { findUpload } from './complete-uploads.ts'
import { contentKey } from '../contents/content-store.ts'
import type { PendingFile } from '../model/file.ts'
import { finishUpload, type FinishDependencies } from './finish-upload.ts'

/**
 * Adds bytes to a declared file, whose lock is held: its upload begins in the store with its first byte, and becomes a file with its last.
 * Answers how many have arrived in all; undefined when the file was gone at the end, expired or cancelled.
 */
export const appendToUpload = (
  dependencies: FinishDependencies,
): ((file: PendingFile, offset: number, bytes: Readable) => Promise<number | undefined>) => {
  const { uploads } = dependencies.contents
  const finish = finishUpload(dependencies)
  return async ({ id, size, isFinished }, offset, bytes) => {
    if (isFinished) return offset
    const key = contentKey(id)
    // §2 lets a client send nothing at all: that is no reason to begin.
    if (offset === 0 && !(await findUpload(uploads, key)))
      await uploads.create(new Upload({ id: key, size, offset: 0 }))
    const received = await uploads.write(bytes, key, offset)
    if (received < size) return received
    return (await finish(id)) ? received : undefined
  }
}

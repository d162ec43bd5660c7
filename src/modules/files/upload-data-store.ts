import type { Readable } from 'node:stream'
import { DataStore, ERRORS, Upload } from '@tus/utils'
import type { Db } from '../../platform/db/db.ts'
import { findUpload } from './complete-uploads.ts'
import { contentKey, type ContentStore } from './content-store.ts'
import type { PendingFile } from './file.ts'
import { finishUpload } from './finish-upload.ts'
import { deletePendingFile } from './pending-files.store.ts'

export interface UploadDataStoreOptions {
  readonly db: Db
  readonly contents: ContentStore
  /** As it is now: whoever asks holds the lock, and may have waited for it. */
  readonly find: (id: number) => Promise<PendingFile | undefined>
}

/**
 * What @tus/server works on: declared files, made before by POST /tracker_fields/{id}/files, with their bytes in the content store.
 * An upload begins there with its first byte, and becomes a file with its last, while its lock is still held.
 */
export class UploadDataStore extends DataStore {
  readonly #options: UploadDataStoreOptions

  constructor(options: UploadDataStoreOptions) {
    super()
    this.#options = options
    this.extensions = ['termination']
  }

  async #find(id: string): Promise<PendingFile> {
    const file = await this.#options.find(Number(id))
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- what @tus/server takes for a 404
    if (!file) throw ERRORS.FILE_NOT_FOUND
    return file
  }

  override async getUpload(id: string): Promise<Upload> {
    const { size, isFinished } = await this.#find(id)
    if (isFinished) return new Upload({ id, size, offset: size })
    const { offset = 0 } = (await findUpload(this.#options.contents.uploads, contentKey(Number(id)))) ?? {}
    return new Upload({ id, size, offset })
  }

  override async write(content: Readable, id: string, offset: number): Promise<number> {
    const { db, contents } = this.#options
    const { size, isFinished } = await this.#find(id)
    if (isFinished) return offset
    const key = contentKey(Number(id))
    // §2 lets a client send nothing at all: that is no reason to begin.
    if (offset === 0 && !(await findUpload(contents.uploads, key)))
      await contents.uploads.create(new Upload({ id: key, size, offset: 0 }))
    const received = await contents.uploads.write(content, key, offset)
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- as above
    if (received === size && !(await finishUpload({ db, contents })(Number(id)))) throw ERRORS.FILE_NOT_FOUND
    return received
  }

  override async remove(id: string): Promise<void> {
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- as above
    if (!(await deletePendingFile(this.#options.db, Number(id)))) throw ERRORS.FILE_NOT_FOUND
    await this.#options.contents.uploads.remove(contentKey(Number(id)))
  }
}

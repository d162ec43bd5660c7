import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { DataStore, ERRORS, Upload } from '@tus/utils'
import { isOutOfRoom, writeAll } from '../../platform/durable-files.ts'
import { fileOfKey, NoRoomForContents, type ContentKey } from './content-store.ts'
import type { RunningHashes } from './running-hashes.ts'

export interface DiskUploadsOptions {
  readonly folder: string
  readonly hashes: RunningHashes
  /** What became of a finished upload. */
  readonly finished: {
    size(key: ContentKey): Promise<number | undefined>
    remove(keys: readonly ContentKey[]): Promise<void>
  }
}

/** What @tus/server turns into 404; no Error, though it is thrown. */
export const UPLOAD_NOT_FOUND: unknown = ERRORS.FILE_NOT_FOUND

interface Description {
  readonly size: number
  readonly metadata: Record<string, string | null>
  readonly creation_date: string
}

/**
 * Unfinished uploads on the disk: the bytes so far, and beside them a description with the size that is to come. The offset is the
 * size of the file, so whatever a dying process brought to the disk counts.
 */
export class DiskUploads extends DataStore {
  readonly #folder: string
  readonly #hashes: RunningHashes
  readonly #finished: DiskUploadsOptions['finished']

  constructor({ folder, hashes, finished }: DiskUploadsOptions) {
    super()
    this.#folder = folder
    this.#hashes = hashes
    this.#finished = finished
    this.extensions = ['termination']
  }

  /** Where the bytes lie. */
  pathOf(key: ContentKey): string {
    fileOfKey(key)
    return path.join(this.#folder, key)
  }

  #descriptionOf(key: ContentKey): string {
    return `${this.pathOf(key)}.json`
  }

  override async create(upload: Upload): Promise<Upload> {
    const { id, size, metadata = {} } = upload
    if (size === undefined) throw new Error(`upload ${id} has no size`)
    this.#hashes.forget(id)
    await mkdir(this.#folder, { recursive: true })
    return withRoom(async () => {
      await writeFile(this.pathOf(id), '')
      // In one go: a description that is there is whole.
      const written = `${this.#descriptionOf(id)}.part`
      const creation_date = new Date().toISOString()
      await writeFile(written, JSON.stringify({ size, metadata, creation_date }))
      await rename(written, this.#descriptionOf(id))
      return new Upload({
        id,
        size,
        metadata,
        offset: 0,
        creation_date,
        storage: { type: 'file', path: this.pathOf(id) },
      })
    })
  }

  override async write(content: Readable, key: ContentKey, offset: number): Promise<number> {
    const file = await open(this.pathOf(key), 'r+').catch((error: unknown) => {
      throw isAbsent(error) ? UPLOAD_NOT_FOUND : error
    })
    const running = this.#hashes.take(key, offset)
    let position = offset
    try {
      return await withRoom(async () => {
        for await (const chunk of content as AsyncIterable<Buffer>) {
          running?.hash.update(chunk)
          await writeAll(file, chunk, position)
          position += chunk.length
          if (running) running.size = position
        }
        this.#hashes.keep(key, running)
        return position
      })
    } finally {
      await file.close()
    }
  }

  override async getUpload(key: ContentKey): Promise<Upload> {
    const path = this.pathOf(key)
    try {
      const description = JSON.parse(await readFile(this.#descriptionOf(key), 'utf8')) as Description
      const { size: offset } = await stat(path)
      return new Upload({ ...description, id: key, offset, storage: { type: 'file', path } })
    } catch (error) {
      if (!isAbsent(error)) throw error
    }
    const size = await this.#finished.size(key)
    if (size === undefined) throw UPLOAD_NOT_FOUND
    return new Upload({ id: key, size, offset: size })
  }

  override async remove(key: ContentKey): Promise<void> {
    await this.discard(key)
    await this.#finished.remove([key])
  }

  /** Erases what is still arriving, and leaves what is finished. */
  async discard(key: ContentKey): Promise<void> {
    this.#hashes.forget(key)
    await rm(this.#descriptionOf(key), { force: true })
    await rm(this.pathOf(key), { force: true })
  }
}

/** Does something that may need room on the disk. */
export const withRoom = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    throw isOutOfRoom(error) ? new NoRoomForContents(error) : error
  }
}

export const isAbsent = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')

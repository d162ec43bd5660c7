import type { Hash } from 'node:crypto'
import { mkdir, open, readFile, rename, rm, stat, writeFile, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { Writable, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
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
    const target = new UploadWriter(file, offset, running)
    try {
      await withRoom(() => pipeline(content, target))
      this.#hashes.keep(key, running)
      return target.position
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

/** While a write is on its way to the disk, what arrives waits for the next one: few large writes instead of many small ones. */
const WAITING_AT_MOST = 1024 * 1024

class UploadWriter extends Writable {
  readonly #file: FileHandle
  readonly #running: { readonly hash: Hash; size: number } | undefined
  position: number

  constructor(file: FileHandle, position: number, running: { readonly hash: Hash; size: number } | undefined) {
    super({ highWaterMark: WAITING_AT_MOST })
    this.#file = file
    this.#running = running
    this.position = position
  }

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    this._writev([{ chunk }], done)
  }

  override _writev(chunks: readonly { readonly chunk: Buffer }[], done: (error?: Error | null) => void): void {
    const bytes = chunks.map(({ chunk }) => chunk)
    const size = bytes.reduce((sum, { length }) => sum + length, 0)
    const written = writeEach(this.#file, bytes, size, this.position)
    // Beside the writing, which is done by another thread.
    for (const chunk of bytes) this.#running?.hash.update(chunk)
    written.then(
      () => {
        this.position += size
        if (this.#running) this.#running.size = this.position
        done()
      },
      (error: unknown) => done(error as Error),
    )
  }
}

const writeEach = async (file: FileHandle, bytes: readonly Buffer[], size: number, position: number): Promise<void> => {
  const { bytesWritten } = await file.writev(bytes, position)
  // The disk is about to be full: the rest tells.
  if (bytesWritten < size) await writeAll(file, Buffer.concat(bytes).subarray(bytesWritten), position + bytesWritten)
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

import { mkdir, open, readFile, rename, rm, stat, writeFile, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { Writable, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { DataStore, ERRORS, Upload } from '@tus/utils'
import { isOutOfSpace, writeAll } from '../../../platform/durable-files.ts'
import { fileOfKey, NoRoomForContents, type ContentKey } from './content-store.ts'
import type { RunningHash, RunningHashes } from './running-hashes.ts'

export interface DiskUploadsOptions {
  readonly folder: string
  readonly hashes: RunningHashes
  /** The content of a finished upload. */
  readonly finished: {
    size(key: ContentKey): Promise<number | undefined>
    remove(keys: readonly ContentKey[]): Promise<void>
  }
}

/** The error for a missing upload; the library throws an object that is no Error. */
export const UPLOAD_NOT_FOUND: unknown = ERRORS.FILE_NOT_FOUND

interface UploadDescription {
  readonly size: number
  readonly metadata: Record<string, string | null>
  readonly creation_date: string
}

/**
 * Unfinished uploads on the disk: a file with the bytes so far, and a description with the total size. The offset is the size of the file,
 * so all bytes that a dying process wrote count.
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

  /** Path of the received bytes. */
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
    return withOutOfSpaceRefusal(async () => {
      await writeFile(this.pathOf(id), '')
      // A rename creates the description, so an existing description is complete.
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
      await withOutOfSpaceRefusal(() => pipeline(content, target))
      this.#hashes.keep(key, running)
      return target.position
    } catch (error) {
      // Ignores a second failure of the same write: the first failure is reported.
      await target.keepRest().catch(() => undefined)
      throw error
    } finally {
      await file.close()
    }
  }

  override async getUpload(key: ContentKey): Promise<Upload> {
    const path = this.pathOf(key)
    try {
      const description = JSON.parse(await readFile(this.#descriptionOf(key), 'utf8')) as UploadDescription
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

  /** Erases an unfinished upload, and leaves a finished one. */
  async discard(key: ContentKey): Promise<void> {
    this.#hashes.forget(key)
    await rm(this.#descriptionOf(key), { force: true })
    await rm(this.pathOf(key), { force: true })
  }
}

/** Maximum size of one write. */
const BLOCK = 1024 * 1024

type WriteCallback = (error?: Error | null) => void

/**
 * Collects arriving bytes in one block while another block is written and hashed. Busy uploads write large blocks, slow ones write at once,
 * and two blocks are in memory. Copying and dropping the small buffers of a connection spares the garbage collector.
 */
class UploadWriter extends Writable {
  readonly #file: FileHandle
  readonly #running: RunningHash | undefined
  #filling: Buffer = Buffer.allocUnsafeSlow(BLOCK)
  #spare: Buffer = Buffer.allocUnsafeSlow(BLOCK)
  #filled = 0
  #writing: Promise<void> | undefined
  #failure: Error | undefined
  #next: NodeJS.Immediate | undefined
  /** Bytes that arrived while both blocks were full. */
  #waiting: { readonly rest: Buffer; readonly done: WriteCallback } | undefined
  /** Position of the next byte to write. */
  position: number

  constructor(file: FileHandle, position: number, running: RunningHash | undefined) {
    super({ highWaterMark: BLOCK })
    this.#file = file
    this.#running = running
    this.position = position
  }

  override _write(chunk: Buffer, _encoding: string, done: WriteCallback): void {
    if (this.#failure) return done(this.#failure)
    const taken = chunk.copy(this.#filling, this.#filled)
    this.#filled += taken
    if (taken < chunk.length) this.#waiting = { rest: chunk.subarray(taken), done }
    else done()
    if (this.#writing) return
    if (this.#filled === BLOCK) this.#goOn()
    // Once all is here that came with this turn of the loop.
    else this.#next ??= setImmediate(() => this.#goOn())
  }

  override _final(done: WriteCallback): void {
    this.keepRest().then(() => done(), done)
  }

  /** Writes the collected bytes, also after the stream broke. */
  async keepRest(): Promise<void> {
    this.#goOn()
    while (this.#writing) await this.#writing
    if (this.#failure) throw this.#failure
  }

  /** Writes the collected bytes, unless a write is running. */
  #goOn(): void {
    clearImmediate(this.#next)
    this.#next = undefined
    if (this.#writing || this.#failure || this.#filled === 0) return
    const block = this.#filling.subarray(0, this.#filled)
    ;[this.#filling, this.#spare] = [this.#spare, this.#filling]
    this.#filled = 0
    this.#writing = this.#write(block)
    const waiting = this.#waiting
    this.#waiting = undefined
    if (waiting) this._write(waiting.rest, '', waiting.done)
  }

  /** Never throws: stores the failure for the next write. */
  async #write(block: Buffer): Promise<void> {
    try {
      const written = writeAll(this.#file, block, this.position)
      // Hashes while another thread writes.
      this.#running?.hash.update(block)
      await written
      this.position += block.length
      if (this.#running) this.#running.size = this.position
    } catch (error) {
      this.#failure = error as Error
    }
    this.#writing = undefined
    this.#goOn()
    if (this.#failure) this.#waiting?.done(this.#failure)
  }
}

/** Runs work that may need room on the disk, and turns a full disk into a refusal. */
export const withOutOfSpaceRefusal = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    throw isOutOfSpace(error) ? new NoRoomForContents(error) : error
  }
}

export const isAbsent = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')

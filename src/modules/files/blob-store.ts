import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { syncFolder } from '../../platform/sync-folder.ts'

/** Bytes that are written and safe on the disk, but not yet those of any file. */
export interface StagedBlob {
  readonly path: string
  readonly size: number
  readonly sha256: Buffer
}

/**
 * The contents of files, in the data folder. A blob is first staged, then adopted under the id of its file. Ids are never reused,
 * so a blob that a crash left behind is in nobody's way.
 */
export interface BlobStore {
  /** Copies a stream to the disk and makes sure that it is there. */
  stage(content: Readable): Promise<StagedBlob>
  adopt(blob: StagedBlob, fileId: number): Promise<void>
  has(fileId: number): Promise<boolean>
  open(fileId: number): Readable
  /** Where the content lies, for tools that take a path. */
  pathOf(fileId: number): string
  /** Erases contents; those that are not there are no fault. */
  remove(fileIds: readonly number[]): Promise<void>
  /** Erases what processes that died left staged, when it is old enough that nobody can be working on it. */
  sweep(olderThanMs: number): Promise<void>
  /** Erases staged blobs that were not adopted. */
  discard(blobs: readonly StagedBlob[]): Promise<void>
}

export const createBlobStore = (folder: string): BlobStore => {
  const staging = path.join(folder, 'staging')
  // A thousand files a folder: listing and backing up stay quick.
  const pathOf = (id: number): string =>
    path.join(folder, String(Math.floor(id / 1_000_000)), String(Math.floor(id / 1000) % 1000), String(id))

  return {
    stage: async content => {
      await mkdir(staging, { recursive: true })
      const target = path.join(staging, randomUUID())
      const hash = createHash('sha256')
      let size = 0
      const file = await open(target, 'wx', 0o640)
      try {
        for await (const chunk of content as AsyncIterable<Buffer>) {
          hash.update(chunk)
          size += chunk.length
          await file.writeFile(chunk)
        }
        await file.sync()
      } catch (error) {
        await file.close()
        await rm(target, { force: true })
        throw error
      }
      await file.close()
      return { path: target, size, sha256: hash.digest() }
    },
    adopt: (blob, fileId) => moveDurably(blob.path, pathOf(fileId)),
    has: async fileId =>
      stat(pathOf(fileId)).then(
        status => status.isFile(),
        () => false,
      ),
    open: fileId => createReadStream(pathOf(fileId)),
    pathOf,
    remove: async fileIds => {
      for (const id of fileIds) await rm(pathOf(id), { force: true })
    },
    sweep: async olderThanMs => {
      const limit = Date.now() - olderThanMs
      for (const name of await readdir(staging).catch(() => [])) {
        const file = path.join(staging, name)
        const status = await stat(file).catch(() => undefined)
        if (status && status.mtimeMs < limit) await rm(file, { force: true })
      }
    },
    discard: async blobs => {
      for (const blob of blobs) await rm(blob.path, { force: true })
    },
  }
}

/** Gives a file another name on the same disk, so that the new name is still there after a power cut. */
export const moveDurably = async (from: string, to: string): Promise<void> => {
  const parent = path.dirname(to)
  await mkdir(parent, { recursive: true })
  await rename(from, to)
  await syncFolder(parent)
}

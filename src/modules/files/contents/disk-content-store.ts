import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, chmod, constants, mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { makeFolderDurably, moveDurably, writeNewFile } from '../../../platform/durable-files.ts'
import { ServiceUnavailable } from '../../../platform/errors.ts'
import {
  ContentMissing,
  fileOfKey,
  isContentKey,
  type Content,
  type ContentKey,
  type ContentStore,
  type ListedContent,
} from './content-store.ts'
import { DiskUploads, isAbsent, withOutOfSpaceRefusal } from './disk-uploads.ts'
import { hashContent } from './hash-content.ts'
import { RunningHashes } from './running-hashes.ts'

/**
 * Contents in a folder: `2/3/2003004` is the content of file 2003004. Incomplete contents lie in the folders `incoming` and `uploads`, and
 * are renamed to their place once their bytes are on the disk.
 */
export const createDiskContentStore = (folder: string): ContentStore => new DiskContentStore(folder)

class DiskContentStore implements ContentStore {
  readonly #folder: string
  readonly #incoming
  readonly #uploadsFolder
  readonly #aside
  readonly #hashes = new RunningHashes()
  readonly uploads

  constructor(folder: string) {
    this.#folder = folder
    this.#incoming = path.join(folder, 'incoming')
    this.#uploadsFolder = path.join(folder, 'uploads')
    this.#aside = path.join(folder, 'aside')
    this.uploads = new DiskUploads({
      folder: this.#uploadsFolder,
      hashes: this.#hashes,
      finished: { size: this.size, remove: this.remove },
    })
  }

  // A folder holds a thousand files, so that listing and backups stay quick.
  readonly #pathOf = (key: ContentKey): string => {
    const id = fileOfKey(key)
    return path.join(this.#folder, String(Math.floor(id / 1_000_000)), String(Math.floor(id / 1000) % 1000), key)
  }

  readonly size = async (key: ContentKey): Promise<number | undefined> => {
    const status = await unlessAbsent(stat(this.#pathOf(key)))
    return status?.isFile() ? status.size : undefined
  }

  readonly remove = async (keys: readonly ContentKey[]): Promise<void> => {
    for (const key of keys) await rm(this.#pathOf(key), { force: true })
  }

  readonly kind: ContentStore['kind'] = 'disk'

  readonly check: ContentStore['check'] = async () => {
    try {
      await makeFolderDurably(this.#folder)
      // When the server runs as root, other accounts can enter the data folder; they must not read attachments. If the mode of the folder
      // cannot be changed, it stays.
      await chmod(this.#folder, 0o700).catch(() => undefined)
      await access(this.#folder, constants.R_OK | constants.W_OK | constants.X_OK)
    } catch (error) {
      throw new ServiceUnavailable(`The folder of the files cannot be used: ${(error as Error).message}`)
    }
  }

  readonly write: ContentStore['write'] = (key, content) =>
    withOutOfSpaceRefusal(async () => {
      const target = this.#pathOf(key)
      const part = path.join(this.#incoming, randomUUID())
      await mkdir(this.#incoming, { recursive: true })
      const written = await writeNewFile(part, content)
      await moveOrDrop(part, target)
      return written
    })

  readonly read: ContentStore['read'] = async (key, range) => {
    const file = await unlessAbsent(open(this.#pathOf(key), 'r'))
    if (!file) throw new ContentMissing(key)
    return file.createReadStream({ highWaterMark: READ_AT_ONCE, ...range })
  }

  readonly list: ContentStore['list'] = () => walk(this.#folder)

  readonly setAside: ContentStore['setAside'] = async key => {
    const target = path.join(this.#aside, `${key}.${new Date().toISOString().replaceAll(':', '-')}`)
    await moveDurably(this.#pathOf(key), target).catch((error: unknown) => {
      throw isAbsent(error) ? new ContentMissing(key) : error
    })
    return target
  }

  readonly finish: ContentStore['finish'] = key =>
    withOutOfSpaceRefusal(async () => {
      const finished = await finishUpload(key, this.uploads, this.#hashes, this.#pathOf(key))
      if (finished) return finished
      // Finished before, by this process or another one.
      const stored = await unlessAbsent(hashFile(this.#pathOf(key)))
      if (!stored) throw new ContentMissing(key)
      return stored
    })

  readonly sweep: ContentStore['sweep'] = async before => {
    for (const place of [this.#incoming, this.#uploadsFolder])
      for (const name of await readdir(place).catch(() => [])) {
        const file = path.join(place, name)
        const status = await stat(file).catch(() => undefined)
        if (status && status.mtime < before) await rm(file, { force: true })
      }
  }
}

const READ_AT_ONCE = 256 * 1024

/** Undefined if there is no such upload. */
const finishUpload = async (
  key: ContentKey,
  uploads: DiskUploads,
  hashes: RunningHashes,
  target: string,
): Promise<Content | undefined> => {
  const source = uploads.pathOf(key)
  const file = await unlessAbsent(open(source, 'r+'))
  if (!file) return undefined
  let size: number
  try {
    const upload = await uploads.getUpload(key)
    size = (await file.stat()).size
    if (size !== upload.size) throw new Error(`upload ${key} has ${size} bytes of ${upload.size}: it is not complete`)
    await file.sync()
  } finally {
    await file.close()
  }
  const streamed = hashes.digest(key, size)
  const content = streamed ? { size, sha256: streamed } : await unlessAbsent(hashFile(source))
  if (!content || !(await isThereAfter(moveDurably(source, target)))) return undefined
  await uploads.discard(key)
  return content
}

const isThereAfter = async (move: Promise<void>): Promise<boolean> =>
  (await unlessAbsent(move.then(() => true))) ?? false

const moveOrDrop = async (part: string, target: string): Promise<void> => {
  try {
    await moveDurably(part, target)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

const hashFile = async (file: string): Promise<Content> =>
  hashContent(createReadStream(file, { highWaterMark: READ_AT_ONCE }))

const unlessAbsent = async <T>(work: Promise<T>): Promise<T | undefined> => {
  try {
    return await work
  } catch (error) {
    if (isAbsent(error)) return undefined
    throw error
  }
}

/** Folders of a million files contain folders of a thousand, which contain contents. */
async function* walk(folder: string): AsyncGenerator<ListedContent> {
  for (const million of await numbered(folder))
    for (const thousand of await numbered(million))
      for (const name of (await unlessAbsent(readdir(thousand))) ?? []) {
        if (!isContentKey(name)) continue
        const status = await unlessAbsent(stat(path.join(thousand, name)))
        if (status?.isFile()) yield { key: name, size: status.size, modifiedAt: status.mtime }
      }
}

const numbered = async (folder: string): Promise<string[]> =>
  ((await unlessAbsent(readdir(folder))) ?? []).filter(name => /^\d+$/.test(name)).map(name => path.join(folder, name))

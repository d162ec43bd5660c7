import { createHash } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { syncFolder } from './sync-folder.ts'

export interface WrittenFile {
  readonly size: number
  readonly sha256: Buffer
}

/** Readable by the operator's group, closed to all other accounts. */
const MODE = 0o640

/** Writes a stream to a new file and resolves when its bytes are on the disk. A stream that fails leaves no file. */
export const writeNewFile = async (target: string, content: AsyncIterable<Uint8Array>): Promise<WrittenFile> => {
  const hash = createHash('sha256')
  let size = 0
  const file = await open(target, 'wx', MODE)
  try {
    for await (const chunk of content) {
      hash.update(chunk)
      await writeAll(file, chunk, size)
      size += chunk.length
    }
    await file.sync()
  } catch (error) {
    await file.close()
    await rm(target, { force: true })
    throw error
  }
  await file.close()
  return { size, sha256: hash.digest() }
}

interface Writable {
  write(bytes: Uint8Array, offset: number, length: number, position: number): Promise<{ bytesWritten: number }>
}

/** Writes all bytes: a single write may take fewer bytes than given, for example the last one before the disk is full. */
export const writeAll = async (file: Writable, bytes: Uint8Array, position: number): Promise<void> => {
  let written = 0
  while (written < bytes.length)
    written += (await file.write(bytes, written, bytes.length - written, position + written)).bytesWritten
}

/** Renames a file on the same disk, so that the new name survives a power cut. */
export const moveDurably = async (from: string, to: string): Promise<void> => {
  await makeFolderDurably(path.dirname(to))
  await rename(from, to)
  await syncFolder(path.dirname(to))
}

/** Makes a folder and its parents; their names survive a power cut. */
export const makeFolderDurably = async (folder: string): Promise<void> => {
  const first = await mkdir(folder, { recursive: true })
  if (first === undefined) return
  let made = folder
  while (made !== path.dirname(first)) {
    made = path.dirname(made)
    await syncFolder(made)
  }
}

/** Whether an error means that the disk is full or a quota is used up. */
export const isOutOfSpace = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')

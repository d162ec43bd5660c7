import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { lstat, mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { isOutOfSpace, writeNewFile } from '../../platform/durable-files.ts'
import { Conflict, Invalid, InsufficientStorage } from '../../platform/errors.ts'
import { syncFolder } from '../../platform/sync-folder.ts'

/** An archive that is written under another name, so that nobody takes a part of it for the whole. */
export interface ArchiveWriter {
  /** Writes a file; call it for one file at a time. */
  add(name: string, content: AsyncIterable<Uint8Array>): Promise<void>
  /** Gives the archive its final name, after all of it is on the disk. */
  finish(): Promise<void>
  /** Removes the written files. */
  discard(): Promise<void>
}

/** Readable by the owner and the operator's group only: an archive may hold confidential data. */
const FILE_MODE = 0o100640
const FOLDER_MODE = 0o750

export interface ArchiveOptions {
  /** Replaces an existing archive when the new one is complete. */
  readonly replaces: boolean
  readonly now: Date
}

/** Writes a zip if the name ends in `.zip`, otherwise a folder. */
export const openArchiveWriter = async (target: string, options: ArchiveOptions): Promise<ArchiveWriter> => {
  const place = path.resolve(target)
  const isZip = /\.zip$/i.test(place)
  await requirePlace(place, isZip, options.replaces)
  const written = `${place}.${randomUUID()}.part`
  // Removes the files if the process ends early.
  const clear = (): void => rmSync(written, { recursive: true, force: true })
  process.once('exit', clear)
  const parts = isZip ? zipOutput(written, options.now) : await folderOutput(written).catch(explain(place))
  const discard = async (): Promise<void> => {
    await parts.abort()
    await rm(written, { recursive: true, force: true })
    process.removeListener('exit', clear)
  }
  return {
    add: (name, content) => parts.add(name, content).catch(explain(place)),
    finish: async () => {
      await parts.finish().catch(explain(place))
      await putInPlace(written, place, isZip, options.replaces)
      process.removeListener('exit', clear)
    },
    discard,
  }
}

const explain =
  (place: string) =>
  (error: unknown): never => {
    if (isOutOfSpace(error))
      throw new InsufficientStorage(
        `There is no room for the archive in ${path.dirname(place)}; nothing of it was kept.`,
      )
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
      throw new Invalid(`The archive cannot be written in ${path.dirname(place)}: ${(error as Error).message}`, {
        reason: 'parameter.range',
      })
    throw error
  }

/** An existing target may be replaced only if the caller asks for it and it is an archive. */
const requirePlace = async (place: string, isZip: boolean, replaces: boolean): Promise<void> => {
  const folder = await lstat(path.dirname(place)).catch(() => undefined)
  if (!folder)
    throw new Invalid(`There is no folder ${path.dirname(place)} to write the archive in.`, {
      reason: 'parameter.range',
    })
  const there = await lstat(place).catch(() => undefined)
  if (!there) return
  if (!replaces) throw new Conflict(`${place} is there already: choose another name, or give --force to replace it.`)
  if (isZip ? !there.isFile() : !there.isDirectory())
    throw new Conflict(`${place} is not ${isZip ? 'a file' : 'a folder'}: it is not replaced.`)
  if (!isZip && !(await lstat(path.join(place, 'project.xml')).catch(() => undefined)))
    throw new Conflict(`${place} holds no project.xml, so it is no archive: it is not replaced.`)
}

const putInPlace = async (written: string, place: string, isZip: boolean, replaces: boolean): Promise<void> => {
  // `rename` replaces a file always, but no folder that is not empty. Another process may have written the target meanwhile.
  if (!replaces && (await lstat(place).catch(() => undefined))) throw new Conflict(`${place} is there already.`)
  const old = `${written}.old`
  const isReplaced =
    !isZip &&
    (await rename(place, old).then(
      () => true,
      () => false,
    ))
  await rename(written, place)
  await syncFolder(path.dirname(place))
  if (isReplaced) await rm(old, { recursive: true, force: true })
}

interface ArchiveOutput {
  add(name: string, content: AsyncIterable<Uint8Array>): Promise<void>
  finish(): Promise<void>
  abort(): Promise<void>
}

const folderOutput = async (folder: string): Promise<ArchiveOutput> => {
  await mkdir(folder, { mode: FOLDER_MODE })
  const folders = new Set<string>([folder])
  return {
    add: async (name, content) => {
      const file = path.join(folder, name)
      const parent = path.dirname(file)
      if (!folders.has(parent)) await mkdir(parent, { recursive: true, mode: FOLDER_MODE })
      folders.add(parent)
      await writeNewFile(file, content)
    },
    finish: async () => {
      for (const each of folders) await syncFolder(each)
    },
    abort: () => Promise.resolve(),
  }
}

const zipOutput = (file: string, now: Date): ArchiveOutput => {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  // The promise `written` or the added content reports the failure.
  zip.on('error', () => undefined)
  output.on('error', () => undefined)
  const written = writeNewFile(file, output as AsyncIterable<Uint8Array>)
  written.catch(() => undefined)
  return {
    add: async (name, content) => {
      const source = Readable.from(content, { objectMode: false })
      const read = finished(source)
      zip.addReadStream(source, name, { mtime: now, mode: FILE_MODE })
      try {
        await Promise.race([read, written])
      } finally {
        source.destroy()
      }
    },
    finish: async () => {
      zip.end()
      await written
    },
    abort: async () => {
      output.destroy(new Error('the archive is broken off'))
      await written.catch(() => undefined)
    },
  }
}

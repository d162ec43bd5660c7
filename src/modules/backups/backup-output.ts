import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { access, open, rename, rm, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import type { Writable } from 'node:stream'
import { isOutOfSpace, writeAll } from '../../platform/durable-files.ts'
import { Conflict, InsufficientStorage, Refusal, ServiceUnavailable } from '../../platform/errors.ts'
import { syncFolder } from '../../platform/sync-folder.ts'

/** The target of a backup, written piece by piece. */
export interface BackupOutput {
  write(bytes: Buffer): Promise<void>
  /** Flushes the file to the disk and gives it its final name. */
  commit(): Promise<void>
  /** Removes everything that was written. */
  abandon(): Promise<void>
}

/** Only for the owner: a backup holds hashes of passwords and keys. */
const MODE = 0o600

/** A new file that gets its final name when it is complete. An existing file is never overwritten. */
export const fileOutput = async (file: string): Promise<BackupOutput> => {
  const target = path.resolve(file)
  await requireFreeTarget(target)
  const partial = `${target}.${randomBytes(4).toString('hex')}.partial`
  const handle = await open(partial, 'wx', MODE).catch((error: unknown) => {
    throw refusalOf(error, target)
  })
  // A signal ends the process without returning here.
  const removeAtExit = (): void => rmSync(partial, { force: true })
  process.once('exit', removeAtExit)
  const close = async (): Promise<void> => {
    await handle.close().catch(() => undefined)
    process.removeListener('exit', removeAtExit)
  }
  let position = 0
  return {
    write: async bytes => {
      await writeAll(handle, bytes, position).catch((error: unknown) => {
        throw refusalOf(error, target)
      })
      position += bytes.length
    },
    commit: async () => {
      await finish(handle, partial, target)
      await close()
    },
    abandon: async () => {
      await close()
      await rm(partial, { force: true })
    },
  }
}

const finish = async (handle: FileHandle, partial: string, target: string): Promise<void> => {
  try {
    await handle.sync()
    await requireFreeTarget(target)
    await rename(partial, target)
    await syncFolder(path.dirname(target))
  } catch (error) {
    throw refusalOf(error, target)
  }
}

const requireFreeTarget = async (target: string): Promise<void> => {
  const isTaken = await access(target).then(
    () => true,
    () => false,
  )
  if (isTaken) throw new Conflict(`${target} is there already: name another file, or move that one away.`)
}

/** For programs that encrypt or send the backup. The output of a failed backup has no end, so a restore refuses it. */
export const streamOutput = (stream: Writable): BackupOutput => {
  let failure: Error | undefined
  stream.on('error', error => (failure = error))
  const gone = (): ServiceUnavailable =>
    new ServiceUnavailable(
      `The program that the backup is sent to has ended: ${failure?.message ?? 'it takes no more'}.`,
    )
  return {
    write: async bytes => {
      if (failure) throw gone()
      if (stream.write(bytes)) return
      await once(stream, 'drain').catch(() => {
        throw gone()
      })
    },
    commit: () => Promise.resolve(),
    abandon: () => Promise.resolve(),
  }
}

const refusalOf = (error: unknown, target: string): unknown => {
  if (error instanceof Refusal || !(error instanceof Error)) return error
  const { code, message } = error as NodeJS.ErrnoException
  if (isOutOfSpace(error))
    return new InsufficientStorage(`There is no room left for ${target}: nothing was kept of the backup.`)
  const reasons: Record<string, string> = {
    ENOENT: 'its folder is not there',
    ENOTDIR: 'its folder is none',
    EACCES: 'no permission to write there',
    EPERM: 'no permission to write there',
    EROFS: 'the file system is read-only',
    EFBIG: 'the file system takes no file of this size',
    EIO: 'the disk reports an error',
  }
  return code === undefined
    ? error
    : new ServiceUnavailable(`${target} cannot be written: ${reasons[code] ?? message}.`)
}

import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { access, open, rename, rm, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import type { Writable } from 'node:stream'
import { isOutOfSpace, writeAll } from '../../platform/durable-files.ts'
import { Conflict, InsufficientStorage, Refusal, ServiceUnavailable } from '../../platform/errors.ts'
import { syncFolder } from '../../platform/sync-folder.ts'

/** Where a backup is written to, one piece after the other. */
export interface BackupOutput {
  write(bytes: Buffer): Promise<void>
  /** All is there: it lasts, and has its name. */
  commit(): Promise<void>
  /** Nothing is to stay. */
  abandon(): Promise<void>
}

/** Hashes of passwords and keys are in it. */
const MODE = 0o600

/** A new file, which has its name only when it is whole; what is there already is never written over. */
export const fileOutput = async (file: string): Promise<BackupOutput> => {
  const target = path.resolve(file)
  await requireFreeTarget(target)
  const partial = `${target}.${randomBytes(4).toString('hex')}.partial`
  const handle = await open(partial, 'wx', MODE).catch((error: unknown) => {
    throw refusalOf(error, target)
  })
  // A signal ends the process without coming back here.
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

/** For programs that encrypt or send it: what they got of a backup that fails has no end, and is refused by a restore. */
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

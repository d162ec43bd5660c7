import { access, constants, mkdir, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { openEmbedded } from './db/embedded-postgres.ts'
import { migrate } from './db/migrate.ts'
import { ServiceUnavailable } from './errors.ts'
import { isRoot } from './system-account.ts'

/** The data folder and the migrated database that a server or a command works on. */
export interface Installation {
  readonly databaseUrl: string
  close(): Promise<void>
}

/** Makes both ready; throws `ServiceUnavailable` with one sentence if one cannot be used. */
export const openInstallation = async (config: Config, log: Logger): Promise<Installation> => {
  await prepareDataFolder(config.dataFolder)
  const embedded =
    config.databaseUrl === undefined
      ? await openEmbedded(`${config.dataFolder}/postgres`, { onEvent: message => log.warn(message) })
      : undefined
  const databaseUrl = config.databaseUrl ?? embedded?.url ?? ''
  try {
    const applied = await migrate(databaseUrl)
    if (applied.length > 0) log.info({ migrations: applied }, 'database migrated')
  } catch (error) {
    await embedded?.close()
    throw error
  }
  return { databaseUrl, close: async () => embedded?.close() }
}

/** Makes the folder if it is missing, and refuses one without write access. */
export const prepareDataFolder = async (folder: string): Promise<void> => {
  const reason = await makeUsableFolder(folder)
  if (reason !== undefined)
    throw new ServiceUnavailable(`The data folder ${folder} cannot be used: ${reason} (CROCUS_DATA names it).`)
}

/** Makes the folder if it is missing; returns the reason if it cannot be used. */
export const makeUsableFolder = async (folder: string): Promise<string | undefined> => {
  try {
    // As root, the embedded database and Subversion run as other users, who must pass through; subfolders with secrets have their own
    // mode.
    await makeFolder(path.resolve(folder), isRoot() ? 0o711 : 0o700)
  } catch (error) {
    return reasonOf(error)
  }
  return (await findFolderFault(folder))?.reason
}

/** Why the process cannot write to a folder, if so: an error code of the system, and words. */
export const findFolderFault = async (folder: string): Promise<{ code: string; reason: string } | undefined> => {
  try {
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    return undefined
  } catch (error) {
    return { code: (error as NodeJS.ErrnoException).code ?? '', reason: reasonOf(error) }
  }
}

/**
 * Makes the folder and its parents. Node's own recursive mkdir never returns if a file system answers ENOENT to a folder it refuses
 * (/proc).
 */
const makeFolder = async (folder: string, mode: number): Promise<void> => {
  const kind = await stat(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  if (kind?.isDirectory()) return
  if (kind) throw Object.assign(new Error('not a folder'), { code: 'EEXIST' })
  await makeFolder(path.dirname(folder), mode)
  await mkdir(folder, mode).catch(async (error: NodeJS.ErrnoException) => {
    // Another process may have made the folder first.
    const made = error.code === 'EEXIST' ? await stat(folder) : undefined
    if (made?.isDirectory() !== true) throw error
  })
}

const reasonOf = (error: unknown): string => {
  const code = (error as NodeJS.ErrnoException).code ?? ''
  const reasons: Record<string, string> = {
    EACCES: 'no permission to write there',
    EPERM: 'no permission to write there',
    EROFS: 'it is on a read-only file system',
    EEXIST: 'it is not a folder',
    ENOENT: 'no folder can be made there',
    ENOTDIR: 'a part of its path is not a folder',
    ENOSPC: 'the disk is full',
  }
  return reasons[code] ?? String(error)
}

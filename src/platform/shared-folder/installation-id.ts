// The file in the shared folder that names the installation to which the folder belongs.
import { randomBytes } from 'node:crypto'
import { readFile, rename } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { writeNewFile } from '../durable-files.ts'
import { syncFolder } from '../sync-folder.ts'

export const INSTALLATION_ID = 'installation-id'

export const newInstallationId = (): string => randomBytes(16).toString('hex')

/** Undefined if the folder belongs to no installation yet. */
export const readInstallationId = async (folder: string): Promise<string | undefined> => {
  try {
    return (await readFile(path.join(folder, INSTALLATION_ID), 'utf8')).trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Replaces the file atomically and durably. */
export const placeInstallationId = async (folder: string, id: string): Promise<void> => {
  const file = path.join(folder, INSTALLATION_ID)
  const fresh = `${file}.${randomBytes(4).toString('hex')}`
  await writeNewFile(fresh, Readable.from([Buffer.from(`${id}\n`)]))
  await rename(fresh, file)
  await syncFolder(folder)
}

import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { Invalid } from '../../platform/errors.ts'
import type { Entry, Summary } from './manifest.ts'
import { openBackup, type BackupFile } from './read-backup.ts'

/** A backup, with the files that hold its entries. */
export interface BackupWithBases {
  readonly summary: Summary
  entries(): AsyncGenerator<Entry>
  read(entry: Entry): AsyncGenerator<Buffer>
  /** Checks the bytes of an entry. Returns undefined if they are unchanged, otherwise the fault with the name of the file. */
  check(entry: Entry): Promise<string | undefined>
  close(): Promise<void>
}

/** Opens a backup and the backups that it builds on: the named files, or any files in its folder. */
export const openBackupWithBases = async (file: string, named: readonly string[] = []): Promise<BackupWithBases> => {
  const main = await openBackup(file)
  const open: BackupFile[] = [main]
  const close = async (): Promise<void> => {
    for (const one of open) await one.close()
  }
  try {
    const bases = await findBases(main, named, open)
    const fileOf = ({ base }: Entry): BackupFile => (base === undefined ? main : (bases[base] ?? unknownBase(file)))
    return {
      summary: main.summary,
      entries: () => main.entries(),
      read: entry => fileOf(entry).read(entry),
      check: async entry => {
        const fault = await fileOf(entry).check(entry)
        return fault === undefined ? undefined : `${fileOf(entry).file}: ${entry.name}: ${fault}`
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

const unknownBase = (file: string): never => {
  throw new Invalid(`${file} cannot be understood: an entry is in a file that it does not name.`, {
    reason: 'parameter.range',
  })
}

/** In the order in which the backup names them; adds every opened file to `open`. */
const findBases = async (main: BackupFile, named: readonly string[], open: BackupFile[]): Promise<BackupFile[]> => {
  const wanted = main.summary.bases
  const found = new Map<string, BackupFile>()
  const look = async (file: string): Promise<void> => {
    const base = await openBackup(file)
    if (wanted.some(({ id }) => id === base.summary.id) && !found.has(base.summary.id)) {
      open.push(base)
      found.set(base.summary.id, base)
    } else await base.close()
  }
  for (const file of named) await look(file)
  const folder = path.dirname(main.file)
  const isComplete = (): boolean => wanted.every(({ id }) => found.has(id))
  // Tries the recorded names first: the files may have been renamed.
  const first = wanted.map(({ file }) => file)
  const others = isComplete() ? [] : await readdir(folder).catch(() => [])
  for (const name of [...first, ...others]) {
    if (isComplete()) break
    await look(path.join(folder, name)).catch((error: unknown) => {
      if (!(error instanceof Invalid)) throw error
    })
  }
  return wanted.map(({ id, file }) => {
    const base = found.get(id)
    if (base) return base
    throw new Invalid(
      `${main.file} builds on ${file}, which is not beside it (or is damaged): put it there, or name it with --base.`,
      { reason: 'parameter.range' },
    )
  })
}

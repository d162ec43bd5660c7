import { Invalid, faultsOf } from '../../platform/errors.ts'
import { openBackupWithBases, type BackupWithBases } from './base-backups.ts'
import type { Summary } from './manifest.ts'

export interface VerifyOptions {
  /** Files of the base backups, if they are not in the same folder. */
  readonly bases?: readonly string[]
  readonly onProgress?: (done: number, total: number) => void
}

/** Maximum reported faults. */
const MAX_FAULTS = 20

/** Reads all entries of a backup; throws Invalid with the damaged entries. */
export const verifyBackup = async (file: string, options: VerifyOptions = {}): Promise<Summary> => {
  const backup = await openBackupWithBases(file, options.bases)
  try {
    await requireIntact(backup, options.onProgress)
    return backup.summary
  } finally {
    await backup.close()
  }
}

export const requireIntact = async (
  backup: BackupWithBases,
  onProgress: VerifyOptions['onProgress'] = () => undefined,
): Promise<void> => {
  const { entries, bytes } = backup.summary
  const faults: string[] = []
  let [found, done] = [0, 0]
  for await (const entry of backup.entries()) {
    onProgress(Math.min(done, bytes), bytes + 1)
    const fault = await backup.check(entry)
    if (fault !== undefined) faults.push(fault)
    found++
    done += entry.size
  }
  onProgress(bytes + 1, bytes + 1)
  if (found !== entries) faults.push(`the manifest has ${found} entries instead of ${entries}`)
  if (faults.length === 0) return
  const more = faults.length - MAX_FAULTS
  throw new Invalid(
    faultsOf(
      [
        ...faults.slice(0, MAX_FAULTS),
        ...(more > 0 ? [`and ${more} more`] : []),
        `The backup is damaged: ${faults.length} of ${entries} entries.`,
      ],
      { reason: 'conflict' },
    ),
  )
}

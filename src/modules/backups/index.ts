// The public interface of this module.
export { createBackup, type BackupPhase, type BackupReport } from './create-backup.ts'
export { restoreBackup, type RestorePhase } from './restore-backup.ts'
export type { DroppedWork } from './load-tables.store.ts'
export { verifyBackup } from './verify-backup.ts'

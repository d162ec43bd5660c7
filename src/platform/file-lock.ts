import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseSync } from 'node:sqlite'

/**
 * A lock between processes on one machine that ends with its holder, `kill -9` included: the kernel's lock on a file. Node has no call
 * for it, but the SQLite inside Node takes it: an open read transaction is the shared lock, an exclusive transaction the exclusive lock.
 * The file stays empty.
 */
export interface FileLock {
  release(): void
}

const SQLITE_BUSY = 5
const RETRY_MS = 25

const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === SQLITE_BUSY

/** Takes the lock, or returns undefined if another process (or another call in this one) holds it in a conflicting mode. */
export const tryLock = (file: string, mode: 'shared' | 'exclusive'): FileLock | undefined => {
  const handle = new DatabaseSync(file, { timeout: 0 })
  try {
    // Nothing is ever rolled back, so no journal file is needed.
    handle.exec('PRAGMA journal_mode = MEMORY')
    if (mode === 'exclusive') handle.exec('BEGIN EXCLUSIVE')
    else {
      handle.exec('BEGIN')
      handle.prepare('SELECT count(*) FROM sqlite_schema').get()
    }
  } catch (error) {
    handle.close()
    if (isBusy(error)) return undefined
    throw error
  }
  return { release: () => handle.close() }
}

/** Waits for the lock; returns undefined if it was not free within `timeoutMs`. */
export const waitForLock = async (
  file: string,
  mode: 'shared' | 'exclusive',
  timeoutMs: number,
): Promise<FileLock | undefined> => {
  const end = Date.now() + timeoutMs
  for (;;) {
    const lock = tryLock(file, mode)
    if (lock || Date.now() >= end) return lock
    // A random pause keeps two processes that wait for each other out of step.
    await sleep(RETRY_MS * (0.5 + Math.random()))
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Db } from '../db/db.ts'
import type { ClaimedJobs } from './claimed-jobs.ts'
import { releaseJobs, listJobHolders } from './jobs.store.ts'

/** How often is looked for processes that died. */
const CHECK_MS = 10_000
/** Before the sign of life that went with a connection is given on another one. */
const LIVENESS_RETRY_MS = 100

const livenessLockOf = (holder: string): string => `jobs of ${holder}`

export interface OrphanWatch {
  stop(): Promise<void>
}

interface OrphanedJobsOptions {
  readonly db: Pick<Db, 'kysely' | 'locks'>
  /** How the queue calls this process. */
  readonly holder: string
  readonly claimedJobs: ClaimedJobs
  readonly log: Logger
  readonly checkMs?: number | undefined
}

/**
 * Gives jobs of processes that died to others: the queue itself waits for four hours, because it cannot tell who died from who works
 * long. Here each process holds an advisory lock as a sign of life. Who holds jobs but no lock at two looks in a row is dead, or cut off from
 * the database and cannot finish them either.
 */
export const watchOrphanedJobs = ({
  db,
  holder,
  claimedJobs: inHand,
  log,
  checkMs = CHECK_MS,
}: OrphanedJobsOptions): OrphanWatch => {
  const stopping = new AbortController()
  const { signal } = stopping
  const pause = (milliseconds: number): Promise<void> =>
    sleep(milliseconds, undefined, { signal }).catch(() => undefined)

  const holdLivenessLock = async (): Promise<void> => {
    while (!signal.aborted) {
      const lock = await db.locks.tryLock(livenessLockOf(holder)).catch(() => undefined)
      if (lock) {
        const isOver = AbortSignal.any([lock.lost, signal])
        if (!isOver.aborted) await new Promise(resolve => isOver.addEventListener('abort', resolve, { once: true }))
        await lock.release()
      }
      await pause(LIVENESS_RETRY_MS)
    }
  }

  /** Seen without a sign of life at the last look. */
  let silent = new Set<string>()
  const look = async (): Promise<void> => {
    const jobs = await inHand.settle(db, holder)
    if (jobs > 0) log.warn({ holder, jobs }, 'jobs whose end or beginning was lost with a connection were seen to')
    const others = (await listJobHolders(db.kysely)).filter(other => other !== holder)
    const found = new Set<string>()
    for (const other of others) {
      const lock = await db.locks.tryLock(livenessLockOf(other))
      if (!lock) continue
      try {
        if (silent.has(other)) {
          const jobs = await releaseJobs(db.kysely, other)
          log.warn({ holder: other, jobs }, 'a process died with jobs in hand; they are done again')
        } else found.add(other)
      } finally {
        await lock.release()
      }
    }
    silent = found
  }
  const watch = async (): Promise<void> => {
    while (!signal.aborted) {
      // Not all processes at the same moment: each would take the look of another for a sign of life.
      await pause(checkMs * (0.75 + Math.random() / 2))
      if (!signal.aborted)
        await look().catch((error: unknown) => log.warn({ err: error }, 'jobs were not looked after'))
    }
  }

  const running = Promise.all([holdLivenessLock(), watch()])
  return {
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Db } from '../db/db.ts'
import type { ClaimedJobs } from './claimed-jobs.ts'
import { releaseJobs, listJobHolders } from './jobs.store.ts'

/** Interval at which a process looks for dead ones. */
const CHECK_MS = 10_000
/** Pause before a lost liveness lock is taken on another connection. */
const LIVENESS_RETRY_MS = 100

const livenessLockOf = (holder: string): string => `jobs of ${holder}`

export interface OrphanWatch {
  stop(): Promise<void>
}

interface OrphanedJobsOptions {
  readonly db: Pick<Db, 'kysely' | 'locks'>
  /** Name of this process in the queue. */
  readonly holder: string
  readonly claimedJobs: ClaimedJobs
  readonly log: Logger
  readonly checkMs?: number | undefined
}

/**
 * Releases the jobs of dead processes. The queue itself waits for four hours, because it cannot distinguish a dead process from a long
 * job. Here each process holds an advisory lock to show that it lives. A process that holds jobs but no lock at two checks in a row is
 * dead, or cut off from the database and cannot finish its jobs either.
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

  /** Holders without a liveness lock at the last check. */
  let silent = new Set<string>()
  const look = async (): Promise<void> => {
    const jobs = await inHand.settle(db, holder)
    if (jobs > 0) log.warn({ holder, jobs }, 'jobs whose end or beginning was lost with a connection were seen to')
    const others = (await listJobHolders(db.kysely)).filter(other => other !== holder)
    silent = await releaseJobsOfDead({ db, log }, others, silent)
  }
  const watch = async (): Promise<void> => {
    while (!signal.aborted) {
      // Processes check at different moments: each would mistake the check of another for its liveness lock.
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

/** Releases the jobs of holders that were silent before and still are; returns those that are silent for the first time. */
const releaseJobsOfDead = async (
  { db, log }: Pick<OrphanedJobsOptions, 'db' | 'log'>,
  holders: readonly string[],
  silentBefore: ReadonlySet<string>,
): Promise<Set<string>> => {
  const silent = new Set<string>()
  for (const holder of holders) {
    const lock = await db.locks.tryLock(livenessLockOf(holder))
    if (!lock) continue
    try {
      if (silentBefore.has(holder)) {
        const jobs = await releaseJobs(db.kysely, holder)
        log.warn({ holder, jobs }, 'a process died with jobs in hand; they are done again')
      } else silent.add(holder)
    } finally {
      await lock.release()
    }
  }
  return silent
}

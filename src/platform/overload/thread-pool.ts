// Node has one pool of threads in each process: for file operations, host names, compression, pictures and password hashes
// (docs/decisions/0053-thread-pool.md).
import cluster from 'node:cluster'
import { randomFill } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { ConcurrencyLimiter } from './concurrency-limiter.ts'

/** Size of libuv's pool: libuv reads the variable when the pool starts. */
const THREADS = Number(process.env['UV_THREADPOOL_SIZE']) || 4

/**
 * Password hashes at the same time: one processor less than exist, for all processes together, and at most a quarter of the threads. Each
 * hash occupies its thread for tens of milliseconds, and any client may request any number of them.
 */
export const hashesAtOnce = (
  processors = availableParallelism(),
  threads = THREADS,
  isOneOfSeveral = cluster.isWorker,
): number => (isOneOfSeveral ? 1 : Math.max(1, Math.min(processors - 1, Math.floor(threads / 4))))

/** One hash at a time on a busy machine completes within these limits of waiting hashes and time. */
export const hashing = new ConcurrencyLimiter({ inWork: hashesAtOnce(), waiting: 64, waitMs: 5_000 })

const TICK_MS = 100
/** If the pool starts nothing new for this many times the limit, it is not busy: hanging files hold all of its threads. */
const STUCK_LIMITS = 4

/**
 * Resolves when `work` on files is over, or has been silent for `limitMs` although this process was ready to get its result. Time in
 * which the event loop or the pool was busy does not count.
 */
export const silence = async (work: Promise<unknown>, limitMs: number): Promise<void> => {
  const state = { isOver: false }
  const end = (): void => void (state.isOver = true)
  void work.then(end, end)
  let probe = probePool()
  let silentMs = 0
  let stuckMs = 0
  while (!state.isOver && silentMs < limitMs && stuckMs < STUCK_LIMITS * limitMs) {
    const tick = Math.min(TICK_MS, limitMs)
    // However late the timer is, a tick counts as one.
    await sleep(tick, undefined, { ref: false })
    // Results of finished work are delivered after the timers.
    await new Promise(setImmediate)
    if (probe.isBack) {
      if (probe.isPrompt) silentMs += tick
      stuckMs = 0
      probe = probePool()
    } else {
      probe.isPrompt = false
      stuckMs += tick
    }
  }
}

/** A task for the pool that ends as soon as a thread is free. */
const probePool = (): { isBack: boolean; isPrompt: boolean } => {
  const probe = { isBack: false, isPrompt: true }
  randomFill(new Uint8Array(1), () => (probe.isBack = true))
  return probe
}

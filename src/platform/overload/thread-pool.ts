// Node has one pool of threads in each process: for all work on files, for host names, compression, pictures and password hashes
// (docs/decisions/0053-thread-pool.md).
import cluster from 'node:cluster'
import { randomFill } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { ConcurrencyLimiter } from './concurrency-limiter.ts'

/** What libuv takes: the variable is read when the pool starts. */
const THREADS = Number(process.env['UV_THREADPOOL_SIZE']) || 4

/**
 * Password hashes at the same time: one processor less than there are, of all processes together, and at most a quarter of the threads,
 * for each takes its thread for tens of milliseconds and anybody may ask for any number of them.
 */
export const hashesAtOnce = (
  processors = availableParallelism(),
  threads = THREADS,
  isOneOfSeveral = cluster.isWorker,
): number => (isOneOfSeveral ? 1 : Math.max(1, Math.min(processors - 1, Math.floor(threads / 4))))

/** How many wait, and how long, is what one hash at a time gets done on a busy machine. */
export const hashing = new ConcurrencyLimiter({ inWork: hashesAtOnce(), waiting: 64, waitMs: 5_000 })

const TICK_MS = 100
/** A pool that gets to nothing new for so many times the limit is not busy: files that do not answer hold all of its threads. */
const STUCK_LIMITS = 4

/**
 * Resolves when `work` on files has been silent for `limitMs` although this process was ready to hear of it, or is over. Time in which the
 * event loop or the pool had other things to do does not count.
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
    // What ended meanwhile is told after the timers.
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

/** A piece of work for the pool that is done as soon as a thread has time for it. */
const probePool = (): { isBack: boolean; isPrompt: boolean } => {
  const probe = { isBack: false, isPrompt: true }
  randomFill(new Uint8Array(1), () => (probe.isBack = true))
  return probe
}

import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Backoff } from './backoff.ts'

export interface SupervisedChild {
  /** Waits until the child is ready, also after it has died; rejects with the reason when it is not ready within `withinMs`. */
  ready(withinMs: number): Promise<void>
  /** Undefined while it does not run. */
  pid(): number | undefined
  /** Whether it runs and was ready once. */
  isReady(): boolean
  stop(): Promise<void>
}

export interface SupervisedOptions {
  /** Starts the child in a separate session (`detached`), so that it can be ended with all its children. */
  readonly start: () => Promise<ChildProcess>
  /** Resolves when the child is usable; called once per start. */
  readonly untilReady: (child: ChildProcess, signal: AbortSignal) => Promise<void>
  /** Signals in order, each sent if the child still runs after the time of the one before. SIGKILL follows at the end. */
  readonly stopSignals: readonly (readonly [signal: NodeJS.Signals, waitMs: number])[]
  readonly onDeath: (reason: string, pauseMs: number) => void
}

const FIRST_PAUSE_MS = 100
const LAST_WAIT_MS = 2_000

/** Keeps a program running: restarts it, after growing pauses, whenever it ends unexpectedly. */
export const superviseChild = (options: SupervisedOptions): SupervisedChild => {
  const stopping = new AbortController()
  let child: ChildProcess | undefined
  let isReady = false
  let lastReason = 'it has not started yet'
  const waiting = new Set<() => void>()

  const runOnce = async (): Promise<void> => {
    const current = await options.start()
    const ended = endOf(current)
    child = current
    const living = new AbortController()
    const readiness = options
      .untilReady(current, AbortSignal.any([living.signal, stopping.signal]))
      .then(() => {
        isReady = true
        for (const tell of waiting) tell()
      })
      .catch((error: unknown) => {
        if (living.signal.aborted || stopping.signal.aborted) return
        lastReason = String(error)
        killGroup(current, 'SIGKILL')
      })
    const reason = await ended
    living.abort()
    await readiness
    isReady = false
    child = undefined
    // Children of a killed process would continue without it.
    killGroup(current, 'SIGKILL')
    lastReason = reason
  }

  const keepRunning = async (): Promise<void> => {
    const backoff = new Backoff(FIRST_PAUSE_MS)
    while (!stopping.signal.aborted) {
      const since = Date.now()
      try {
        await runOnce()
      } catch (error) {
        lastReason = error instanceof Error ? error.message : String(error)
      }
      if (stopping.signal.aborted) return
      const pause = backoff.next(Date.now() - since)
      options.onDeath(lastReason, pause)
      await sleep(pause, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const running = keepRunning()

  return {
    pid: () => child?.pid,
    isReady: () => isReady,
    ready: async withinMs => {
      if (isReady) return
      let tell: () => void = () => undefined
      const told = new Promise<void>(resolve => (tell = resolve))
      waiting.add(tell)
      const deadline = new AbortController()
      const late = sleep(withinMs, 'late' as const, { signal: deadline.signal }).catch(() => 'late' as const)
      const outcome = await Promise.race([told, late])
      deadline.abort()
      waiting.delete(tell)
      if (outcome === 'late') throw new Error(lastReason)
    },
    stop: async () => {
      stopping.abort()
      const current = child
      if (current) {
        const ended = endOf(current)
        for (const [signal, waitMs] of [...options.stopSignals, ['SIGKILL', LAST_WAIT_MS] as const]) {
          current.kill(signal)
          if ((await Promise.race([ended, sleep(waitMs, undefined, { ref: false })])) !== undefined) break
        }
        killGroup(current, 'SIGKILL')
      }
      await running
    },
  }
}

const endOf = async (child: ChildProcess): Promise<string> => {
  if (child.exitCode !== null || child.signalCode !== null) return `it ended with ${child.signalCode ?? child.exitCode}`
  try {
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
    return `it ended with ${signal ?? code}`
  } catch (error) {
    return String(error)
  }
}

const killGroup = (child: ChildProcess, signal: NodeJS.Signals): void => {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, signal)
  } catch {
    // Nobody of it is left.
  }
}

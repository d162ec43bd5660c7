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
export const superviseChild = (options: SupervisedOptions): SupervisedChild => new RestartedChild(options)

class RestartedChild implements SupervisedChild {
  readonly #options: SupervisedOptions
  readonly #stopping = new AbortController()
  #child: ChildProcess | undefined
  #isReady = false
  #lastReason = 'it has not started yet'
  readonly #waiting = new Set<() => void>()
  readonly #running

  constructor(options: SupervisedOptions) {
    this.#options = options
    this.#running = this.#keepRunning()
  }

  readonly #runOnce = async (): Promise<void> => {
    const current = await this.#options.start()
    const ended = endOf(current)
    this.#child = current
    const living = new AbortController()
    const readiness = this.#options
      .untilReady(current, AbortSignal.any([living.signal, this.#stopping.signal]))
      .then(() => {
        this.#isReady = true
        for (const tell of this.#waiting) tell()
      })
      .catch((error: unknown) => {
        if (living.signal.aborted || this.#stopping.signal.aborted) return
        this.#lastReason = String(error)
        killGroup(current, 'SIGKILL')
      })
    const reason = await ended
    living.abort()
    await readiness
    this.#isReady = false
    this.#child = undefined
    // Children of a killed process would continue without it.
    killGroup(current, 'SIGKILL')
    this.#lastReason = reason
  }

  readonly #keepRunning = async (): Promise<void> => {
    const backoff = new Backoff(FIRST_PAUSE_MS)
    while (!this.#stopping.signal.aborted) {
      const since = Date.now()
      try {
        await this.#runOnce()
      } catch (error) {
        this.#lastReason = error instanceof Error ? error.message : String(error)
      }
      if (this.#stopping.signal.aborted) return
      const pause = backoff.next(Date.now() - since)
      this.#options.onDeath(this.#lastReason, pause)
      await sleep(pause, undefined, { signal: this.#stopping.signal }).catch(() => undefined)
    }
  }

  readonly pid: SupervisedChild['pid'] = () => this.#child?.pid
  readonly isReady: SupervisedChild['isReady'] = () => this.#isReady

  readonly ready: SupervisedChild['ready'] = async withinMs => {
    if (this.#isReady) return
    let tell: () => void = () => undefined
    const told = new Promise<void>(resolve => (tell = resolve))
    this.#waiting.add(tell)
    const deadline = new AbortController()
    const late = sleep(withinMs, 'late' as const, { signal: deadline.signal }).catch(() => 'late' as const)
    const outcome = await Promise.race([told, late])
    deadline.abort()
    this.#waiting.delete(tell)
    if (outcome === 'late') throw new Error(this.#lastReason)
  }

  readonly stop: SupervisedChild['stop'] = async () => {
    this.#stopping.abort()
    const current = this.#child
    if (current) {
      const ended = endOf(current)
      for (const [signal, waitMs] of [...this.#options.stopSignals, ['SIGKILL', LAST_WAIT_MS] as const]) {
        current.kill(signal)
        if ((await Promise.race([ended, sleep(waitMs, undefined, { ref: false })])) !== undefined) break
      }
      killGroup(current, 'SIGKILL')
    }
    await this.#running
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

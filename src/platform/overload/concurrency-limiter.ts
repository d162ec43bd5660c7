import { ServiceUnavailable } from '../errors.ts'

export interface ConcurrencyLimits {
  /** What runs at the same time. */
  readonly inWork: number
  /** What waits for its turn; more is refused at once. */
  readonly waiting: number
  /** How long it waits at most. */
  readonly waitMs: number
}

/**
 * What whoever is refused at a gate is told: one for all, since making an error costs more than the rest of a refusal. Who waits as long as
 * that finds its connection read from again (platform/http/server/read-throttle.ts).
 */
export const overloaded = new ServiceUnavailable('the server has more to do than it can; try again in a moment', {
  reason: 'limit.busy',
  headers: { 'Retry-After': '2' },
})

interface Waiter {
  readonly since: number
  readonly start: (waitedMs: number) => void
  readonly refuse: () => void
}

/**
 * So much runs at once, so much waits for so long, first come, first served; whatever else comes is refused at once. So those
 * who are let in are answered soon, however many there are (docs/decisions/0045-overload.md).
 */
export class ConcurrencyLimiter {
  readonly #limits: ConcurrencyLimits
  readonly #isStrained: () => boolean
  readonly #waiting: Waiter[] = []
  #inWork = 0
  #refused = 0
  #timer: NodeJS.Timeout | undefined

  /**
   * `isStrained`: the process comes to its work late. Then nobody new waits. As many run as ever: many at a time share round trips, and fewer
   * would cost more each.
   */
  constructor(limits: ConcurrencyLimits, isStrained: () => boolean = () => false) {
    this.#limits = limits
    this.#isStrained = isStrained
  }

  get inWork(): number {
    return this.#inWork
  }
  get waiting(): number {
    return this.#waiting.length
  }
  /** Since the start. */
  get refused(): number {
    return this.#refused
  }

  /** Nobody is let in, and nobody may wait any more. */
  get isFull(): boolean {
    return this.#inWork >= this.#limits.inWork && (this.#waiting.length >= this.#limits.waiting || this.#isStrained())
  }

  /** Of one who did not even ask, since it is full. */
  countRefusal(): void {
    this.#refused++
  }

  /** True: there was room, and whoever asked calls `leave` when done. */
  tryAcquire(): boolean {
    if (this.#waiting.length > 0 || this.#inWork >= this.#limits.inWork) return false
    this.#inWork++
    return true
  }

  /** For those whom `tryAcquire` did not let in: one of the two is called. Who is started calls `leave` when done. */
  wait(start: (waitedMs: number) => void, refuse: () => void): void {
    if (this.#waiting.length >= this.#limits.waiting || this.#isStrained()) {
      this.#refused++
      refuse()
      return
    }
    this.#waiting.push({ since: performance.now(), start, refuse })
    if (this.#timer === undefined) this.#timer = setTimeout(this.#refuseLate, this.#limits.waitMs)
  }

  release(): void {
    this.#inWork--
    while (this.#waiting.length > 0 && this.#inWork < this.#limits.inWork) {
      const next = this.#waiting.shift() as Waiter
      const waited = performance.now() - next.since
      if (waited > this.#limits.waitMs) {
        this.#refused++
        next.refuse()
      } else {
        this.#inWork++
        next.start(waited)
      }
    }
  }

  /** Runs `work` when there is room; `overloaded` is thrown when there is none in time. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (!this.tryAcquire())
      await new Promise<void>((resolve, reject) =>
        this.wait(
          () => resolve(),
          () => reject(overloaded),
        ),
      )
    try {
      return await work()
    } finally {
      this.release()
    }
  }

  readonly #refuseLate = (): void => {
    this.#timer = undefined
    const { waitMs } = this.#limits
    const now = performance.now()
    let first = this.#waiting[0]
    while (first && now - first.since >= waitMs) {
      this.#waiting.shift()
      this.#refused++
      first.refuse()
      first = this.#waiting[0]
    }
    if (first) this.#timer = setTimeout(this.#refuseLate, first.since + waitMs - now)
  }
}

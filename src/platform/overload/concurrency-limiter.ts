import { ServiceUnavailable } from '../errors.ts'

export interface ConcurrencyLimits {
  /** Maximum work that runs at the same time. */
  readonly inWork: number
  /** Maximum work that waits; more is refused at once. */
  readonly waiting: number
  /** Maximum time that work waits. */
  readonly waitMs: number
}

/** The refusal of all limiters: one object, since creating an error costs more than the rest of a refusal. */
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
 * Runs at most `inWork` requests, queues at most `waiting` for `waitMs`, in order of arrival, and rejects the rest with 503. So admitted
 * requests are answered soon, however many arrive (docs/decisions/0045-overload.md).
 */
export class ConcurrencyLimiter {
  readonly #limits: ConcurrencyLimits
  readonly #isStrained: () => boolean
  readonly #waiting: Waiter[] = []
  #inWork = 0
  #refused = 0
  #timer: NodeJS.Timeout | undefined

  /**
   * `isStrained`: the event loop lags. Then no new caller waits. The number of running requests stays: many at a time share round trips,
   * and fewer would cost more each.
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
  /** Refusals since the start. */
  get refused(): number {
    return this.#refused
  }

  /** No place is free, and no caller may wait. */
  get isFull(): boolean {
    return this.#inWork >= this.#limits.inWork && (this.#waiting.length >= this.#limits.waiting || this.#isStrained())
  }

  /** Counts a caller that did not ask, since the limiter is full. */
  countRefusal(): void {
    this.#refused++
  }

  /** True: a place was free, and the caller must call `release` when done. */
  tryAcquire(): boolean {
    if (this.#waiting.length > 0 || this.#inWork >= this.#limits.inWork) return false
    this.#inWork++
    return true
  }

  /** For callers that `tryAcquire` refused: calls either `start` or `refuse`. A started caller must call `release` when done. */
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

  /** Runs `work` when a place is free; throws `overloaded` when none is free in time. */
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

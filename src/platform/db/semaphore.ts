/** Lets a number of callers run at a time; the rest wait in the order of their arrival. */
export class Semaphore {
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(count: number) {
    this.#free = count
  }
  /** Undefined: a slot was free, and the caller may start at once. */
  acquire(): Promise<void> | undefined {
    if (this.#free === 0) return new Promise(resolve => this.#waiting.push(resolve))
    this.#free--
    return undefined
  }
  /** Every caller that acquired a slot must release it. */
  release(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#free++
  }
}

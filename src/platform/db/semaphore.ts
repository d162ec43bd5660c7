/** So many at a time; the others wait, in the order in which they came. */
export class Semaphore {
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(count: number) {
    this.#free = count
  }
  /** Undefined: it is one's turn at once. */
  acquire(): Promise<void> | undefined {
    if (this.#free === 0) return new Promise(resolve => this.#waiting.push(resolve))
    this.#free--
    return undefined
  }
  /** Whoever took one gives it back. */
  release(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#free++
  }
}

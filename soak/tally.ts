// Counts of answers, and when nobody got any.

export interface OperationCounts {
  readonly name: string
  readonly answers: ReadonlyMap<number | string, number>
  readonly count: number
  readonly slowestMs: number
  readonly medianMs: number
}

export interface Gap {
  readonly from: number
  readonly to: number
}

/** Shorter ones are the pace of the load. */
const GAP_MS = 100
const SAMPLES = 2_000

interface Operation {
  readonly answers: Map<number | string, number>
  readonly times: number[]
  slowest: number
  count: number
}

export class Tally {
  readonly #operations = new Map<string, Operation>()
  readonly #gaps: Gap[] = []
  #lastSuccess = performance.now()
  #hasEnded = false

  count(operation: string, answer: number | string, milliseconds: number): void {
    const found: Operation = this.#operations.get(operation) ?? { answers: new Map(), times: [], slowest: 0, count: 0 }
    this.#operations.set(operation, found)
    found.answers.set(answer, (found.answers.get(answer) ?? 0) + 1)
    found.count++
    if (typeof answer === 'number' && answer < 500) {
      found.slowest = Math.max(found.slowest, milliseconds)
      // Enough for a median, and no more than that is kept.
      if (found.times.length < SAMPLES) found.times.push(milliseconds)
      else found.times[found.count % SAMPLES] = milliseconds
      this.#succeed()
    }
  }

  #succeed(): void {
    if (this.#hasEnded) return
    const now = performance.now()
    if (now - this.#lastSuccess > GAP_MS) this.#gaps.push({ from: this.#lastSuccess, to: now })
    this.#lastSuccess = now
  }

  /** From now on nobody asks: silence is no gap. */
  end(): void {
    this.#succeed()
    this.#hasEnded = true
  }

  /** Longest time without any answer but errors of the server that touches the interval. */
  longestGap(from: number, to: number): number {
    return Math.max(0, ...this.#gaps.filter(gap => gap.to > from && gap.from < to).map(gap => gap.to - gap.from))
  }

  operations(): OperationCounts[] {
    return [...this.#operations]
      .map(([name, { answers, slowest, times, count }]) => ({
        name,
        answers,
        count,
        slowestMs: slowest,
        medianMs: times.toSorted((left, right) => left - right)[Math.floor(times.length / 2)] ?? 0,
      }))
      .toSorted((left, right) => left.name.localeCompare(right.name))
  }
}

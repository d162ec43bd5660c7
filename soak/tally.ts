// Counts of answers, and when nobody got any.

export interface OperationCounts {
  readonly name: string
  readonly answers: ReadonlyMap<Answer, number>
  readonly count: number
  /** Undefined where none was timed, as with the next. */
  readonly slowestMs: number | undefined
  readonly medianMs: number | undefined
}

export interface Gap {
  readonly from: number
  readonly to: number
}

/** Shorter ones are the pace of the load. */
const GAP_MS = 100
const SAMPLES = 2_000

/** An answer is a status, or of what is no request, what became of it. */
export type Answer = number | 'done' | 'failed' | 'seen' | 'cut' | 'silent'

interface Operation {
  readonly answers: Map<Answer, number>
  readonly times: number[]
  slowest: number | undefined
  count: number
}

export class Tally {
  readonly #operations = new Map<string, Operation>()
  readonly #gaps: Gap[] = []
  #lastSuccess = performance.now()
  #hasEnded = false

  /** Times are those of whatever the servers answered in the end; `milliseconds` is undefined for what is only counted. */
  count(operation: string, answer: Answer, milliseconds?: number): void {
    const found: Operation = this.#operations.get(operation) ?? {
      answers: new Map(),
      times: [],
      slowest: undefined,
      count: 0,
    }
    this.#operations.set(operation, found)
    found.answers.set(answer, (found.answers.get(answer) ?? 0) + 1)
    found.count++
    const isRequest = typeof answer === 'number'
    if (isRequest ? answer >= 500 : answer !== 'done' && answer !== 'seen') return
    if (isRequest) this.#succeed()
    if (milliseconds === undefined) return
    found.slowest = Math.max(found.slowest ?? 0, milliseconds)
    // Enough for a median, and no more than that is kept.
    if (found.times.length < SAMPLES) found.times.push(milliseconds)
    else found.times[found.count % SAMPLES] = milliseconds
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
        medianMs: times.toSorted((left, right) => left - right)[Math.floor(times.length / 2)],
      }))
      .toSorted((left, right) => left.name.localeCompare(right.name))
  }
}

// Counts of answers, and the longest outages.

export interface OperationCounts {
  readonly name: string
  readonly answers: ReadonlyMap<AnswerKind, number>
  readonly count: number
  /** Undefined if no answer was timed, like the next member. */
  readonly slowestMs: number | undefined
  readonly medianMs: number | undefined
}

export interface Outage {
  readonly from: number
  readonly to: number
}

/** Shorter pauses are the pace of the load. */
const MIN_OUTAGE_MS = 100
const MAX_SAMPLES = 2_000

/** The status of a response; for other operations, their result. */
export type AnswerKind = number | 'done' | 'failed' | 'seen' | 'cut' | 'silent'

interface OperationSamples {
  readonly answers: Map<AnswerKind, number>
  readonly times: number[]
  slowest: number | undefined
  count: number
}

export class Statistics {
  readonly #operations = new Map<string, OperationSamples>()
  readonly #gaps: Outage[] = []
  #lastSuccess = performance.now()
  #hasEnded = false

  /** Times are those of final answers of any server; `milliseconds` is undefined for entries that are only counted. */
  count(operation: string, answer: AnswerKind, milliseconds?: number): void {
    const found: OperationSamples = this.#operations.get(operation) ?? {
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
    // Enough samples for a median.
    if (found.times.length < MAX_SAMPLES) found.times.push(milliseconds)
    else found.times[found.count % MAX_SAMPLES] = milliseconds
  }

  #succeed(): void {
    if (this.#hasEnded) return
    const now = performance.now()
    if (now - this.#lastSuccess > MIN_OUTAGE_MS) this.#gaps.push({ from: this.#lastSuccess, to: now })
    this.#lastSuccess = now
  }

  /** No caller sends from now on: silence is no outage. */
  end(): void {
    this.#succeed()
    this.#hasEnded = true
  }

  /** Longest time that touches the interval without any answer but errors of the server. */
  longestOutage(from: number, to: number): number {
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

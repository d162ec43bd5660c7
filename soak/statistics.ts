// Counts of answers, and the longest outages.
import { Durations } from '../tools/durations.ts'

export interface OperationCounts {
  readonly name: string
  readonly answers: ReadonlyMap<AnswerKind, number>
  readonly count: number
  readonly times: Durations
}

export interface Outage {
  readonly from: number
  readonly to: number
}

/** Shorter pauses are the pace of the load. */
const MIN_OUTAGE_MS = 100

/** The status of a response; for other operations, their result. */
export type AnswerKind = number | 'done' | 'failed' | 'seen' | 'cut' | 'silent'

interface OperationSamples {
  readonly answers: Map<AnswerKind, number>
  readonly times: Durations
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
      times: new Durations(),
      count: 0,
    }
    this.#operations.set(operation, found)
    found.answers.set(answer, (found.answers.get(answer) ?? 0) + 1)
    found.count++
    const isRequest = typeof answer === 'number'
    if (isRequest ? answer >= 500 : answer !== 'done' && answer !== 'seen') return
    if (isRequest) this.#succeed()
    if (milliseconds === undefined) return
    found.times.add(milliseconds)
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
      .map(([name, { answers, times, count }]) => ({ name, answers, count, times }))
      .toSorted((left, right) => left.name.localeCompare(right.name))
  }
}

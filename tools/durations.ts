import { createHistogram } from 'node:perf_hooks'

/** Durations in milliseconds, held in microseconds by Node's histogram: three digits are exact, however many there are. */
export class Durations {
  readonly #histogram = createHistogram()

  add(milliseconds: number): void {
    this.#histogram.record(Math.max(1, Math.round(milliseconds * 1_000)))
  }

  get count(): number {
    return this.#histogram.count
  }

  /** Not a number without any duration, like `max`. */
  percentile(percent: number): number {
    return this.count === 0 ? Number.NaN : this.#histogram.percentile(percent) / 1_000
  }

  get max(): number {
    return this.count === 0 ? Number.NaN : this.#histogram.max / 1_000
  }
}

const LONGEST_PAUSE_MS = 30_000
/** After a run of this length the pauses start anew with the shortest. */
const STEADY_MS = 60_000

/** Pauses before the restarts of a process: each twice as long as the one before, up to half a minute. */
export class Backoff {
  readonly #firstPauseMs: number
  #pauseMs: number

  constructor(firstPauseMs: number) {
    this.#firstPauseMs = firstPauseMs
    this.#pauseMs = firstPauseMs
  }

  /** The pause after a run of `ranMs`. */
  next(ranMs: number): number {
    const pauseMs = ranMs > STEADY_MS ? this.#firstPauseMs : this.#pauseMs
    this.#pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2)
    return pauseMs
  }
}

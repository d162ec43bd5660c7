/**
 * A run waits for clients that were just answered: clients that write one after another are back within a moment. Without the delay they
 * fall into two groups, one under way while the other waits, and the database writes and flushes twice as often as necessary.
 *
 * The delay pays between these numbers of clients. Fewer clients save too little. More clients share the price of a statement well
 * enough, and the process should receive their requests while the database works.
 */
const MIN_CLIENTS = 4
const MAX_CLIENTS = 12
/** Maximum delay, however long a run took. */
const MAX_DELAY_MS = 10
/** Maximum runs without a delay after delays that timed out. */
const MAX_SKIPS = 63

export interface CommitDelay {
  /**
   * Called after a run of `answered` clients, if no other run is under way and `waiting` clients wait. The delay is no longer than the
   * run took.
   */
  readonly begin: (answered: number, waiting: number, tookMs: number) => void
  /** Whether more clients are expected than those that wait. */
  readonly isWaitingForMore: (waiting: number) => boolean
  /** The next run starts. */
  readonly end: () => void
}

/** Calls `onOver` when the delay is over and some clients are missing. If that happens again and again, delays become rarer. */
export const createCommitDelay = (onOver: () => void): CommitDelay => {
  let awaited = 0
  let timer: NodeJS.Timeout | undefined
  let skipsAfterNext = 0
  let skips = 0

  const giveUp = (): void => {
    timer = undefined
    skipsAfterNext = Math.min(skipsAfterNext * 2 + 1, MAX_SKIPS)
    skips = skipsAfterNext
    onOver()
  }

  return {
    begin: (answered, waiting, tookMs) => {
      const all = answered + waiting
      if (all < MIN_CLIENTS || all > MAX_CLIENTS) return
      if (skips > 0) {
        skips--
        return
      }
      awaited = all
      timer = setTimeout(giveUp, Math.min(tookMs, MAX_DELAY_MS))
    },
    isWaitingForMore: waiting => timer !== undefined && waiting < awaited,
    end: () => {
      if (!timer) return
      clearTimeout(timer)
      timer = undefined
      skipsAfterNext = 0
    },
  }
}

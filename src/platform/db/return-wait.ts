/**
 * The wait for those who were just answered. Clients that write one after another are back within a moment. Without a wait they fall into two
 * groups, one under way while the other waits, and the database writes and flushes twice as often as it has to.
 *
 * It pays between these numbers of clients. Fewer save too little; more share one statement's price among enough as they are, and had
 * better be received while the database works for the others.
 */
const FEWEST = 4
const MOST = 12
/** However long a run took. */
const LONGEST_MS = 10
/** Runs that are not waited after at most, however often the wait was in vain. */
const MOST_SKIPPED = 63

export interface ReturnWait {
  /** After a run, with no other under way: of `answered` clients, while others wait already. No longer than the run took. */
  readonly begin: (answered: number, waiting: number, tookMs: number) => void
  /** Whether more are awaited than these. */
  readonly awaitsMore: (waiting: number) => boolean
  /** The next run starts. */
  readonly end: () => void
}

/** `onOver` is called when the time is over and not all are back. Where that happens again and again it is tried more and more rarely. */
export const createReturnWait = (onOver: () => void): ReturnWait => {
  let awaited = 0
  let timer: NodeJS.Timeout | undefined
  let skipsAfterNext = 0
  let skips = 0

  const giveUp = (): void => {
    timer = undefined
    skipsAfterNext = Math.min(skipsAfterNext * 2 + 1, MOST_SKIPPED)
    skips = skipsAfterNext
    onOver()
  }

  return {
    begin: (answered, waiting, tookMs) => {
      const all = answered + waiting
      if (all < FEWEST || all > MOST) return
      if (skips > 0) {
        skips--
        return
      }
      awaited = all
      timer = setTimeout(giveUp, Math.min(tookMs, LONGEST_MS))
    },
    awaitsMore: waiting => timer !== undefined && waiting < awaited,
    end: () => {
      if (!timer) return
      clearTimeout(timer)
      timer = undefined
      skipsAfterNext = 0
    },
  }
}

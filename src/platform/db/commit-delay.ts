/**
 * The wait for those who were just answered. Clients that write one after another are back within a moment. Without a wait they fall into two
 * groups, one under way while the other waits, and the database writes and flushes twice as often as it has to.
 *
 * It pays between these numbers of clients. Fewer save too little; more share one statement's price among enough as they are, and had
 * better be received while the database works for the others.
 */
const MIN_CLIENTS = 4
const MAX_CLIENTS = 12
/** However long a run took. */
const MAX_DELAY_MS = 10
/** Runs that are not waited after at most, however often the wait was in vain. */
const MAX_SKIPS = 63

export interface CommitDelay {
  /** After a run, with no other under way: of `answered` clients, while others wait already. No longer than the run took. */
  readonly begin: (answered: number, waiting: number, tookMs: number) => void
  /** Whether more are awaited than these. */
  readonly isWaitingForMore: (waiting: number) => boolean
  /** The next run starts. */
  readonly end: () => void
}

/** `onOver` is called when the time is over and not all are back. Where that happens again and again it is tried more and more rarely. */
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

import { Semaphore } from '../../../platform/db/semaphore.ts'

/** integrators.md §3: attempts of one webhook under way at a time, in all processes together. */
export const AT_A_TIME = 4
/** Deliveries of one webhook whose attempts a process has before it while the receiver takes each. */
const MOST_AHEAD = 32
/** The age of a body at the start of its attempt is at most this: the owner's rights at the attempt decide. */
const FRESH_MS = 300

/** How fast a process delivers to one webhook. */
export interface Pace {
  /** Deliveries that the process has claimed and not recorded. */
  readonly held: Set<number>
  /** How many of them have had their attempts. */
  attempted: number
  /** Attempts under way. */
  readonly calls: Semaphore
  /** Attempts that the process may have before it. */
  ahead: number
  failedAt: number
  lateAt: number
}

const createPace = (): Pace => ({
  held: new Set(),
  attempted: 0,
  calls: new Semaphore(AT_A_TIME),
  ahead: AT_A_TIME,
  failedAt: Number.NEGATIVE_INFINITY,
  lateAt: Number.NEGATIVE_INFINITY,
})

/** A receiver that takes each delivery is given more of them at once. */
export const noteTaken = (pace: Pace): void => {
  pace.ahead = Math.min(MOST_AHEAD, pace.ahead + 1)
}

export const noteNotTaken = (pace: Pace): void => {
  pace.ahead = AT_A_TIME
  pace.failedAt = performance.now()
}

/** A batch that is late counts once, however many of its deliveries are late. */
export const noteLate = (pace: Pace, { begunAt }: Composition): void => {
  if (begunAt <= pace.lateAt) return
  pace.lateAt = performance.now()
  pace.ahead = Math.max(AT_A_TIME, Math.floor(pace.ahead / 2))
}

/** Deliveries that the process may hold. */
export const mostHeld = ({ ahead, attempted }: Pace): number => ahead + attempted

/** Times of a delivery, in milliseconds of the process. */
export interface Composition {
  /** After the claim. */
  readonly begunAt: number
  readonly composedAt: number
}

/** Whether an attempt may begin. After a failure the state of the webhook decides about all further attempts. */
export const mayBegin = ({ failedAt }: Pace, { begunAt, composedAt }: Composition): boolean =>
  begunAt > failedAt && performance.now() - composedAt < FRESH_MS

export interface Paces {
  of(webhookId: number): Pace
  /** Deliveries of all webhooks that the process has claimed and not recorded. */
  held(): number
}

export const createPaces = (): Paces => {
  const paces = new Map<number, Pace>()
  return {
    of: id => {
      let pace = paces.get(id)
      if (!pace) paces.set(id, (pace = createPace()))
      return pace
    },
    held: () => [...paces.values()].reduce((sum, { held }) => sum + held.size, 0),
  }
}

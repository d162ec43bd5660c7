import { Gate, type GateLimits } from './gate.ts'
import { watchLag } from './lag.ts'

/**
 * Requests by how long they take, so that no kind stands in the way of another. `work`: what is answered soon. `streams`: answers
 * that are made while the client takes them. `long`: contents and repositories, which take what the line takes. `plain`: the little
 * outside the API that asks the database. What is in none of them, the pages and `/health`, is cheap and always let in.
 */
export const LANES = ['work', 'streams', 'long', 'plain'] as const
export type Lane = (typeof LANES)[number]

export interface Lanes extends Readonly<Record<Lane, Gate>> {
  readonly lagMs: () => number
  close(): void
}

const STREAMS: GateLimits = { inWork: 32, waiting: 32, waitMs: 1_000 }
const PLAIN: GateLimits = { inWork: 64, waiting: 128, waitMs: 1_000 }
const LONG: GateLimits = { inWork: 256, waiting: 256, waitMs: 5_000 }

export const openLanes = (work: GateLimits): Lanes => {
  const lag = watchLag()
  return {
    work: new Gate(work, lag.isLagging),
    streams: new Gate(STREAMS),
    long: new Gate(LONG),
    plain: new Gate(PLAIN, lag.isLagging),
    lagMs: lag.lagMs,
    close: lag.stop,
  }
}

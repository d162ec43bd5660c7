import type { Clock } from '../clock.ts'
import type { Db } from '../db/db.ts'
import { addRateUses, removeRateWindows, type CountedUse } from './rate-windows.store.ts'

const MINUTE_MS = 60_000
/** Interval at which active callers are settled. */
const SETTLE_MS = 1_000
/** Share of the remaining quota that one process may use before it synchronises. */
const UNSETTLED_SHARE = 1 / 20

/** The decision on one use. */
export interface RateDecision {
  readonly isAllowed: boolean
  readonly limit: number
  readonly remaining: number
  /** Start of the next minute; Unix time in seconds. */
  readonly resetAt: number
}

/** Counts of a caller in the current minute, as this process knows them. */
interface CallerCount {
  /** Counted by all processes at the last settlement. */
  known: number
  /** Counted here since then. */
  unsettled: number
}

export interface RateWindowsDependencies {
  readonly db: Db
  readonly clock: Clock
  /** Called when the shared counts cannot be reached: meanwhile each process counts on its own. */
  readonly onError: (error: unknown) => void
}

/**
 * Counts uses by caller and minute, for all processes on the database together. A process counts locally. It settles with the rest each
 * second, and when a twentieth of the remaining quota is used up. So N processes let through at most `limit + N × limit / 20`, and near
 * the limit no more than one use each (docs/decisions/0050-rate-limits.md).
 */
export class RateWindows {
  readonly #deps: RateWindowsDependencies
  #minute = 0
  #accounts = new Map<string, CallerCount>()
  /** Callers with unsettled uses. */
  #unsettled = new Set<string>()
  #settling: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(deps: RateWindowsDependencies) {
    this.#deps = deps
  }

  /** Counts one use, unless the limit is reached. Decides at once, unless the counts of the other processes are needed first. */
  consume(caller: string, limit: number): RateDecision | Promise<RateDecision> {
    return this.#tryTake(caller, limit) ?? this.#takeSettled(caller, limit)
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  /** undefined: the decision needs a settlement of this caller. */
  #tryTake(caller: string, limit: number): RateDecision | undefined {
    this.#turn()
    let account = this.#accounts.get(caller)
    if (!account) this.#accounts.set(caller, (account = { known: 0, unsettled: 0 }))
    const left = limit - account.known - account.unsettled
    if (left <= 0) return this.#verdict(false, limit, 0)
    if (account.unsettled >= Math.max(1, Math.floor((limit - account.known) * UNSETTLED_SHARE))) return undefined
    account.unsettled++
    this.#unsettled.add(caller)
    this.#timer ??= setTimeout(() => void this.#settle(), SETTLE_MS).unref()
    return this.#verdict(true, limit, left - 1)
  }

  async #takeSettled(caller: string, limit: number): Promise<RateDecision> {
    for (;;) {
      await this.#settle()
      const verdict = this.#tryTake(caller, limit)
      if (verdict) return verdict
    }
  }

  #verdict(isAllowed: boolean, limit: number, remaining: number): RateDecision {
    return { isAllowed, limit, remaining, resetAt: ((this.#minute + 1) * MINUTE_MS) / 1_000 }
  }

  /** Resets all counts at a new minute. Unsettled uses of the last minute no longer matter. */
  #turn(): void {
    const minute = Math.floor(this.#deps.clock.now().getTime() / MINUTE_MS)
    if (minute === this.#minute) return
    this.#minute = minute
    this.#accounts = new Map()
    this.#unsettled = new Set()
    void removeRateWindows(this.#deps.db, minute - 1).catch(this.#deps.onError)
  }

  /** One round trip for all callers; callers that arrive meanwhile wait for it and check again. */
  #settle(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    return (this.#settling ??= this.#exchange().finally(() => {
      this.#settling = undefined
    }))
  }

  async #exchange(): Promise<void> {
    const accounts = this.#accounts
    const sent = [...this.#unsettled].map((caller): CountedUse => ({
      caller,
      used: accounts.get(caller)?.unsettled ?? 0,
    }))
    this.#unsettled.clear()
    if (sent.length === 0) return
    let sums: ReadonlyMap<string, number> = new Map()
    try {
      const counted = await addRateUses(this.#deps.db, this.#minute, sent)
      sums = new Map(counted.map(({ caller, used }) => [caller, used]))
    } catch (error) {
      this.#deps.onError(error)
    }
    for (const { caller, used } of sent) {
      const account = accounts.get(caller)
      if (!account) continue
      account.unsettled -= used
      account.known = sums.get(caller) ?? account.known + used
    }
  }
}

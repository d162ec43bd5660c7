import { setTimeout as sleep } from 'node:timers/promises'
import { batchCalls } from '../../../platform/db/batching.ts'
import { isSuccess } from '../model/retries.ts'
import type { ClaimedDelivery } from '../store/claims.store.ts'
import type { MadeAttempt } from '../store/results.store.ts'
import type { AttemptDependencies } from './attempt-dependencies.ts'
import { callReceiver } from './call-receiver.ts'
import { claimAttempts } from './claim-attempts.ts'
import { createPaces, mayBegin, noteLate, noteNotTaken, noteTaken, type Pace } from './paces.ts'
import { prepareAttempts, type PreparedDelivery } from './prepare-attempts.ts'
import { recordOutcomes, type Outcome } from './record-outcomes.ts'

/** Pause after a fault of this server, which is no failure of the receiver. */
const OWN_FAULT_MS = 30_000
/** Outcomes that one transaction records. */
const MOST_RECORDED = 100

export interface Deliverer {
  /** Claims what may be attempted now, and begins. Returns the number of deliveries. */
  claim(): Promise<number>
  /** Resolves when all claimed deliveries are recorded. */
  idle(): Promise<void>
}

export interface DelivererOptions {
  /** No attempt begins any more; what is claimed is put back. */
  readonly stopping?: AbortSignal
  /** Ends the calls under way. */
  readonly calls?: AbortSignal
  /** Outcomes of this time are recorded together. Default: outcomes that come while others are being recorded. */
  readonly gatherMs?: number
  /** Called after each record: other deliveries may be due by it. The next record waits for its end, since a claim needs the same locks. */
  readonly onRecorded?: () => Promise<void>
}

/** Claims, attempts and records deliveries, many of them together at each step. */
export const createDeliverer = (deps: AttemptDependencies, options: DelivererOptions = {}): Deliverer => {
  const paces = createPaces()
  const underWay = new Set<Promise<void>>()
  const record = batchCalls<Outcome, undefined>({
    maxItems: MOST_RECORDED,
    run: async outcomes => {
      await recordOrPutBack(deps, outcomes)
      for (const { delivery } of outcomes) {
        const pace = paces.of(delivery.webhookId)
        pace.held.delete(delivery.id)
        pace.attempted--
      }
      await options.onRecorded?.()
      return outcomes.map(() => undefined)
    },
  })
  let gathering: Promise<void> | undefined
  const gather = (milliseconds: number): Promise<void> =>
    (gathering ??= sleep(milliseconds).finally(() => (gathering = undefined)))
  const deliver = async (claimed: readonly ClaimedDelivery[]): Promise<void> => {
    const prepared = await prepareOrPutBack(deps, claimed)
    await Promise.all(
      prepared.map(async one => {
        const pace = paces.of(one.delivery.webhookId)
        const outcome = one.kind === 'attempt' ? await attempt(deps, pace, one, options) : one
        pace.attempted++
        if (options.gatherMs !== undefined) await gather(options.gatherMs)
        await record(outcome)
      }),
    )
  }
  return {
    claim: async () => {
      if (options.stopping?.aborted) return 0
      const claimed = await claimAttempts(deps, paces)
      for (const { id, webhookId } of claimed) paces.of(webhookId).held.add(id)
      if (claimed.length === 0) return 0
      const work = deliver(claimed).finally(() => underWay.delete(work))
      underWay.add(work)
      return claimed.length
    },
    idle: async () => {
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}

/** A fault of this server is told and delays the delivery. */
const putBackAfter = (
  { log, clock }: Pick<AttemptDependencies, 'log' | 'clock'>,
  error: unknown,
  delivery: ClaimedDelivery,
): Outcome => {
  const line = { err: error, webhookId: delivery.webhookId, delivery: delivery.id }
  log.error(line, 'a delivery of a webhook failed here')
  return { kind: 'put back', delivery, nextAttempt: new Date(clock.now().getTime() + OWN_FAULT_MS) }
}

/** Never throws. If the bodies cannot be composed together, each is composed alone, so that one fault delays one delivery. */
const prepareOrPutBack = async (
  deps: AttemptDependencies,
  claimed: readonly ClaimedDelivery[],
): Promise<(PreparedDelivery | Outcome)[]> => {
  try {
    return await prepareAttempts(deps, claimed)
  } catch (error) {
    const [first, ...others] = claimed
    if (!first) return []
    if (others.length === 0) return [putBackAfter(deps, error, first)]
    return (await Promise.all(claimed.map(one => prepareOrPutBack(deps, [one])))).flat()
  }
}

/** Never throws: the lease of what cannot be recorded ends by itself. */
const recordOrPutBack = async (deps: AttemptDependencies, outcomes: readonly Outcome[]): Promise<void> => {
  try {
    await recordOutcomes(deps, outcomes)
  } catch (error) {
    const [first, ...others] = outcomes
    if (!first) return
    if (others.length > 0) for (const outcome of outcomes) await recordOrPutBack(deps, [outcome])
    else await recordOutcomes(deps, [putBackAfter(deps, error, first.delivery)]).catch(() => undefined)
  }
}

/** Makes the attempt when it is its turn. */
const attempt = async (
  deps: AttemptDependencies,
  pace: Pace,
  { delivery, webhook, sent, times }: Extract<PreparedDelivery, { kind: 'attempt' }>,
  { stopping, calls }: DelivererOptions,
): Promise<Outcome> => {
  const now = deps.clock.now()
  await pace.calls.acquire()
  try {
    if (stopping?.aborted || !mayBegin(pace, times)) {
      noteLate(pace, times)
      return { kind: 'put back', delivery, nextAttempt: delivery.dueAt ?? now }
    }
    const made = { sent, ...(await callReceiver(deps, webhook, delivery.messageId, sent.body, calls)) }
    if (isSuccess(made.attempt)) noteTaken(pace)
    else noteNotTaken(pace)
    logAttempt(deps, webhook.url, delivery, made)
    return { kind: 'made', delivery, made }
  } catch (error) {
    return calls?.aborted ? { kind: 'put back', delivery, nextAttempt: now } : putBackAfter(deps, error, delivery)
  } finally {
    pace.calls.release()
  }
}

const logAttempt = (
  { log }: Pick<AttemptDependencies, 'log'>,
  url: string,
  { id, webhookId }: ClaimedDelivery,
  { attempt: { status, duration_ms: durationMs, error } }: MadeAttempt,
): void => {
  // Without the path, because addresses of webhooks may hold secrets there.
  const line = { host: URL.parse(url)?.host, webhookId, delivery: id, status, durationMs, error }
  if (isSuccess({ status })) log.debug(line, 'a webhook took a change')
  else log.info(line, 'a webhook did not take a change')
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { inTransaction, type Db, type Tx } from '../db/db.ts'
import {
  claimConsumer,
  findDueConsumers,
  moveConsumer,
  recordConsumerFailure,
  registerConsumer,
  type ConsumerState,
} from './consumers.store.ts'
import { listEvents } from './event-log.store.ts'
import type { Tracing } from '../tracing/tracing.ts'
import { mayChangeCachedRights, type LoggedEvent } from './event-log.ts'

/** A part of the platform that acts on events (DESIGN.md §2): mail, webhooks, … */
export interface EventConsumer {
  /** Name of the consumer in the database: never change it, and never give it to another consumer. */
  readonly name: string
  /**
   * Handles some events, in the order of the log, by rights that are at least as new as the events. Its writes commit together with its
   * cursor, so that each event is handled once. Work that cannot be rolled back (sending) belongs into a job that it enqueues.
   */
  handle(tx: Tx, events: readonly LoggedEvent[]): Promise<void>
  /** The consumer passes no event by: one that it cannot handle is tried until it succeeds, and all later ones wait. */
  readonly isExact?: boolean
  /** Whether events are now to be handled within a fraction of a second. Each poll asks it, so it reads no database. */
  isPrompt?(): boolean
  /** Called in this process after the commit of events that were handled. */
  onHandled?(): void
}

export interface RunningConsumers {
  /** Stops; work under way finishes first. */
  stop(): Promise<void>
}

interface ConsumersOptions {
  readonly db: Db
  readonly consumers: readonly EventConsumer[]
  readonly log: Logger
  readonly tracing?: Tracing | undefined
}

const BATCH = 200
/** Maximum wait of an event before a consumer polls. */
const POLL_MS = 1_000
/** Maximum wait of an event before a prompt consumer polls. */
const PROMPT_POLL_MS = 150
/** After this many failures in a row an event is skipped, so that it does not block all that follow. */
const MAX_FAILURES = 8
const LONGEST_PAUSE_SECONDS = 600

/** Registers new consumers; they get events from now on. */
export const registerConsumers = async (db: Db, consumers: readonly EventConsumer[]): Promise<void> => {
  for (const { name } of consumers) await registerConsumer(db.kysely, name)
}

/** Starts to handle events, both new ones and those since the last stop. Processes on one database take turns. */
export const startConsumers = ({ db, consumers, log, tracing }: ConsumersOptions): RunningConsumers => {
  const stopping = new AbortController()
  const busy = new Map<EventConsumer, Promise<void>>()
  // Events that arrive during a batch wait for the next poll. Handled one by one, each event would cost as much as a batch.
  const follow = async (consumer: EventConsumer): Promise<void> => {
    while (!stopping.signal.aborted && (await handleNext(db, consumer, log)) === 'more') continue
  }
  const traced = (consumer: EventConsumer): Promise<void> => {
    const { name } = consumer
    return tracing
      ? tracing.work(`events ${name}`, { 'crocus.event_consumer.name': name }, () => follow(consumer))
      : follow(consumer)
  }
  const complain = (error: unknown): void => log.warn({ err: error }, 'the event log could not be read')
  // One query for all consumers, since most polls find nothing to do.
  const poll = async (polled: readonly EventConsumer[]): Promise<void> => {
    const idle = polled.filter(consumer => !busy.has(consumer))
    const due =
      idle.length > 0
        ? await findDueConsumers(
            db,
            idle.map(({ name }) => name),
          )
        : []
    for (const consumer of idle.filter(({ name }) => due.includes(name))) {
      busy.set(
        consumer,
        traced(consumer)
          .catch(complain)
          .finally(() => busy.delete(consumer)),
      )
    }
  }
  const watch = async (): Promise<void> => {
    let polledAt = 0
    while (!stopping.signal.aborted) {
      const begun = performance.now()
      const isFullPoll = polledAt === 0 || begun - polledAt >= POLL_MS
      if (isFullPoll) polledAt = begun
      await poll(isFullPoll ? consumers : consumers.filter(isPrompt)).catch(complain)
      const pause = consumers.some(isPrompt) ? PROMPT_POLL_MS : POLL_MS
      await sleep(pause, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const watching = watch()
  return {
    stop: async () => {
      stopping.abort()
      await watching
      await Promise.all(busy.values())
    },
  }
}

const isPrompt = (consumer: EventConsumer): boolean => consumer.isPrompt?.() === true

/** Handles all events so far, then returns: for tests, and for commands without a server. */
export const drainConsumers = async ({ db, consumers, log }: ConsumersOptions): Promise<void> => {
  for (const consumer of consumers) while ((await handleNext(db, consumer, log)) !== 'nothing') continue
}

/** `caught up`: all existing events are handled; `more`: there may be more. */
type ConsumerProgress = 'nothing' | 'caught up' | 'more'
interface ConsumerFailure {
  readonly failed: unknown
  readonly state: ConsumerState
  readonly event: LoggedEvent
}

/** Thrown to roll back a batch that another process has handled. */
class Overtaken extends Error {}

/** Handles the next batch. */
const handleNext = async (db: Db, consumer: EventConsumer, log: Logger): Promise<ConsumerProgress> => {
  const batch = await handleBatch(db, consumer).catch((failed: unknown) =>
    failed instanceof Overtaken ? ('nothing' as const) : { failed },
  )
  if (typeof batch === 'string') return told(consumer, batch)
  // The failed batch was rolled back: handled one by one, all events succeed except the failing one.
  const single = await handleSingleEvent(db, consumer)
  if (typeof single === 'string') return told(consumer, single)
  const { failed, state, event } = single
  const line = { err: failed, consumer: consumer.name, event: event.seq, kind: event.kind }
  if (state.failures + 1 >= MAX_FAILURES && consumer.isExact !== true) {
    log.error(line, 'an event could not be handled and is passed by')
    await inTransaction(db, tx => moveConsumer(tx, consumer.name, state.cursor, event.cursor))
    return 'more'
  }
  log.warn(line, 'an event could not be handled and is tried again')
  await recordConsumerFailure(db.kysely, consumer.name, Math.min(LONGEST_PAUSE_SECONDS, 2 ** state.failures))
  return 'nothing'
}

const told = (consumer: EventConsumer, progress: ConsumerProgress): ConsumerProgress => {
  if (progress !== 'nothing') consumer.onHandled?.()
  return progress
}

const handleBatch = (db: Db, consumer: EventConsumer): Promise<ConsumerProgress> =>
  inTransaction(db, async tx => {
    const state = await claimConsumer(tx, consumer.name)
    const events = state ? await listEvents(tx, state.cursor, BATCH) : []
    const last = events.at(-1)
    if (!state || !last) return 'nothing'
    if (events.some(mayChangeCachedRights)) await db.invalidations.caughtUp()
    await consumer.handle(tx, events)
    if (!(await moveConsumer(tx, consumer.name, state.cursor, last.cursor))) throw new Overtaken()
    return events.length < BATCH ? 'caught up' : 'more'
  })

const handleSingleEvent = async (db: Db, consumer: EventConsumer): Promise<ConsumerProgress | ConsumerFailure> => {
  const at: { state?: ConsumerState; event?: LoggedEvent } = {}
  try {
    return await inTransaction(db, async tx => {
      const state = await claimConsumer(tx, consumer.name)
      const event = state && (await listEvents(tx, state.cursor, 1))[0]
      if (!event) return 'nothing'
      Object.assign(at, { state, event })
      if (mayChangeCachedRights(event)) await db.invalidations.caughtUp()
      await consumer.handle(tx, [event])
      if (!(await moveConsumer(tx, consumer.name, state.cursor, event.cursor))) throw new Overtaken()
      return 'more'
    })
  } catch (failed) {
    if (failed instanceof Overtaken) return 'nothing'
    // Without an event the database failed, not the consumer.
    if (!at.state || !at.event) throw failed
    return { failed, state: at.state, event: at.event }
  }
}

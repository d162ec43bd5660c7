import type { Logger } from 'pino'
import type { Clock } from '../../../platform/clock.ts'
import { inTransaction, type Db, type Tx } from '../../../platform/db/db.ts'
import type { EventCursor } from '../../../platform/events/event-log.ts'
import type { Job } from '../../../platform/jobs/jobs.ts'
import { deleteEventsUpTo, listOldestEvents, lockHorizon, slowestConsumer } from './horizon.store.ts'
import { comparePlaces, logCursorOf, placeOf, type Place } from '../model/place.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** Events of one transaction. */
const PORTION = 5_000
/** Readers are warned that long before their events go, or as long as the retention if that is shorter. */
const WARNING_DAYS = 14

/** Readers of the log with places of their own, beside the consumers. */
export interface LogReaders {
  /** The reader that is furthest behind; undefined: none waits for events. */
  slowest(tx: Tx): Promise<{ readonly name: string; readonly cursor: EventCursor } | undefined>
  /** Warns those whose next event is older than the date: their events are deleted in some days. Once for each delay. */
  warn(tx: Tx, olderThan: Date, days: number): Promise<void>
  /** Moves those that are behind the cursor, and notes the loss: events up to the cursor are deleted in this transaction, after this call. */
  cut(tx: Tx, upTo: EventCursor): Promise<void>
}

interface ExpireDependencies {
  readonly db: Db
  readonly clock: Clock
  readonly log: Logger
  readonly retentionDays: () => number
  readonly readers: () => readonly LogReaders[]
}

/**
 * Deletes events that are older than the retention, from the front of the log. A consumer or another reader that is behind is waited for as
 * long again; then its events go, too.
 */
export const expireEvents = ({ db, clock, log, retentionDays, readers }: ExpireDependencies): Job => ({
  name: 'expire_events',
  schedule: '23 * * * *',
  run: async () => {
    const keptDays = retentionDays()
    const keptMs = keptDays * DAY_MS
    const now = clock.now().getTime()
    const warningDays = Math.min(WARNING_DAYS, keptDays)
    await inTransaction(db, async tx => {
      const olderThan = new Date(now - 2 * keptMs + warningDays * DAY_MS)
      for (const reader of readers()) await reader.warn(tx, olderThan, warningDays)
    })
    let isMore = true
    while (isMore) {
      isMore = await inTransaction(db, async tx => {
        if (!(await lockHorizon(tx))) return false
        const slowest = await slowestReader(tx, readers())
        const oldest = await listOldestEvents(tx, PORTION)
        const isPastWaiting = (at: Date): boolean => at.getTime() < now - 2 * keptMs
        const isHandled = (place: Place): boolean => !slowest || comparePlaces(place, slowest.place) <= 0
        const firstKept = oldest.findIndex(
          ({ place, at }) => !(at.getTime() < now - keptMs && (isHandled(place) || isPastWaiting(at))),
        )
        const gone = firstKept < 0 ? oldest : oldest.slice(0, firstKept)
        const last = gone.at(-1)
        if (!last) return false
        if (slowest && !isHandled(last.place)) {
          log.error({ reader: slowest.name }, 'events are deleted that a reader of the log has not handled')
          for (const reader of readers()) await reader.cut(tx, logCursorOf(last.place))
        }
        await deleteEventsUpTo(tx, last.place, clock.now())
        return gone.length === PORTION
      })
    }
  },
})

const slowestReader = async (
  tx: Tx,
  readers: readonly LogReaders[],
): Promise<{ readonly name: string; readonly place: Place } | undefined> => {
  let slowest = await slowestConsumer(tx)
  for (const reader of readers) {
    const found = await reader.slowest(tx)
    const place = found && placeOf(found.cursor)
    if (found && place && (!slowest || comparePlaces(place, slowest.place) < 0)) slowest = { name: found.name, place }
  }
  return slowest
}

import type { EventConsumer } from '../../../platform/events/consumer.ts'
import { hashOf } from '../model/row-hash.ts'
import { AUDIT_CONSUMER, isAudited } from '../model/entry.ts'
import { insertEntries, readChainEnd, type NewEntry } from '../store/audit.store.ts'
import { entryOfEvent } from './entry-of-event.ts'

/**
 * Copies events into the chain, in the order of the log. The consumer runs in one process at a time, so the chain has one writer while
 * changes run side by side.
 */
export const sealEvents = (isoDate: (at: Date) => string): EventConsumer => ({
  name: AUDIT_CONSUMER,
  isExact: true,
  handle: async (tx, events) => {
    const audited = events.filter(({ kind }) => isAudited(kind))
    if (audited.length === 0) return
    let { n, hash: previous } = await readChainEnd(tx)
    const sealed: NewEntry[] = []
    for (const event of audited) {
      const entry = entryOfEvent(event, ++n, isoDate)
      const hash = hashOf(previous, entry)
      sealed.push({ n, entry, previous, hash, eventAt: event.at })
      previous = hash
    }
    await insertEntries(tx, sealed)
  },
})

import type { EventConsumer } from '../../../platform/events/consumer.ts'
import { EDITS } from '../model/artifacts.events.ts'
import { indexTexts } from './write-artifact.store.ts'

/** Adds long texts to the trigram index, outside the requests that write them (ADR 30). */
export const textsConsumer: EventConsumer = {
  name: 'texts',
  handle: async (tx, events) => {
    const ids = events.flatMap(({ kind, artifactId }) => (EDITS.has(kind) && artifactId !== null ? artifactId : []))
    if (ids.length > 0) await indexTexts(tx, ids)
  },
}

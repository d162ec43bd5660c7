import { sql } from 'kysely'
import type { EventConsumer } from '../../platform/events/consumer.ts'
import { EDITS } from './artifacts.events.ts'

/**
 * Puts long texts into the index of their trigrams, away from the requests that write them (ADR 30). Those that somebody writes again at
 * this moment are passed by: that is another event.
 */
export const textsConsumer: EventConsumer = {
  name: 'texts',
  handle: async (tx, events) => {
    const ids = new Set(
      events.flatMap(({ kind, artifactId }) => (EDITS.has(kind) && artifactId !== null ? artifactId : [])),
    )
    if (ids.size === 0) return
    await sql`
      with fresh as (
        select artifact_id, field_id from artifact_text
        where artifact_id = any(${[...ids]}::bigint[]) and not is_title and not is_indexed
        for update skip locked
      )
      update artifact_text t set is_indexed = true
      from fresh where t.artifact_id = fresh.artifact_id and t.field_id = fresh.field_id`.execute(tx)
  },
}

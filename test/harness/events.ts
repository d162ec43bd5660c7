import { sql } from 'kysely'
import type { TestApp } from './app.ts'
import { until } from './until.ts'

/** Payload of an event without its place of origin (`audit`), which the tests of the audit compare. */
export const factsOf = ({ payload }: { readonly payload: object }): object => {
  const { audit: _, ...facts } = payload as { readonly audit?: unknown }
  return facts
}

/** Waits until readers of the log see all events so far: transactions of other tests on the same database server hold them back. */
export const allEventsVisible = ({ db }: Pick<TestApp, 'db'>): Promise<void> =>
  until(async () => {
    const { rows } = await sql<{ isVisible: boolean }>`
      select pg_snapshot_xmin(pg_current_snapshot()) > coalesce(max(xid), '0') as "isVisible" from event`.execute(
      db.kysely,
    )
    return rows[0]?.isVisible === true
  })

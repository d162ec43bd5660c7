import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testApp } from '../../../../test/harness/app.ts'
import { givenAccount, givenArtifact, givenProject } from '../../../../test/harness/fixture.ts'
import { until } from '../../../../test/harness/until.ts'
import { drainConsumers } from '../../../platform/events/consumer.ts'
import { inTransaction } from '../../../platform/db/db.ts'
import { createLog } from '../../../platform/log.ts'
import { lockWebhook } from '../store/webhook-locks.store.ts'
import { noteWebhook } from '../store/webhooks.store.ts'

it('the queue waits for the lock of a webhook before it changes its row, so that no transaction waits for it in turn', async () => {
  const crocus = await testApp()
  const { db } = crocus
  const boss = await givenAccount(crocus, 'boss')
  const bug = (await givenProject(crocus, 'lamps', { as: boss.as })).tracker('bug')
  await crocus.work()
  const json = { tracker_id: bug.id, url: 'https://receiver.example/' }
  // A new webhook has a place of its own in the log, which the consumer takes away when it queues the first change.
  const { id } = (await crocus.request('POST', '/api/webhooks', { as: boss.as, json })).json<{ id: number }>()
  await givenArtifact(crocus, bug, 'Locked', { as: boss.as })
  let queueing: Promise<void> | undefined
  await inTransaction(db, async tx => {
    await lockWebhook(tx, id)
    queueing = drainConsumers({ db, consumers: crocus.app.consumers, log: createLog('fatal') })
    await until(async () => {
      const { rows } = await sql`
        select from pg_locks where locktype = 'advisory' and not granted
          and database = (select oid from pg_database where datname = current_database())`.execute(db.kysely)
      return rows.length > 0
    })
    // Less than the second after which PostgreSQL looks for deadlocks: the queue would be the one that it ends.
    await sql`set local lock_timeout = 500`.execute(tx)
    await noteWebhook(tx, id, { failures: 1 })
  })
  await queueing
  const { rows } = await sql<{ cursor: string | null; failures: number; count: number }>`
    select cursor, failures, (select count(*)::int from webhook_delivery where webhook_id = webhook.id) as count
    from webhook where id = ${id}`.execute(db.kysely)
  expect(rows).toEqual([{ cursor: null, failures: 1, count: 1 }])
})

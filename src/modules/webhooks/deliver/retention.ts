import type { Clock } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/db/db.ts'
import type { LogReaders } from '../../changes/index.ts'
import type { ChangeSource } from '../model/told-change.ts'
import type { Webhook } from '../model/webhook.ts'
import { listQueueingWebhooks, setCursor, spanOfEventsFor } from '../store/queue.store.ts'
import { findSlowestWebhook, listBehind, listUnwarnedBefore, noteWarning } from '../store/retention.store.ts'
import { lockWebhooks } from '../store/webhook-locks.store.ts'
import { findWebhook, noteWebhook } from '../store/webhooks.store.ts'
import type { AdministratorMail } from './attempt-dependencies.ts'

interface RetentionDependencies {
  readonly clock: Clock
  readonly changes: Pick<ChangeSource, 'eventKinds'>
  tellAdministrators(tx: Tx, webhook: Webhook, about: AdministratorMail): Promise<void>
}

/** Webhooks that are behind, as the retention of the log knows them (integrators.md §1.4, §3). */
export const webhookReaders = (deps: RetentionDependencies): LogReaders => ({
  slowest: async tx => {
    const found = await findSlowestWebhook(tx)
    return found && { name: `webhook ${found.id}`, cursor: found.cursor }
  },
  warn: async (tx, olderThan, days) => {
    const unwarned = await listUnwarnedBefore(tx, olderThan)
    await lockWebhooks(tx, unwarned)
    for (const id of unwarned) {
      const webhook = await findWebhook(tx, id)
      if (!webhook) continue
      await noteWarning(tx, id, deps.clock.now())
      await deps.tellAdministrators(tx, webhook, { kind: 'retention', days })
    }
  },
  cut: async (tx, upTo) => {
    const places = new Map((await listQueueingWebhooks(tx)).map(({ id, place }) => [id, place]))
    const behindAtFirst = (await listBehind(tx, upTo)).map(({ id }) => id)
    await lockWebhooks(tx, behindAtFirst)
    for (const id of behindAtFirst) {
      const webhook = await findWebhook(tx, id)
      const cursor = (await listBehind(tx, upTo)).find(behind => behind.id === id)?.cursor
      const place = places.get(id)
      // It has caught up before the lock was free.
      if (!webhook || cursor === undefined || !place) continue
      const kinds = deps.changes.eventKinds
      const filter = { after: cursor, last: upTo, place, kinds, since: null, until: null, artifactIds: null }
      const lost = await spanOfEventsFor(tx, filter)
      await setCursor(tx, [id], upTo)
      if (!lost) continue
      await noteWebhook(tx, id, {
        state: 'paused',
        pausedBecause: 'retention',
        nextAttempt: null,
        lostFrom: webhook.lostFrom ?? lost.from,
        lostTo: lost.to,
      })
      if (webhook.pausedBecause !== 'retention')
        await deps.tellAdministrators(tx, webhook, { kind: 'paused', because: 'retention' })
    }
  },
})

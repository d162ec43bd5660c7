import type { EventConsumer } from '../../platform/events/consumer.ts'
import type { LoggedEvent } from '../../platform/events/event-log.ts'
import { enqueueJobs } from '../../platform/jobs/jobs.store.ts'
import { deliveryRequest } from './deliver.ts'
import { insertDeliveries, readWebhooks, type Action, type NewDelivery } from './webhooks.store.ts'

const ACTIONS: Readonly<Record<string, Action>> = { 'artifact.created': 'create', 'artifact.updated': 'update' }

/** An edit that webhooks are told of; what an archive brings is told to nobody (import.md §6.2). */
const isTold = ({ kind, means }: LoggedEvent): boolean => kind in ACTIONS && means !== 'import'

/** Turns edits into calls, one for each webhook of the tracker. */
export const webhooksConsumer: EventConsumer = {
  name: 'webhooks',
  handle: async (tx, events) => {
    const told = events.filter(isTold)
    const webhooks = await readWebhooks(tx, [...new Set(told.map(({ trackerId }) => trackerId ?? 0))])
    const deliveries = told.flatMap(({ kind, trackerId, artifactId, changesetId }): NewDelivery[] => {
      const action = ACTIONS[kind]
      if (action === undefined || artifactId === null || changesetId === null) return []
      return webhooks
        .filter(webhook => webhook.trackerId === trackerId)
        .map(webhook => ({ webhook, artifactId, changesetId, action }))
    })
    await insertDeliveries(tx, deliveries)
    await enqueueJobs(tx, [...new Set(deliveries.map(({ webhook }) => webhook.id))].map(deliveryRequest))
  },
}

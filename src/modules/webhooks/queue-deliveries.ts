import type { EventConsumer } from '../../platform/events/consumer.ts'
import type { LoggedEvent } from '../../platform/events/event-log.ts'
import { movedFrom } from '../artifacts/index.ts'
import { enqueueJobs } from '../../platform/jobs/jobs.store.ts'
import { deliveryRequest } from './deliver-webhooks.ts'
import { insertDeliveries, listWebhooks, type Action, type NewDelivery } from './webhooks.store.ts'

const ACTIONS: Readonly<Record<string, Action>> = {
  'artifact.created': 'create',
  'artifact.updated': 'update',
  'artifact.moved': 'update',
}

/** Whether webhooks get the edit; imported edits are not delivered (import.md §6.2). */
const isDelivered = ({ kind, means }: LoggedEvent): boolean => kind in ACTIONS && means !== 'import'

/** The tracker of the artifact after the edit, and its former tracker after a move. */
const trackersOf = (event: LoggedEvent): number[] => [event.trackerId ?? 0, movedFrom(event) ?? []].flat()

export const WEBHOOKS_CONSUMER = 'webhooks'

/** Turns edits into calls, one for each webhook of the tracker. */
export const webhooksConsumer: EventConsumer = {
  name: WEBHOOKS_CONSUMER,
  handle: async (tx, events) => {
    const told = events.filter(isDelivered)
    const webhooks = await listWebhooks(tx, [...new Set(told.flatMap(trackersOf))])
    const deliveries = told.flatMap((event): NewDelivery[] => {
      const { kind, artifactId, changesetId } = event
      const action = ACTIONS[kind]
      if (action === undefined || artifactId === null || changesetId === null) return []
      return webhooks
        .filter(webhook => trackersOf(event).includes(webhook.trackerId))
        .map(webhook => ({ webhook, artifactId, changesetId, action }))
    })
    await insertDeliveries(tx, deliveries)
    await enqueueJobs(tx, [...new Set(deliveries.map(({ webhook }) => webhook.id))].map(deliveryRequest))
  },
}

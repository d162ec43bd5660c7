import type { Db } from '../../../platform/db/db.ts'
import { hasWebhooks } from '../store/webhooks.store.ts'

/** Invalidated when a webhook comes or goes. */
export const WEBHOOKS_TOPIC = 'webhooks'

/** Whether there are webhooks: without any, nothing asks the database for their work. */
export interface WebhookPresence {
  /** The latest answer, from memory. */
  isAny(): boolean
  /** Reads the answer if a webhook came or went. */
  refresh(): Promise<boolean>
}

export const watchPresence = (db: Db): WebhookPresence => {
  let isKnown = false
  let isAny = false
  db.invalidations.on(WEBHOOKS_TOPIC, () => {
    isKnown = false
    // Until it is read, there may be some.
    isAny = true
  })
  return {
    isAny: () => isAny,
    refresh: async () => {
      if (isKnown) return isAny
      isKnown = true
      try {
        isAny = await hasWebhooks(db.kysely)
      } catch (error) {
        isKnown = false
        throw error
      }
      return isAny
    },
  }
}

// The public interface of this module.
export { createWebhooksModule, type WebhooksModule } from './webhooks.module.ts'
export { CONSUMER as CHANGES_CONSUMER } from './queue/queue-changes.ts'
export { WEBHOOKS_CONSUMER } from './queue-deliveries.ts'
export { listDelayedWebhooks } from './store/retention.store.ts'

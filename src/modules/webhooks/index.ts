// The public interface of this module.
export { createWebhooksModule, type WebhooksModule } from './webhooks.module.ts'
export { WEBHOOKS_CONSUMER } from './queue-deliveries.ts'

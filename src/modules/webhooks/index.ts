// The door of this module: what others may use.
export { createWebhooksModule, type WebhooksModule } from './webhooks.module.ts'
export { WEBHOOKS_CONSUMER } from './queue-deliveries.ts'

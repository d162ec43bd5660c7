// The door of this module: what others may use.
export { createWebhooksModule, type WebhooksModule } from './webhooks.module.ts'

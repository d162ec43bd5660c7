// The door of this module: what others may use.
export { createNotificationsModule, type NotificationsModule } from './notifications.module.ts'
export { NOTIFICATIONS_CONSUMER } from './notifications-consumer.ts'

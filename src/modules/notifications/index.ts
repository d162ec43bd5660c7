// The public interface of this module.
export { createNotificationsModule, type NotificationsModule } from './notifications.module.ts'
export { NOTIFICATIONS_CONSUMER } from './notifications-consumer.ts'
export { findConcerned } from './recipients.ts'
export { loadNotificationPreferences, type NotificationPreferences } from './notification-preferences.ts'

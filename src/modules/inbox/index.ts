// The public interface of this module.
export { createInboxModule, type InboxModule } from './inbox.module.ts'

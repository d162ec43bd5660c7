// The public interface of this module.
export { createPresenceModule, type PresenceModule, type PresenceStream } from './presence.module.ts'

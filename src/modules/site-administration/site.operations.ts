import type { PlatformDescription } from './describe-platform.ts'
import type { MinimalUser, User, Viewer } from '../users/index.ts'
import type { getSiteBanner, setSiteBanner } from './site-banner.ts'
import type { invite } from './invite.ts'
import type { listSystemEvents } from './list-system-events.ts'

/** The operations that the routes of this module call. */
export interface SiteOperations {
  readonly version: string
  describePlatform(): PlatformDescription
  readonly getBanner: ReturnType<typeof getSiteBanner>
  readonly setBanner: ReturnType<typeof setSiteBanner>
  readonly listSystemEvents: ReturnType<typeof listSystemEvents>
  readonly invite: ReturnType<typeof invite>
  isoDate(at: Date): string
  representUser(user: User, viewer: Viewer): MinimalUser
}

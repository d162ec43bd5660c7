import type { Means } from '../../platform/events/event-log.ts'
import { PLATFORM_PROJECT_ID } from '../projects/index.ts'
import type { User, Viewer } from '../users/index.ts'
import type { AuthDeps } from './auth.deps.ts'
import type { CredentialCaches } from './credential-caches.ts'

/** How a viewer came: what changes their rights beside the account. */
export interface Entrance {
  readonly means: Means
  /** GET, HEAD and OPTIONS: where a read-only administrator is a site administrator (auth.md §1.2). */
  readonly isReading: boolean
  readonly accessKeyId?: number
}

export type MakeViewer = (user: User, entrance: Entrance) => Promise<Viewer>

/** Everything comes from caches: no query when they are warm. */
export const makeViewer =
  ({ settings, projects }: AuthDeps, caches: CredentialCaches): MakeViewer =>
  async (user, { means, isReading, accessKeyId }) => {
    const [{ memberships, staticGroupIds }, sitePermissions] = await Promise.all([
      projects.membershipsOf(user.id),
      caches.permissions.get(user.id),
    ])
    const isAdministrator = memberships.get(PLATFORM_PROJECT_ID)?.isAdmin === true
    return {
      userId: user.id,
      login: user.login,
      isAnonymous: false,
      // auth.md §1.1: the status counts in restricted mode only.
      isRestricted: user.status === 'R' && settings.get('access_mode') === 'restricted',
      isSiteAdministrator: isAdministrator || (isReading && sitePermissions?.has('rest_read_only_admin') === true),
      sitePermissions: sitePermissions ?? new Set(),
      memberships,
      staticGroupIds,
      means,
      nameStyle: user.nameStyle,
      ...(accessKeyId !== undefined && { accessKeyId }),
    }
  }

import type { Means } from '../../platform/events/event-log.ts'
import { PLATFORM_PROJECT_ID } from '../projects/index.ts'
import type { CredentialKind, SitePermission, User, Viewer } from '../users/index.ts'
import type { AccessKey } from './access-key.ts'
import type { AuthDeps } from './auth.deps.ts'
import type { CredentialCaches } from './credential-caches.ts'

/** How a viewer came: what changes their rights beside the account. */
export interface Entrance {
  readonly means: Means
  /** GET, HEAD and OPTIONS: where a read-only administrator is a site administrator (auth.md §1.2). */
  readonly isReading: boolean
  readonly credential?: CredentialKind
  readonly accessKeyId?: number
  /** Of an access key that is limited to projects. */
  readonly projectIds?: readonly number[]
  readonly sessionId?: number
}

/** What an access key adds to the way in. */
export const entranceOf = ({
  id,
  projectIds,
}: Pick<AccessKey, 'id' | 'projectIds'>): Pick<Entrance, 'accessKeyId' | 'projectIds'> => ({
  accessKeyId: id,
  ...(projectIds && { projectIds }),
})

export type MakeViewer = (user: User, entrance: Entrance) => Promise<Viewer>

type Memberships = Awaited<ReturnType<AuthDeps['projects']['membershipsOf']>>

/** What a viewer was made of; each is a cached value that is replaced when it changes. */
interface Made {
  readonly memberships: Memberships
  readonly sitePermissions: ReadonlySet<SitePermission> | undefined
  readonly isRestricted: boolean
  readonly viewer: Viewer
}

/** Ways in which one account enters that are remembered: reading and writing, by a few keys. */
const MAX_ENTRANCES = 16

/**
 * Everything comes from caches: no query when they are warm. While nothing that it is made of changes, the same account entering in
 * the same way is the same object, so that others may keep what they work out of it (rights in a tracker, for instance).
 */
export const makeViewer = ({ settings, projects }: AuthDeps, caches: CredentialCaches): MakeViewer => {
  const known = new WeakMap<User, Map<string, Made>>()

  return async (user, entrance) => {
    const [memberships, sitePermissions] = await Promise.all([
      projects.membershipsOf(user.id),
      caches.permissions.get(user.id),
    ])
    // auth.md §1.1: the status counts in restricted mode only.
    const isRestricted = user.status === 'R' && settings.get('access_mode') === 'restricted'
    let byEntrance = known.get(user)
    if (!byEntrance) known.set(user, (byEntrance = new Map<string, Made>()))
    const { means, isReading, credential = '', accessKeyId = '', sessionId = '' } = entrance
    const key = `${means} ${isReading} ${credential} ${accessKeyId} ${sessionId}`
    const made = byEntrance.get(key)
    const isCurrent =
      made?.memberships === memberships &&
      made.sitePermissions === sitePermissions &&
      made.isRestricted === isRestricted
    if (made && isCurrent) return made.viewer
    const viewer = viewerFrom(user, entrance, memberships, sitePermissions, isRestricted)
    if (byEntrance.size >= MAX_ENTRANCES) byEntrance.clear()
    byEntrance.set(key, { memberships, sitePermissions, isRestricted, viewer })
    return viewer
  }
}

const viewerFrom = (
  user: User,
  { isReading, projectIds: ids, ...entrance }: Entrance,
  all: Memberships,
  allPermissions: ReadonlySet<SitePermission> | undefined,
  isRestricted: boolean,
): Viewer => {
  const projectIds = ids && new Set(ids)
  const { memberships, staticGroupIds } = projectIds ? within(all, projectIds) : all
  const sitePermissions = projectIds ? undefined : allPermissions
  const isAdministrator = !projectIds && memberships.get(PLATFORM_PROJECT_ID)?.isAdmin === true
  return {
    userId: user.id,
    login: user.login,
    isAnonymous: false,
    isRestricted,
    isSiteAdministrator: isAdministrator || (isReading && sitePermissions?.has('rest_read_only_admin') === true),
    sitePermissions: sitePermissions ?? new Set(),
    memberships,
    staticGroupIds,
    nameStyle: user.nameStyle,
    ...(user.timezone !== null && { timezone: user.timezone }),
    ...entrance,
    ...(projectIds && { projectIds }),
  }
}

/** What somebody is in these projects. */
const within = (
  { memberships, staticGroupIds, projectOfGroup }: Memberships,
  projectIds: ReadonlySet<number>,
): Pick<Memberships, 'memberships' | 'staticGroupIds'> => ({
  memberships: new Map([...memberships].filter(([projectId]) => projectIds.has(projectId))),
  staticGroupIds: new Set([...staticGroupIds].filter(groupId => projectIds.has(projectOfGroup.get(groupId) ?? 0))),
})

import type { Means } from '../../../platform/events/event-log.ts'
import { PLATFORM_PROJECT_ID } from '../../projects/index.ts'
import type { ActingApplication, CredentialKind, SitePermission, User, Viewer } from '../../users/index.ts'
import type { AccessKey } from '../model/access-key.ts'
import type { AuthDependencies } from '../model/auth.dependencies.ts'
import type { CredentialCaches } from '../store/credential-caches.ts'

/** Properties of a request that decide the caller's rights, in addition to the account. */
export interface AuthContext {
  readonly means: Means
  /** True for GET, HEAD and OPTIONS: on these a read-only administrator is a site administrator (auth.md §1.2). */
  readonly isReading: boolean
  readonly credential?: CredentialKind
  readonly accessKeyId?: number
  /** Description of the access key. */
  readonly keyLabel?: string
  readonly application?: ActingApplication
  /** Projects of an access key that is limited to projects. */
  readonly projectIds?: readonly number[]
  readonly sessionId?: number
}

/** The properties that an access key adds to the context. */
export const authContextOf = ({
  id,
  description,
  projectIds,
}: Pick<AccessKey, 'id' | 'description' | 'projectIds'>): Pick<
  AuthContext,
  'accessKeyId' | 'keyLabel' | 'projectIds'
> => ({
  accessKeyId: id,
  keyLabel: description,
  ...(projectIds && { projectIds }),
})

export type MakeViewer = (user: User, authContext: AuthContext) => Promise<Viewer>

type Memberships = Awaited<ReturnType<AuthDependencies['projects']['membershipsOf']>>

/** The sources of a viewer; each is a cached value that is replaced when it changes. */
interface CachedViewer {
  readonly memberships: Memberships
  readonly sitePermissions: ReadonlySet<SitePermission> | undefined
  readonly isRestricted: boolean
  readonly viewer: Viewer
}

/** Maximum cached contexts of one account: reading and writing, with a few keys. */
const MAX_CONTEXTS_PER_ACCOUNT = 16

/**
 * Reads caches only: no query if they are filled. The same account in the same context gets the same `Viewer` object until its rights
 * change. Other caches may therefore use it as a key (for rights in a tracker, for example).
 */
export const makeViewer = ({ settings, projects }: AuthDependencies, caches: CredentialCaches): MakeViewer => {
  const known = new WeakMap<User, Map<string, CachedViewer>>()

  return async (user, authContext) => {
    const [memberships, sitePermissions] = await Promise.all([
      projects.membershipsOf(user.id),
      caches.permissions.get(user.id),
    ])
    // auth.md §1.1: the status counts in restricted mode only.
    const isRestricted = user.status === 'R' && settings.get('access_mode') === 'restricted'
    let byContext = known.get(user)
    if (!byContext) known.set(user, (byContext = new Map<string, CachedViewer>()))
    const { means, isReading, credential = '', accessKeyId = '', sessionId = '', application } = authContext
    const key = `${means} ${isReading} ${credential} ${accessKeyId} ${sessionId} ${application?.id ?? ''} ${application?.name ?? ''}`
    const cached = byContext.get(key)
    const isCurrent =
      cached?.memberships === memberships &&
      cached.sitePermissions === sitePermissions &&
      cached.isRestricted === isRestricted
    if (cached && isCurrent) return cached.viewer
    const viewer = viewerFrom(user, authContext, memberships, sitePermissions, isRestricted)
    if (byContext.size >= MAX_CONTEXTS_PER_ACCOUNT) byContext.clear()
    byContext.set(key, { memberships, sitePermissions, isRestricted, viewer })
    return viewer
  }
}

const viewerFrom = (
  user: User,
  { isReading, projectIds: ids, ...context }: AuthContext,
  all: Memberships,
  allPermissions: ReadonlySet<SitePermission> | undefined,
  isRestricted: boolean,
): Viewer => {
  const projectIds = ids && new Set(ids)
  const { memberships, staticGroupIds } = projectIds ? limitToProjects(all, projectIds) : all
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
    ...context,
    ...(projectIds && { projectIds }),
  }
}

/** Memberships of an account in these projects only. */
const limitToProjects = (
  { memberships, staticGroupIds, projectOfGroup }: Memberships,
  projectIds: ReadonlySet<number>,
): Pick<Memberships, 'memberships' | 'staticGroupIds'> => ({
  memberships: new Map([...memberships].filter(([projectId]) => projectIds.has(projectId))),
  staticGroupIds: new Set([...staticGroupIds].filter(groupId => projectIds.has(projectOfGroup.get(groupId) ?? 0))),
})

import { Forbidden, NotFound } from '../../../platform/errors.ts'
import type { Membership, Viewer } from '../../users/index.ts'
import type { Project } from './project.ts'
import {
  ADMINS_GROUP,
  ANONYMOUS_GROUP,
  AUTHENTICATED_GROUP,
  FILE_MANAGER_ADMINS_GROUP,
  MEMBERS_GROUP,
  REGISTERED_GROUP,
  WIKI_ADMINS_GROUP,
  type UserGroupId,
} from './user-group.ts'

/** The properties that decide access: of a viewer, or of an account that another user asks about. */
export type AccessCandidate = Pick<
  Viewer,
  'isAnonymous' | 'isRestricted' | 'isSiteAdministrator' | 'sitePermissions' | 'memberships' | 'projectIds'
>

/** `allowed`, or the reason of the refusal: `unknown` becomes 404, the others 403 (projects.md §1). */
export type AccessVerdict = 'allowed' | 'unknown' | 'suspended' | 'deleted' | 'private' | 'restricted' | 'outside'

/** projects.md §1: the first line that matches. `isOpen`: the platform lets anonymous callers in. */
export const accessVerdict = (visitor: AccessCandidate, project: Project, isOpen: boolean): AccessVerdict => {
  const verdict = accountVerdict(visitor, project, isOpen)
  // Only for projects that the owner of an access key may see, the response says that the key does not include them.
  return verdict === 'allowed' && visitor.projectIds?.has(project.id) === false ? 'outside' : verdict
}

const accountVerdict = (visitor: AccessCandidate, project: Project, isOpen: boolean): AccessVerdict => {
  if (visitor.isAnonymous && !isOpen) return 'unknown'
  if (project.status === 'archive') return 'unknown'
  if (visitor.isSiteAdministrator) return 'allowed'
  switch (project.status) {
    case 'active':
      break
    case 'suspended':
      return 'suspended'
    case 'deleted':
      return visitor.sitePermissions.has('rest_project_management') ? 'allowed' : 'deleted'
    default:
      return 'unknown'
  }
  if (visitor.memberships.has(project.id))
    return visitor.isRestricted && project.access === 'private-wo-restr' ? 'unknown' : 'allowed'
  if (visitor.isRestricted) return project.access === 'unrestricted' ? 'allowed' : 'restricted'
  return project.access === 'public' || project.access === 'unrestricted' ? 'allowed' : 'private'
}

export interface AccessOptions {
  /**
   * For routes that hide a private, restricted, deleted or inactive project behind a 404; a suspended project stays 403 (projects.md §6).
   */
  readonly isHidden?: boolean
}

/** Throws the error for this verdict. */
export const requireAllowed = (verdict: AccessVerdict, options: AccessOptions = {}): void => {
  if (verdict === 'allowed') return
  if (verdict === 'suspended') throw new Forbidden('The project is suspended', { reason: 'project.suspended' })
  if (verdict === 'unknown' || options.isHidden) throw noSuchProject()
  if (verdict === 'deleted') throw new Forbidden('The project is deleted', { reason: 'project.suspended' })
  if (verdict === 'outside')
    throw new Forbidden('The access key is limited to other projects', { reason: 'key.project' })
  if (verdict === 'restricted')
    throw new Forbidden('The project is not open to restricted users', { reason: 'permission.project' })
  throw new Forbidden('', { reason: 'permission.project' })
}

export const noSuchProject = (): NotFound => new NotFound('Project does not exist')

/** projects.md §9: nobody writes into a project that is suspended or deleted, not even site administrators. */
export const requireWritable = (project: Project): void => {
  if (project.status === 'active' || project.status === 'system') return
  throw new Forbidden(`The project is ${project.status}: nothing can be changed in it`, { reason: 'project.suspended' })
}

/** Projects with ids up to this one belong to the platform itself. */
const LAST_SYSTEM_PROJECT = 100

/** The platform's own projects cannot be renamed, hidden or suspended. */
export const requireOrdinaryProject = (projectId: number): void => {
  if (projectId <= LAST_SYSTEM_PROJECT)
    throw new Forbidden('A project of the platform itself does not change', { reason: 'permission.admin' })
}

export const isMember = (viewer: Pick<Viewer, 'memberships'>, projectId: number): boolean =>
  viewer.memberships.has(projectId)

/** Administrator of the project, or of the platform. */
export const isAdmin = (viewer: Pick<Viewer, 'memberships' | 'isSiteAdministrator'>, projectId: number): boolean =>
  viewer.isSiteAdministrator || viewer.memberships.get(projectId)?.isAdmin === true

/** May read every project and change its status (projects.md §4, §5). */
export const canManageProjects = (viewer: Pick<Viewer, 'sitePermissions' | 'isSiteAdministrator'>): boolean =>
  viewer.isSiteAdministrator || viewer.sitePermissions.has('rest_project_management')

/** The properties that decide to which groups an account belongs. */
export type GroupHolder = Pick<Viewer, 'isAnonymous' | 'isRestricted' | 'memberships' | 'staticGroupIds'>

const known = new WeakMap<GroupHolder, Map<number, ReadonlySet<UserGroupId>>>()

/**
 * Ids of all user groups of the viewer in one project: ids of dynamic groups refer to that project. A viewer never changes, so the set is
 * computed once for each project.
 */
export const groupsOf = (viewer: GroupHolder, project: { readonly id: number }): ReadonlySet<UserGroupId> => {
  let byProject = known.get(viewer)
  if (!byProject) known.set(viewer, (byProject = new Map<number, ReadonlySet<UserGroupId>>()))
  let groups = byProject.get(project.id)
  if (!groups) byProject.set(project.id, (groups = collectGroups(viewer, viewer.memberships.get(project.id))))
  return groups
}

const collectGroups = (viewer: GroupHolder, membership: Membership | undefined): ReadonlySet<UserGroupId> => {
  const groups = new Set<UserGroupId>([ANONYMOUS_GROUP])
  if (viewer.isAnonymous) return groups
  groups.add(AUTHENTICATED_GROUP)
  // A restricted account counts as "registered" only in its own projects.
  if (!viewer.isRestricted || membership) groups.add(REGISTERED_GROUP)
  if (membership) groups.add(MEMBERS_GROUP)
  if (membership?.isAdmin) groups.add(ADMINS_GROUP)
  if (membership?.isFileManagerAdmin) groups.add(FILE_MANAGER_ADMINS_GROUP)
  if (membership?.isWikiAdmin) groups.add(WIKI_ADMINS_GROUP)
  for (const id of viewer.staticGroupIds) groups.add(id)
  return groups
}

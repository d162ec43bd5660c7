import { isAdmin, type Project, type UserGroupId } from '../../projects/index.ts'
import type { Viewer } from '../../users/index.ts'

type RepositoryViewer = Pick<Viewer, 'isSiteAdministrator' | 'memberships' | 'staticGroupIds'>

/**
 * svn.md: administrators of the project and of the platform, and users with *SVN administration*: by a flag of their membership, or by a
 * user group of the project. The access check of the project keeps out a group member who was removed from a closed project.
 */
export const canAdministerRepositories = (
  viewer: RepositoryViewer,
  project: Pick<Project, 'id'>,
  groupsOfViewer: ReadonlySet<UserGroupId>,
  administratorGroups: readonly UserGroupId[],
): boolean =>
  isAdmin(viewer, project.id) ||
  viewer.memberships.get(project.id)?.isSvnAdmin === true ||
  administratorGroups.some(group => groupsOfViewer.has(group))

import { isAdmin, type Project, type UserGroupId } from '../../projects/index.ts'
import type { Viewer } from '../../users/index.ts'

type RepositoryViewer = Pick<Viewer, 'isSiteAdministrator' | 'memberships' | 'staticGroupIds'>

/**
 * svn.md: administrators of the project and of the platform, and whoever was given *SVN administration*: as a member with that flag, or by
 * a user group of the project. A member of a group who was put out of a closed project is kept away by the project's own access check.
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

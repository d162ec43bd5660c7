import { Forbidden, Invalid, NotFound } from '../../../platform/errors.ts'
import type { Viewer } from '../../users/index.ts'
import type { Project } from '../model/project.ts'
import { requireWritable, type AccessOptions } from '../model/projects.permissions.ts'
import { parseWireId, type ProjectQueries } from './projects.queries.ts'
import { isDynamicGroup, isStaticGroup, isSystemGroup, type UserGroupId } from '../model/user-group.ts'

/** A group as a path names it: a group of a project, or a system group, which belongs to no project. */
export type NamedGroup =
  | { readonly isSystem: true; readonly groupId: UserGroupId }
  | { readonly isSystem: false; readonly groupId: UserGroupId; readonly project: Project }

/** The group of the id in a path, if the viewer may see its project (projects.md §6). */
export const requireUserGroup = async (
  queries: ProjectQueries,
  viewer: Viewer,
  id: string,
  options: AccessOptions,
): Promise<NamedGroup> => {
  const parsed = parseWireId(id)
  if (!parsed) throw malformed()
  const { groupId } = parsed
  if (isSystemGroup(groupId)) {
    if (parsed.projectId !== undefined) throw malformed()
    return { isSystem: true, groupId }
  }
  if (isStaticGroup(groupId)) {
    const projectId = await queries.projectOfUserGroup(groupId)
    if (projectId === undefined || (parsed.projectId ?? projectId) !== projectId) throw noSuchGroup()
    return { isSystem: false, groupId, project: await queries.requireAccess(viewer, projectId, options) }
  }
  if (parsed.projectId === undefined) throw malformed()
  const project = await queries.requireAccess(viewer, parsed.projectId, options)
  if (!isDynamicGroup(groupId)) throw noSuchGroup()
  return { isSystem: false, groupId, project }
}

/** Like `requireUserGroup`, for actions of project administrators; system groups have no members to list. */
export const requireAdministeredGroup = async (
  queries: ProjectQueries,
  viewer: Viewer,
  id: string,
  options: AccessOptions & { readonly isWriting?: boolean },
): Promise<{ readonly groupId: UserGroupId; readonly project: Project }> => {
  const group = await requireUserGroup(queries, viewer, id, options)
  if (group.isSystem) throw noSuchGroup()
  requireAdministrator(queries, viewer, group.project)
  if (options.isWriting) requireWritable(group.project)
  return group
}

export const requireAdministrator = (queries: ProjectQueries, viewer: Viewer, project: Project): void => {
  if (!queries.isAdmin(viewer, project.id))
    throw new Forbidden('Only administrators of the project can do that', { reason: 'permission.admin' })
}

const malformed = (): Invalid =>
  new Invalid(
    'The id of a user group is "<project id>_<group id>" for groups that each project has, and "<group id>" for all others',
    { reason: 'parameter.range' },
  )
const noSuchGroup = (): NotFound => new NotFound('User group does not exist')

import { Invalid } from '../../../platform/errors.ts'
import { parseJsonQuery } from '../../../platform/http/request/json-query.ts'
import type { SettingsModule } from '../../settings/index.ts'
import type { Viewer } from '../../users/index.ts'
import { isPrivate, type Project } from '../model/project.ts'
import type { ProjectQueries } from '../read/projects.queries.ts'
import {
  ANONYMOUS_GROUP,
  AUTHENTICATED_GROUP,
  dynamicGroups,
  REGISTERED_GROUP,
  type UserGroupId,
} from '../model/user-group.ts'

const CRITERION = 'with_system_user_groups'

/** projects.md §6: ids of the groups of a project, ascending; on request also the system groups that can enter the project. */
export const listProjectUserGroups =
  (queries: ProjectQueries, settings: SettingsModule) =>
  async (viewer: Viewer, projectId: number, query: string | undefined): Promise<UserGroupId[]> => {
    const withSystem = parseWithSystem(query)
    const project = await queries.requireAccess(viewer, projectId)
    const groups = [...dynamicGroups, ...(await queries.userGroups(projectId)).map(group => group.id)]
    if (withSystem) groups.push(...systemGroupsOf(project, settings.get('access_mode')))
    return groups.sort((a, b) => a - b)
  }

const parseWithSystem = (query: string | undefined): boolean => {
  if (query === undefined) return false
  try {
    const value = parseJsonQuery(query, [CRITERION])[CRITERION]
    if (typeof value !== 'boolean')
      throw new Invalid(`\`query[${CRITERION}]\` is to be true or false`, {
        reason: 'parameter.type',
        parameter: `query[${CRITERION}]`,
      })
    return value
  } catch (error) {
    // This route translates the message into the user's language (http.md §4.2).
    throw error instanceof Invalid ? new Invalid(error.faults, { localised: error.message }) : error
  }
}

const systemGroupsOf = (project: Project, mode: string): UserGroupId[] => {
  const groups: UserGroupId[] = []
  if (isPrivate(project.access)) return groups
  if (mode === 'anonymous') groups.push(ANONYMOUS_GROUP)
  groups.push(REGISTERED_GROUP)
  if (mode === 'restricted' && project.access === 'unrestricted') groups.push(AUTHENTICATED_GROUP)
  return groups
}

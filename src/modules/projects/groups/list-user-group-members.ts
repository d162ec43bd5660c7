import { Invalid } from '../../../platform/errors.ts'
import type { Page } from '../../../platform/http/routes/pagination.ts'
import { parseJsonQuery, textCriterion } from '../../../platform/http/request/json-query.ts'
import type { User, UserStatus, UsersModule, Viewer } from '../../users/index.ts'
import type { ProjectQueries } from '../read/projects.queries.ts'
import { rosterOfGroup } from '../model/roster.ts'
import { requireAdministeredGroup } from '../read/user-group-access.ts'
import { isStaticGroup } from '../model/user-group.ts'

const CRITERION = 'identifier'

/** projects.md §6: ordered by login. Suspended accounts appear in dynamic groups only, deleted and pending accounts nowhere. */
export const listUserGroupMembers =
  (queries: ProjectQueries, users: Pick<UsersModule, 'getMany' | 'findByLogin' | 'findByEmail'>) =>
  async (
    viewer: Viewer,
    id: string,
    query: string | undefined,
    page: Page,
  ): Promise<{ readonly users: readonly User[]; readonly size: number }> => {
    const identifier = query === undefined ? undefined : textCriterion(parseJsonQuery(query, [CRITERION]), CRITERION)
    const { groupId, project } = await requireAdministeredGroup(queries, viewer, id, { isHidden: true })
    const shown = new Set<UserStatus>(isStaticGroup(groupId) ? ['A', 'R'] : ['A', 'R', 'S'])
    let ids = rosterOfGroup(await queries.roster(project.id), groupId)
      .filter(user => shown.has(user.status))
      .map(user => user.userId)
    if (identifier !== undefined) {
      const wanted = await findUsers(users, identifier)
      ids = ids.filter(userId => wanted.some(user => user.id === userId)).slice(0, 1)
    }
    const pageIds = ids.slice(page.offset, page.offset + page.limit)
    const found = await users.getMany(pageIds)
    return { users: pageIds.flatMap(userId => found.get(userId) ?? []), size: ids.length }
  }

/** If several accounts share one address, selects the account that is in the group. */
const findUsers = async (
  users: Pick<UsersModule, 'findByLogin' | 'findByEmail'>,
  identifier: string,
): Promise<readonly User[]> => {
  const user = await users.findByLogin(identifier)
  const found = user ? [user] : identifier === '' ? [] : await users.findByEmail(identifier)
  if (found.length === 0)
    throw new Invalid(`There is no user with the login or e-mail address ${identifier}`, { reason: 'parameter.range' })
  return found
}

import type { Page } from '../../../platform/http/routes/pagination.ts'
import type { User, UserStatus, UsersModule, Viewer } from '../../users/index.ts'
import { wordsOf } from '../model/project-label.ts'
import type { StaticUserGroup } from '../model/user-group.ts'
import type { ProjectQueries } from './projects.queries.ts'

export interface ListedMember {
  readonly user: User
  readonly isAdmin: boolean
  /** Static groups with the member, by id; undefined: the viewer may not know them, since only administrators see the members of groups. */
  readonly groups: readonly StaticUserGroup[] | undefined
}

/** Suspended accounts stay members, and administrators remove them in this list. */
const LISTED_STATUSES: ReadonlySet<UserStatus> = new Set(['A', 'R', 'S'])

/** Members of the project, for everybody who sees the project: administrators first, then by login. */
export const listMembers =
  (queries: ProjectQueries, users: Pick<UsersModule, 'getMany'>) =>
  async (
    viewer: Viewer,
    projectId: number,
    text: string,
    page: Page,
  ): Promise<{ readonly members: readonly ListedMember[]; readonly size: number }> => {
    const project = await queries.requireAccess(viewer, projectId)
    const { members, groups, usersOfGroup } = await queries.roster(project.id)
    const seesGroups = queries.isAdmin(viewer, project.id)
    const inUse = members.filter(member => LISTED_STATUSES.has(member.status))
    const ordered = [...inUse.filter(({ isAdmin }) => isAdmin), ...inUse.filter(({ isAdmin }) => !isAdmin)]
    const words = wordsOf(text.toLowerCase())
    // Without search words only the accounts of the page have to be read.
    const accountsOf = (list: typeof ordered) => users.getMany(list.map(({ userId }) => userId))
    const byName = words.length === 0 ? undefined : await accountsOf(ordered)
    const found = byName
      ? ordered.filter(({ userId, login }) => {
          const names = `${login} ${byName.get(userId)?.realName ?? ''}`.toLowerCase()
          return words.every(word => names.includes(word))
        })
      : ordered
    const ofPage = found.slice(page.offset, page.offset + page.limit)
    const accounts = byName ?? (await accountsOf(ofPage))
    return {
      members: ofPage.flatMap(({ userId, isAdmin }) => {
        const user = accounts.get(userId)
        if (!user) return []
        const isIn = ({ id }: StaticUserGroup): boolean =>
          usersOfGroup.get(id)?.some(each => each.userId === userId) ?? false
        return [{ user, isAdmin, groups: seesGroups ? groups.filter(isIn) : undefined }]
      }),
      size: found.length,
    }
  }

import type { AuthDependencies } from '../model/auth.dependencies.ts'
import { listSiteGroupRows } from '../store/auth.store.ts'

export interface SiteGroupWithLogins {
  readonly name: string
  readonly permissions: readonly string[]
  readonly logins: readonly string[]
}

export const listSiteGroups =
  ({ db, users }: Pick<AuthDependencies, 'db' | 'users'>) =>
  async (): Promise<SiteGroupWithLogins[]> => {
    const groups = await listSiteGroupRows(db.kysely)
    const members = await users.getMany(groups.flatMap(group => group.memberIds))
    return groups.map(({ name, permissions, memberIds }) => ({
      name,
      permissions,
      logins: memberIds.flatMap(id => members.get(id)?.login ?? []),
    }))
  }

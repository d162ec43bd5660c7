import type { AuthDeps } from './auth.deps.ts'
import { readSiteGroups } from './auth.store.ts'

export interface SiteGroupWithLogins {
  readonly name: string
  readonly permissions: readonly string[]
  readonly logins: readonly string[]
}

export const listSiteGroups =
  ({ db, users }: AuthDeps) =>
  async (): Promise<SiteGroupWithLogins[]> => {
    const groups = await readSiteGroups(db.kysely)
    const members = await users.getMany(groups.flatMap(group => group.memberIds))
    return groups.map(({ name, permissions, memberIds }) => ({
      name,
      permissions,
      logins: memberIds.flatMap(id => members.get(id)?.login ?? []),
    }))
  }

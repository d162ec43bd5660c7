import type { SitePermission } from '../../users/index.ts'
import type { AuthDependencies } from '../model/auth.dependencies.ts'
import { listLastUses, listSiteAdministrators } from '../store/auth.store.ts'
import type { CredentialCaches } from '../store/credential-caches.ts'

/** Rights of an account on the platform as a whole, and when it was last used. */
export interface AccountRights {
  readonly isSiteAdministrator: boolean
  readonly sitePermissions: readonly SitePermission[]
  readonly hasSecondFactor: boolean
  /** Last use of its access keys and open sessions, accurate to an hour. */
  readonly lastUsedAt: Date | undefined
}

/** For any number of accounts, with a few queries. */
export const getAccountRights =
  ({ db }: AuthDependencies, caches: CredentialCaches) =>
  async (userIds: readonly number[]): Promise<Map<number, AccountRights>> => {
    const [administrators, permissions, factors, lastUses] = await Promise.all([
      listSiteAdministrators(db.kysely),
      caches.permissions.getMany(userIds),
      caches.secondFactors.getMany(userIds),
      listLastUses(db.kysely, userIds),
    ])
    return new Map(
      userIds.map(id => [
        id,
        {
          isSiteAdministrator: administrators.includes(id),
          sitePermissions: [...(permissions.get(id) ?? [])].sort(),
          hasSecondFactor: factors.get(id)?.hasFactor === true,
          lastUsedAt: lastUses.get(id),
        },
      ]),
    )
  }

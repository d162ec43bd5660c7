import type { Tx } from '../../platform/db/db.ts'
import { NotFound } from '../../platform/errors.ts'
import type { Means } from '../../platform/events/event-log.ts'
import type { Route } from '../../platform/http/route.ts'
import type { Actor, SitePermission, Viewer } from '../users/index.ts'
import { getAccountRights, type AccountRights } from './account-rights.ts'
import type { AccountValues } from './account-values.ts'
import type { AuthDeps } from './auth.deps.ts'
import { authRoutes } from './auth.routes.ts'
import { readSiteAdministrators, removeExpired } from './auth.store.ts'
import { authenticate, credentialMethods, type Authenticate } from './authenticate.ts'
import { authenticateSvn, type AuthenticateSvn } from './authenticate-svn.ts'
import { bootstrapAdministrator, type FirstAdministrator } from './bootstrap-administrator.ts'
import { changeAccount } from './change-account.ts'
import { createAccessKey, type WantedAccessKey } from './create-access-key.ts'
import { createAccount } from './create-account.ts'
import { createToken } from './create-token.ts'
import { credentialCaches } from './credential-caches.ts'
import { deleteAccessKey } from './delete-access-key.ts'
import { deleteTokens } from './delete-tokens.ts'
import { getAccessKey } from './get-access-key.ts'
import { grantSitePermission } from './grant-site-permission.ts'
import { listAccessKeys } from './list-access-keys.ts'
import { listSiteGroups, type SiteGroupWithLogins } from './list-site-groups.ts'
import { noteUse } from './note-use.ts'
import { revokeSitePermission, type Revoked } from './revoke-site-permission.ts'
import { setSiteAdministrator } from './set-site-administrator.ts'
import { makeViewer } from './viewer-of.ts'

export interface AuthModule {
  readonly authenticate: Authenticate
  /** Of a Subversion client; wrong and missing credentials are Unauthorized. */
  readonly authenticateSvn: AuthenticateSvn
  /** The account with all its rights, without credentials: for commands, imports and jobs. */
  viewerOf(userId: number, means: Means): Promise<Viewer>
  /** Whether anything changed. */
  setSiteAdministrator(tx: Tx, userId: number, isAdministrator: boolean, actor: Actor): Promise<boolean>
  siteAdministratorIds(): Promise<ReadonlySet<number>>
  accountRights(userIds: readonly number[]): Promise<Map<number, AccountRights>>
  bootstrapAdministrator(password?: string): Promise<FirstAdministrator | undefined>
  /** An account with password and rights, or nothing: what the administration command makes. */
  createAccount(login: string, values: Omit<AccountValues, 'login'>, actor: Actor): Promise<number>
  /** Whether anything changed. */
  changeAccount(userId: number, values: AccountValues, actor: Actor): Promise<boolean>
  createAccessKey(wanted: WantedAccessKey, actor: Actor): Promise<string>
  grantSitePermission(groupName: string, permission: SitePermission, login: string, actor: Actor): Promise<void>
  revokeSitePermission(groupName: string, what: Revoked, actor: Actor): Promise<void>
  listSiteGroups(): Promise<SiteGroupWithLogins[]>
  /** To be called daily: expired keys and tokens go (auth.md §4.3). */
  removeExpired(): Promise<void>
  readonly routes: Route<Viewer>[]
}

export const createAuthModule = (deps: AuthDeps): AuthModule => {
  const { db, clock, users, settings } = deps
  const caches = credentialCaches(db)
  const viewer = makeViewer(deps, caches)
  const note = noteUse(db, clock, caches)
  const makeKey = createAccessKey(deps)

  return {
    authenticate: authenticate(deps, credentialMethods(deps, caches, note), viewer),
    authenticateSvn: authenticateSvn(deps, caches, note, viewer),
    viewerOf: async (userId, means) => {
      const user = await users.get(userId)
      if (!user) throw new NotFound('there is no such user')
      return viewer(user, { means, isReading: false })
    },
    setSiteAdministrator,
    siteAdministratorIds: async () => new Set(await readSiteAdministrators(db.kysely)),
    accountRights: getAccountRights(deps, caches),
    bootstrapAdministrator: bootstrapAdministrator(deps),
    createAccount: createAccount(deps),
    changeAccount: changeAccount(deps),
    createAccessKey: makeKey,
    grantSitePermission: grantSitePermission(deps),
    revokeSitePermission: revokeSitePermission(deps),
    listSiteGroups: listSiteGroups(deps),
    removeExpired: () => removeExpired(db.kysely, clock.now()),
    routes: authRoutes({
      createToken: createToken(deps),
      deleteTokens: deleteTokens(db),
      createAccessKey: makeKey,
      getAccessKey: getAccessKey(deps, caches),
      deleteAccessKey: deleteAccessKey(db),
      listAccessKeys: listAccessKeys(deps),
      isoDate: at => settings.isoDate(at),
    }),
  }
}

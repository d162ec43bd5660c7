import type { Tx } from '../../platform/db/db.ts'
import type { Means } from '../../platform/events/event-log.ts'
import { Forbidden, NotFound } from '../../platform/errors.ts'
import { secretBox } from '../../platform/secret-box.ts'
import { isCrossSite } from '../../platform/http/headers/fetch-metadata.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import type { Route } from '../../platform/http/routes/route.ts'
import type { AccountListener, Actor, SitePermission, Viewer } from '../users/index.ts'
import { accountRoutes } from './accounts/account.routes.ts'
import { getAccountRights, type AccountRights } from './accounts/account-rights.ts'
import type { AccountValues } from './model/account-values.ts'
import { representAccessKeys } from './access-keys/access-key.representation.ts'
import type { AuthDependencies } from './model/auth.dependencies.ts'
import { authRoutes } from './auth.routes.ts'
import { recordAccessKeyUse, listSiteAdministrators, removeExpired } from './store/auth.store.ts'
import { authenticate, credentialMethods, type Authenticate } from './authenticate/authenticate.ts'
import type { Caller } from './model/credentials.ts'
import { authenticateSvn, type AuthenticateSvn } from './authenticate/authenticate-svn.ts'
import type { FindBearerToken } from './authenticate/bearer-token.ts'
import { bootstrapAdministrator, type FirstAdministrator } from './accounts/bootstrap-administrator.ts'
import { changeAccount } from './accounts/change-account.ts'
import { changeOwnAccount, changeOwnPassword, requireOwnPassword } from './accounts/change-own-account.ts'
import { createAccessKey, type AccessKeyInput } from './access-keys/create-access-key.ts'
import { createAccount, type NewAccountValues } from './accounts/create-account.ts'
import { checkCode, type FactorDependencies } from './factors/check-code.ts'
import {
  beginFactor,
  confirmOwnFactor,
  listOwnFactors,
  removeOwnFactor,
  renewRecoveryCodes,
  resetFactors,
} from './factors/manage-factors.ts'
import { secondFactorsRoutes } from './factors/second-factors.routes.ts'
import { createToken } from './access-keys/create-token.ts'
import { credentialCaches } from './store/credential-caches.ts'
import { deleteAccessKey } from './access-keys/delete-access-key.ts'
import { deleteTokens } from './access-keys/delete-tokens.ts'
import { endOwnSessions, endSession, endSessions } from './sessions/end-sessions.ts'
import { findSession, type FindSession } from './sessions/find-session.ts'
import { getAccessKey } from './access-keys/get-access-key.ts'
import { getAccount } from './accounts/get-account.ts'
import { grantSitePermission } from './accounts/grant-site-permission.ts'
import { listAccessKeys } from './access-keys/list-access-keys.ts'
import { listSiteGroups, type SiteGroupWithLogins } from './accounts/list-site-groups.ts'
import { listSessions } from './sessions/list-sessions.ts'
import { recordLastUse } from './authenticate/record-last-used.ts'
import { notifyOwner } from './accounts/notify-owner.ts'
import { openSession } from './sessions/open-session.ts'
import { getReset, requestReset, resetJobs, useReset } from './accounts/password-resets.ts'
import { removeExpiredResets, removeResetsOfUser } from './store/password-resets.store.ts'
import { revokeSitePermission, type Revocation } from './accounts/revoke-site-permission.ts'
import { isForeignPage, isOwnDownload, isOwnScript } from './authenticate/same-origin.ts'
import { noSessionCookie, sessionCookieName } from './sessions/session-cookie.ts'
import { sessionsRoutes } from './sessions/sessions.routes.ts'
import { recordSessionUse, removeExpiredSessions } from './store/sessions.store.ts'
import { setSiteAdministrator } from './accounts/set-site-administrator.ts'
import { requirePasswordEnough, signInByPassword, type RequirePasswordEnough } from './authenticate/sign-in.ts'
import { signInDelays } from './authenticate/sign-in-delays.ts'
import { verifyLoginWithDelays } from './authenticate/verify-login.ts'
import { makeViewer } from './authenticate/auth-context.ts'

type PageCall = Pick<Caller, 'headers' | 'method'> & { readonly path?: string }

export interface AuthModule {
  readonly authenticate: Authenticate
  /** Like `authenticate`, for contents of files, which a browser may open by a link. */
  readonly authenticateDownload: Authenticate
  /** auth.md §2.6: throws if a request of the API has a session and another site may have caused it. Runs before routing. */
  readonly requireOwnScript: (call: PageCall) => Promise<void>
  /** The open session of any request. The caller checks whether another site caused the request. */
  readonly findSession: FindSession
  /** Modules call this once at the start: the listener runs in the transaction that changes the password of an account. */
  onPasswordChanged(listener: AccountListener): void
  /** Like `onPasswordChanged`; the listener runs in the transaction after which the account may not sign in. */
  onDeactivated(listener: AccountListener): void
  /** Authenticates a Subversion client; throws Unauthorized for wrong or missing credentials. */
  readonly authenticateSvn: AuthenticateSvn
  /** The account with all its rights, without credentials: for commands, imports and jobs. */
  viewerOf(userId: number, means: Means, options?: { readonly isReading: boolean }): Promise<Viewer>
  /** Returns whether anything changed. */
  setSiteAdministrator(tx: Tx, userId: number, isAdministrator: boolean, actor: Actor): Promise<boolean>
  siteAdministratorIds(): Promise<ReadonlySet<number>>
  accountRights(userIds: readonly number[]): Promise<Map<number, AccountRights>>
  bootstrapAdministrator(password?: string): Promise<FirstAdministrator | undefined>
  /** Creates an account with password and rights, or nothing, for the administration command. */
  createAccount(login: string, values: NewAccountValues, actor: Actor): Promise<number>
  /** Returns whether anything changed. */
  changeAccount(userId: number, values: AccountValues, actor: Actor): Promise<boolean>
  createAccessKey(wanted: AccessKeyInput, actor: Actor): Promise<string>
  /** Removes all second factors of an account; returns whether there were any. The caller checks the rights. */
  resetSecondFactors(userId: number, actor: Actor): Promise<boolean>
  grantSitePermission(groupName: string, permission: SitePermission, login: string, actor: Actor): Promise<void>
  revokeSitePermission(groupName: string, what: Revocation, actor: Actor): Promise<void>
  listSiteGroups(): Promise<SiteGroupWithLogins[]>
  /** Runs daily: removes expired keys, tokens, sessions and mailed tokens (auth.md §4.3). */
  removeExpired(): Promise<void>
  /** The module that issues access tokens calls this once at the start. Without the call every access token is unknown. */
  setBearerTokens(find: FindBearerToken): void
  readonly routes: Route<Viewer>[]
  readonly jobs: readonly Job[]
}

export const createAuthModule = (deps: AuthDependencies): AuthModule => {
  const { db, clock, users, settings } = deps
  const caches = credentialCaches(db)
  const viewer = makeViewer(deps, caches)
  const noteKey = recordLastUse(db, clock, { cache: caches.accessKeys, topic: 'access_key', write: recordAccessKeyUse })
  const noteSession = recordLastUse(db, clock, { cache: caches.sessions, topic: 'session', write: recordSessionUse })
  const find = findSession(deps, caches)
  const verifyLogin = verifyLoginWithDelays(deps, signInDelays(deps))
  const requireEnough = requirePasswordEnough(deps, caches)
  const factorDeps: FactorDependencies = {
    ...deps,
    factorBox: async () => secretBox(await settings.secret('second-factors')),
  }
  let findBearerToken: FindBearerToken = () => Promise.resolve(undefined)
  const authenticateWhere = (isAllowed: (caller: Caller) => boolean): Authenticate => {
    const requireAllowed = (caller: Caller): void => {
      if (!isAllowed(caller)) throw crossSiteRefusal()
    }
    const session = { find, requireAllowed, recordUse: noteSession }
    const methods = credentialMethods(
      deps,
      caches,
      noteKey,
      session,
      text => findBearerToken(text),
      verifyLogin,
      requireEnough,
    )
    return authenticate(deps, methods, viewer)
  }
  const isOwnCall = (caller: PageCall): boolean =>
    isOwnScript(caller.headers, settings.publicUrl()) || isOwnDownload(caller)
  followAccounts(deps)
  const createKey = createAccessKey(deps, caches)

  return {
    authenticate: authenticateWhere(isOwnCall),
    authenticateDownload: authenticateWhere(({ headers, method }) => !isCrossSite(headers, method)),
    requireOwnScript: async call => {
      if (call.headers.cookie !== undefined && !isOwnCall(call) && (await find(call.headers))) throw crossSiteRefusal()
    },
    findSession: find,
    onPasswordChanged: listener => users.onPasswordChanged(listener),
    onDeactivated: listener => users.onDeactivated(listener),
    authenticateSvn: authenticateSvn(deps, caches, noteKey, viewer, verifyLogin, requireEnough),
    viewerOf: async (userId, means, { isReading } = { isReading: false }) => {
      const user = await users.get(userId)
      if (!user) throw new NotFound('there is no such user')
      return viewer(user, { means, isReading })
    },
    setSiteAdministrator,
    siteAdministratorIds: async () => new Set(await listSiteAdministrators(db.kysely)),
    accountRights: getAccountRights(deps, caches),
    bootstrapAdministrator: bootstrapAdministrator(deps),
    createAccount: createAccount(deps),
    changeAccount: changeAccount(deps),
    createAccessKey: createKey,
    resetSecondFactors: resetFactors(factorDeps),
    grantSitePermission: grantSitePermission(deps),
    revokeSitePermission: revokeSitePermission(deps),
    listSiteGroups: listSiteGroups(deps),
    setBearerTokens: find => void (findBearerToken = find),
    removeExpired: async () => {
      await removeExpired(db.kysely, clock.now())
      await removeExpiredSessions(db.kysely, clock.now())
      await removeExpiredResets(db.kysely, clock.now())
    },
    jobs: resetJobs(deps),
    routes: routesOf(deps, { caches, noteKey, find, verifyLogin, requireEnough, factorDeps, createKey }),
  }
}

/** Ends sessions and password resets when an account changes, and tells its owner. */
const followAccounts = (deps: AuthDependencies): void => {
  const { users } = deps
  users.onPasswordChanged(async (tx, userId, actor) => {
    await endSessions(tx, userId, actor.userId === userId ? { except: actor.sessionId } : {})
    await removeResetsOfUser(tx, userId)
  })
  users.onChanged(notifyOwner(deps))
  users.onDeactivated(async (tx, userId) => void (await endSessions(tx, userId)))
}

/** Parts of the module that its routes share. */
interface RouteParts {
  readonly caches: ReturnType<typeof credentialCaches>
  readonly noteKey: Parameters<typeof getAccessKey>[2]
  readonly find: ReturnType<typeof findSession>
  readonly verifyLogin: ReturnType<typeof verifyLoginWithDelays>
  readonly requireEnough: RequirePasswordEnough
  readonly factorDeps: FactorDependencies
  readonly createKey: ReturnType<typeof createAccessKey>
}

const routesOf = (
  deps: AuthDependencies,
  { caches, noteKey, find, verifyLogin, requireEnough, factorDeps, createKey }: RouteParts,
): Route<Viewer>[] => {
  const { db, users, settings } = deps
  const check = checkCode(factorDeps)
  const signIn = signInByPassword(deps, { verifyLogin, checkCode: check, caches })
  const requirePassword = requireOwnPassword(verifyLogin)
  const managing = { ...factorDeps, checkCode: check, requirePassword }
  const open = openSession(deps, find)
  return [
    ...authRoutes({
      createToken: createToken(deps, verifyLogin, requireEnough),
      deleteTokens: deleteTokens(db),
      createAccessKey: createKey,
      getAccessKey: getAccessKey(deps, caches, noteKey),
      deleteAccessKey: deleteAccessKey(db),
      listAccessKeys: listAccessKeys(deps, caches),
      representAccessKeys: representAccessKeys(deps),
    }),
    ...sessionsRoutes({
      signIn: async (sent, origin) => {
        if (isForeignPage(origin.headers, settings.publicUrl())) throw crossSiteRefusal()
        const signedIn = await signIn(sent, origin.ip)
        return { ...(await open(signedIn, origin)), user: signedIn.user }
      },
      endSession: endSession(db),
      endOwnSessions: endOwnSessions(db),
      listSessions: listSessions(deps),
      forgottenCookie: () => noSessionCookie(sessionCookieName(settings.get('sys_cookie_prefix'))),
      representUser: user => users.representFull(user, undefined, user.nameStyle),
      isoDate: at => settings.isoDate(at),
    }),
    ...secondFactorsRoutes({
      list: listOwnFactors(factorDeps),
      begin: beginFactor(managing),
      confirm: confirmOwnFactor(managing),
      remove: removeOwnFactor(managing),
      renewCodes: renewRecoveryCodes(managing),
    }),
    ...accountRoutes({
      getAccount: getAccount(deps, caches),
      changeOwnAccount: changeOwnAccount(deps, requirePassword),
      changeOwnPassword: changeOwnPassword(deps, requirePassword),
      requestReset: requestReset(deps),
      getReset: getReset(deps),
      useReset: useReset(deps),
      isoDate: at => settings.isoDate(at),
    }),
  ]
}

/** auth.md §2.6 */
const crossSiteRefusal = (): Forbidden =>
  new Forbidden('the referrer does not match: a session is good for calls that pages of this platform make', {
    reason: 'csrf',
  })

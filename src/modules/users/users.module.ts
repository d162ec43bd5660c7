import type { Clock } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { Page } from '../../platform/http/routes/pagination.ts'
import type { Route } from '../../platform/http/routes/route.ts'
import type { SettingsModule } from '../settings/index.ts'
import type { AccountListener, AccountListeners, ChangeListener } from './write/account-listeners.ts'
import type { Actor } from './model/actor.ts'
import { avatarPictures, type PictureRoute } from './read/avatar-pictures.ts'
import { checkPassword, type PasswordCheck } from './write/check-password.ts'
import { createDashboard, listDashboards } from './read/dashboards.ts'
import { createUsers, type CreateUsers, type NewUser } from './write/create-users.ts'
import { getAccounts, listAccounts, type GetAccounts } from './read/list-accounts.ts'
import { eraseUnusedUsers } from './write/erase-users.ts'
import { getPreference } from './read/get-preference.ts'
import { changeOwnChoices, getOwnSettings, type OwnChoices, type OwnSettings } from './write/own-settings.ts'
import { patchUser } from './write/patch-user.ts'
import { searchUsers, type FoundUsers } from './read/search-users.ts'
import { setPreference } from './write/set-preference.ts'
import { setPassword } from './write/set-password.ts'
import { changeUser, type UpdateUser } from './write/update-user.ts'
import { resolveUserReferences } from './read/user-reference.ts'
import { userRepresentations, type UserRepresentations } from './read/user.representation.ts'
import { userQueries, type UserQueries } from './read/user-queries.ts'
import type { User } from './model/user.ts'
import { usersRoutes } from './users.routes.ts'
import type { UserReference } from './model/users.schema.ts'
import {
  pageOfIdsWithSshKey,
  isSiteAdministrator,
  listAllIds,
  listPreferences,
  listSetPreferences,
  type IdPage,
} from './store/users.store.ts'
import type { Viewer } from './model/viewer.ts'

export interface UsersDependencies {
  readonly db: Db
  readonly clock: Clock
  readonly settings: Pick<SettingsModule, 'publicUrl'> & { get(name: 'access_mode'): string }
}

export interface UsersModule extends UserQueries, UserRepresentations {
  /** All accounts except the reserved ones, by login. */
  listAll(): Promise<User[]>
  readonly getAccounts: GetAccounts
  /** A page of the accounts of any status, with their dates. */
  readonly listAccounts: ReturnType<typeof listAccounts>
  /** Accounts by words of their names, as GET /users finds them. */
  search(query: string, page: Page): Promise<FoundUsers>
  /** Active and restricted accounts that have an SSH key, by login. */
  listWithSshKeys(page: Page): Promise<FoundUsers>
  /** users.md §7: in the order of the references; throws Invalid for the first reference with a fault. */
  resolveUserReferences(references: readonly UserReference[]): Promise<User[]>
  resolveUserReference(reference: UserReference): Promise<User>
  create(tx: Tx, user: NewUser, actor: Actor): Promise<number>
  /** Inserts all in their order, in one statement; returns ids by login. */
  readonly createMany: CreateUsers
  /** Returns whether anything changed. Checks the rules; the caller checks the rights. */
  readonly update: UpdateUser
  /** A module calls these at the start if it has to end something when the account changes. */
  onChanged(listener: ChangeListener): void
  onPasswordChanged(listener: AccountListener): void
  onDeactivated(listener: AccountListener): void
  /** Erases those of the accounts that nobody has used; returns their ids. */
  readonly eraseUnused: typeof eraseUnusedUsers
  setPassword(userId: number, password: string, actor: Actor): Promise<void>
  readonly checkPassword: PasswordCheck
  isSiteAdministrator(userId: number): Promise<boolean>
  /** Only for the account itself. */
  ownSettings(userId: number): Promise<OwnSettings>
  changeOwnChoices(tx: Tx, userId: number, choices: OwnChoices): Promise<void>
  /** By account, for the accounts that set the preference. */
  preferences(userIds: readonly number[], key: string): Promise<ReadonlyMap<number, string>>
  /** Those of the keys that the account has set. */
  preferencesSet(userId: number, keys: readonly string[]): Promise<readonly string[]>
  readonly routes: Route<Viewer>[]
  readonly pictures: PictureRoute[]
}

export const createUsersModule = ({ db, clock, settings }: UsersDependencies): UsersModule => {
  const queries = userQueries(db)
  const representations = userRepresentations(settings.publicUrl)
  const listeners: AccountListeners = { changed: [], passwordChanged: [], deactivated: [] }
  const update = changeUser(clock, () => settings.get('access_mode'), listeners)
  const createMany = createUsers(clock)
  const resolve = resolveUserReferences(db, queries)
  const accounts = getAccounts(db, queries)

  const usersOf = async ({ ids, size }: IdPage): Promise<FoundUsers> => {
    const users = await queries.getMany(ids)
    return { users: ids.flatMap(id => users.get(id) ?? []), size }
  }
  const search = searchUsers(db, queries)
  return {
    ...queries,
    ...representations,
    listAll: async () => {
      const ids = await listAllIds(db.kysely)
      return (await usersOf({ ids, size: ids.length })).users
    },
    getAccounts: accounts,
    listAccounts: listAccounts(db, accounts),
    listWithSshKeys: async page => usersOf(await pageOfIdsWithSshKey(db.kysely, page)),
    resolveUserReferences: resolve,
    resolveUserReference: async reference => (await resolve([reference]))[0] as User,
    create: async (tx, user, actor) => (await createMany(tx, [user], actor)).get(user.login) as number,
    createMany,
    update,
    onChanged: listener => void listeners.changed.push(listener),
    onPasswordChanged: listener => void listeners.passwordChanged.push(listener),
    onDeactivated: listener => void listeners.deactivated.push(listener),
    eraseUnused: eraseUnusedUsers,
    setPassword: setPassword(db, update),
    checkPassword: checkPassword(db, clock),
    isSiteAdministrator: userId => isSiteAdministrator(db.kysely, userId),
    ownSettings: getOwnSettings(db),
    changeOwnChoices,
    preferences: (userIds, key) => listPreferences(db.kysely, userIds, key),
    preferencesSet: (userId, keys) => listSetPreferences(db.kysely, userId, keys),
    search,
    routes: usersRoutes({
      ...queries,
      ...representations,
      search,
      patch: patchUser(db, update),
      getPreference: getPreference(db),
      setPreference: setPreference(db),
      listDashboards: listDashboards(db),
      createDashboard: createDashboard(db),
    }),
    pictures: avatarPictures(queries),
  }
}

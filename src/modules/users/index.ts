// The public interface of this module.
export { route } from './model/user-route.ts'
export type { Actor } from './model/actor.ts'
export type { Picture, PictureRoute } from './read/avatar-pictures.ts'
export { languages, themes } from './model/choices.ts'
export type { NewUser } from './write/create-users.ts'
export type { Account, AccountFilter } from './read/list-accounts.ts'
export { loginFault } from './model/login.ts'
export type { NameStyle } from './model/name-style.ts'
export { hashPassword, passwordFault, randomPassword, requirePassword } from './model/password.ts'
export { parseTimezone, type OwnChoices } from './write/own-settings.ts'
export { isReservedName } from './model/reserved-names.ts'
export { getSiteAdministrators, requireAnotherAdministrator } from './read/site-administrators.ts'
export type { AccountChange, AccountListener } from './write/account-listeners.ts'
export type { UserChanges } from './model/user-changes.ts'
export {
  FIRST_ADMINISTRATOR_ID,
  canSignIn,
  NONE_USER_ID,
  type User,
  type UserStatus,
  userStatuses,
} from './model/user.ts'
export type { FoundAccounts } from './read/user-queries.ts'
export { createUsersModule, type UsersDependencies, type UsersModule } from './users.module.ts'
export { FullUser, MinimalUser, UserIdOrSelf, userIdOrSelfParams, UserReference } from './model/users.schema.ts'
export { canManageUsers, isOneself } from './model/users.permissions.ts'
export {
  actingOf,
  anonymous,
  NAMELESS_AGENT,
  publicAgentOf,
  sitePermissions,
  type ActingApplication,
  type CredentialKind,
  type Membership,
  type SitePermission,
  type Viewer,
} from './model/viewer.ts'

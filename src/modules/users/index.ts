// The door of this module: what others may use.
export { route } from './route.ts'
export type { Actor } from './actor.ts'
export type { Picture, PictureRoute } from './avatar-pictures.ts'
export { languages, themes } from './choices.ts'
export type { NewUser } from './create-users.ts'
export type { Account, AccountFilter } from './list-accounts.ts'
export { loginFault } from './login.ts'
export type { NameStyle } from './name-style.ts'
export { hashPassword, passwordFault, randomPassword, requirePassword } from './password.ts'
export { parseTimezone, type OwnChoices } from './own-settings.ts'
export { isReservedName } from './reserved-names.ts'
export { getSiteAdministrators, requireAnotherAdministrator } from './site-administrators.ts'
export type { AccountChange, AccountListener } from './account-listeners.ts'
export type { UserChanges } from './user-changes.ts'
export { FIRST_ADMINISTRATOR_ID, isAlive, NONE_USER_ID, type User, type UserStatus, userStatuses } from './user.ts'
export type { FoundAccounts } from './user-queries.ts'
export { createUsersModule, type UsersDeps, type UsersModule } from './users.module.ts'
export { FullUser, MinimalUser, UserIdOrSelf, userIdOrSelfParams, UserReference } from './users.schema.ts'
export { canManageUsers, isOneself } from './users.permissions.ts'
export {
  anonymous,
  sitePermissions,
  type CredentialKind,
  type Membership,
  type SitePermission,
  type Viewer,
} from './viewer.ts'

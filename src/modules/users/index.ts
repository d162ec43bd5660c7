// The door of this module: what others may use.
export { route } from './route.ts'
export { FIRST_ADMINISTRATOR_ID, NONE_USER_ID, type User, type UserStatus } from './user.ts'
export { anonymous, sitePermissions, type Membership, type SitePermission, type Viewer } from './viewer.ts'

// The door of this module: what others may use.
export type { AccountValues } from './account-values.ts'
export type { AuthDeps } from './auth.deps.ts'
export { createAuthModule, type AuthModule } from './auth.module.ts'
export type { Authenticate } from './authenticate.ts'
export type { Caller } from './credentials.ts'
export { formatSecretText, hashSecret, newSecret, parseSecretText, type SecretText } from './secret-text.ts'
export { accessKeyScopes } from './scopes.ts'
export { parseSitePermission } from './site-permissions.ts'

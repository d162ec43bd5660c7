import type { AccountClaims } from 'oidc-provider'
import type { User } from '../../users/index.ts'
import type { OauthDependencies } from './oauth.dependencies.ts'

/** auth.md §6.6 */
export const claimsByScope = {
  // `auth_time` appears in ID tokens only.
  openid: ['sub', 'auth_time'],
  email: ['email', 'email_verified'],
  profile: ['name', 'preferred_username', 'profile', 'picture', 'zoneinfo', 'locale'],
}

/** The claims of an account that may sign in, for an application. */
export const claimsOf = (
  user: User,
  scope: string,
  { users, settings }: Pick<OauthDependencies, 'users' | 'settings'>,
): AccountClaims => {
  const scopes = new Set(scope.split(' '))
  const { user_url, avatar_url } = users.representMinimal(user)
  return {
    sub: String(user.id),
    ...(scopes.has('email') && { email: user.email, email_verified: true }),
    ...(scopes.has('profile') && {
      name: user.realName,
      preferred_username: user.login,
      profile: `${settings.publicUrl()}${user_url}`,
      picture: avatar_url,
      zoneinfo: user.timezone ?? settings.get('timezone'),
      locale: user.language === 'fr' ? 'fr-FR' : 'en-US',
    }),
  }
}

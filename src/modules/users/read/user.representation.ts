import { displayName, type NameStyle } from '../model/name-style.ts'
import type { User } from '../model/user.ts'
import type { FullUser, MinimalUser } from '../model/users.schema.ts'

export interface UserRepresentations {
  /** Undefined = an anonymous author, of whom at most an e-mail address is known. `style`: how the viewer wants to see names. */
  readonly representMinimal: (user: User | undefined, email?: string, style?: NameStyle) => MinimalUser
  readonly representFull: (user: User | undefined, email?: string, style?: NameStyle) => FullUser
}

/** users.md §1. `publicUrl` returns the address of the server, without trailing slash. */
export const userRepresentations = (publicUrl: () => string): UserRepresentations => {
  const representMinimal: UserRepresentations['representMinimal'] = (user, email, style) => {
    if (!user) {
      return {
        id: null,
        uri: null,
        user_url: null,
        display_name: email || 'Anonymous user',
        real_name: null,
        username: null,
        ldap_id: null,
        avatar_url: `${publicUrl()}${DEFAULT_AVATAR_PATH}`,
        is_anonymous: true,
        has_avatar: false,
      }
    }
    const login = encodeURIComponent(user.login)
    const hasAvatar = user.realName !== ''
    return {
      id: user.id,
      uri: `users/${user.id}`,
      user_url: `/users/${login}`,
      display_name: displayName(user.login, user.realName, style),
      real_name: user.realName,
      username: user.login,
      ldap_id: user.ldapId,
      avatar_url: `${publicUrl()}${hasAvatar ? `/users/${login}/avatar.png` : DEFAULT_AVATAR_PATH}`,
      is_anonymous: false,
      has_avatar: hasAvatar,
    }
  }
  return {
    representMinimal,
    representFull: (user, email, style) => ({
      ...representMinimal(user, email, style),
      email: user ? user.email : (email ?? null),
      status: user ? user.status : null,
    }),
  }
}

/** The picture of users who have none. */
export const DEFAULT_AVATAR_PATH = '/themes/common/images/avatar_default.png'

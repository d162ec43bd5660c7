import { createHash } from 'node:crypto'
import { drawAvatar, drawDefaultAvatar } from './avatar.ts'
import { DEFAULT_AVATAR_PATH } from './user.representation.ts'
import type { UserQueries } from './user-queries.ts'

/** A PNG as it is served, or undefined for a 404. */
export interface Picture {
  readonly body: Buffer
  readonly headers: Readonly<Record<string, string>>
}

/** A GET route outside the API that needs no sign-in (users.md §1). `path` has parameters in the form `:name`. */
export interface PictureRoute {
  readonly path: string
  readonly picture: (params: Readonly<Record<string, string>>) => Promise<Picture | undefined>
}

export const avatarPictures = (users: UserQueries): PictureRoute[] => {
  const fallback = pictureOf(drawDefaultAvatar())
  return [
    {
      path: '/users/:login/avatar.png',
      picture: async ({ login = '' }) => {
        const user = login.isWellFormed() && !login.includes('\0') ? await users.findByLogin(login) : undefined
        if (!user) return undefined
        return user.realName === '' ? fallback : pictureOf(drawAvatar(user.login, user.realName))
      },
    },
    { path: DEFAULT_AVATAR_PATH, picture: async () => fallback },
  ]
}

const pictureOf = (body: Buffer): Picture => ({
  body,
  headers: {
    'Content-Type': 'image/png',
    'X-Content-Type-Options': 'nosniff',
    // The picture changes with the name, but its address does not.
    'Cache-Control': 'public, max-age=300',
    ETag: `"${createHash('sha256').update(body).digest('hex').slice(0, 32)}"`,
  },
})

import { Initials } from './person.tsx'

export interface AvatarProps {
  readonly user: {
    readonly id: number | null
    readonly real_name: string | null
    readonly username: string | null
  }
  readonly size?: 20 | 28 | 56
}

/** The initials of a person; the page shows the name beside them. The server's pictures show the same letters, less sharply. */
export const Avatar = ({ user, size = 28 }: AvatarProps) => (
  <Initials name={user.real_name || (user.username ?? '')} id={user.id} size={size} />
)

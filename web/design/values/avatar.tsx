import { Initials } from './person.tsx'

export interface AvatarProps {
  readonly user: {
    readonly id: number | null
    readonly real_name: string | null
    readonly username: string | null
    readonly avatar_url: string
    /** Whether the picture is their own. */
    readonly has_avatar?: boolean
  }
  readonly size?: 20 | 28 | 56
}

/** The initials of a person. The name stands beside them. */
export const Avatar = ({ user, size = 28 }: AvatarProps) =>
  user.has_avatar === true ? (
    <img className="avatar" src={user.avatar_url} alt="" width={size} height={size} loading="lazy" />
  ) : (
    <Initials name={user.real_name || (user.username ?? '')} id={user.id} size={size} />
  )

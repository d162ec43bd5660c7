import type { ReactNode } from 'react'
import { Avatar, type AvatarProps } from '../design/values/avatar.tsx'
import './projects.css'

export interface PersonProps extends Pick<AvatarProps, 'user'> {
  /** Shown below the name: narrow columns have no room beside it. */
  readonly note?: ReactNode
}

/** A user in a list. */
export const Person = ({ user, note }: PersonProps) => (
  <span className="member">
    <Avatar user={user} />
    <span className="member-name">
      <bdi>{user.real_name || user.username}</bdi>
      <span className="muted small">@{user.username}</span>
      {note}
    </span>
  </span>
)

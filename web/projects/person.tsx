import type { ReactNode } from 'react'
import './projects.css'

export interface PersonProps {
  readonly user: { readonly real_name: string | null; readonly username: string | null; readonly avatar_url: string }
  /** Shown beside the name. */
  readonly mark?: ReactNode
  /** Shown below the name: tables have no room beside it. */
  readonly note?: ReactNode
}

/** A user in a list. */
export const Person = ({ user, mark, note }: PersonProps) => (
  <span className="person">
    <img className="avatar" src={user.avatar_url} alt="" width={32} height={32} loading="lazy" />
    <span className="person-name">
      <span>{user.real_name}</span>
      <span className="muted small">@{user.username}</span>
      {note}
    </span>
    {mark}
  </span>
)

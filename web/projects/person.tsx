import type { ReactNode } from 'react'
import './projects.css'

export interface PersonProps {
  readonly user: { readonly real_name: string | null; readonly username: string | null; readonly avatar_url: string }
  /** Beside the name. */
  readonly mark?: ReactNode
  /** Below it: in tables, which have no room beside. */
  readonly note?: ReactNode
}

/** Somebody in a list. */
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
